import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

/** Test files by the program that runs them, as paths from the root of the checkout. */
export type Selection = {
  readonly mocha: readonly string[]
  /** Those of them that deploy what Hardhat has compiled, so that they must wait for it. */
  readonly compiled: readonly string[]
  /** Hardhat runs the tests of the contracts, in TypeScript and in Solidity. */
  readonly contracts: readonly string[]
  readonly solidity: readonly string[]
}

const ofContracts = 'test/contracts/'
const deploys = /from 'hardhat'|\/local\/ledger\//

/** Every test file, or those that the paths name: files, folders, or both. */
export function selectFiles(root: string, paths: readonly string[]): Selection {
  const all = globSync(['test/**/*.test.ts', 'test/contracts/**/*.t.sol'], { cwd: root }).sort()
  const chosen = paths.length === 0 ? all : [...new Set(paths.flatMap((path) => matching(root, path, all)))]
  const mocha = chosen.filter((file) => !file.startsWith(ofContracts))
  return {
    mocha,
    compiled: mocha.filter((file) => deploys.test(readFileSync(join(root, file), 'utf8'))),
    contracts: chosen.filter((file) => file.startsWith(ofContracts) && file.endsWith('.ts')),
    solidity: chosen.filter((file) => file.endsWith('.sol')),
  }
}

function matching(root: string, path: string, all: readonly string[]): string[] {
  const full = resolve(root, path)
  if (!existsSync(full)) throw new UnmatchedError(`${path} does not exist.`)
  const name = relative(root, full)
  const found = all.filter((file) => file === name || file.startsWith(join(name, '/')) || name === '')
  if (found.length > 0) return found
  throw new UnmatchedError(
    statSync(full).isDirectory() ? `${path} holds no test files.` : `${path} is not a test file.`,
  )
}

export class UnmatchedError extends Error {
  override readonly name = 'UnmatchedError'
}
