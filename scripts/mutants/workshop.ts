import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Bytes, Hash } from '../../protocol/index.ts'
import type { Mutated } from './points.ts'

/** A copy of the project in which all mutants sleep in one build. */
export const root = fileURLToPath(new URL('../..', import.meta.url))
export const workshop = join(root, 'build/mutants')

/** Our contracts; interfaces and types decide nothing. */
export function contractFiles(): string[] {
  return readdirSync(join(root, 'contracts'), { recursive: true })
    .map((file) => `contracts/${String(file)}`)
    .filter((file) => file.endsWith('.sol') && !/\/(interfaces|types)\//.test(file))
    .sort()
}

/** One hash over the names and texts of all contracts: results belong to it. */
export function contractsHash(): string {
  const parts = contractFiles().map((file) => `${file}\n${readFileSync(join(root, file), 'utf8')}`)
  return Hash.ofBytes(Bytes.fromText(parts.join('\n')))
}

// The block's coinbase says which mutant is awake: it can be set for a whole run, and no contract of ours reads it. A pure
// function may not read it, so the pointer to the reading function is passed off as a pure one.
const mutantSource = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.34;

function awake() view returns (uint256) {
    return uint256(uint160(address(block.coinbase)));
}

function mutant(uint256 id) pure returns (bool) {
    function() view returns (uint256) reading = awake;
    function() pure returns (uint256) pretended;
    assembly {
        pretended := reading
    }
    return pretended() == id;
}
`

// Of the tests' contracts only those that mocha's tests deploy are needed.
const configSource = `import base from '../../hardhat.config.ts'

export default {
  ...base,
  networks: { default: { ...base.networks.default, allowUnlimitedContractSize: true, blockGasLimit: 100_000_000 } },
  paths: { tests: { ...base.paths.tests, solidity: './test/contracts/mocks' } },
}
`

/** Writes the copy anew, save what was built there: the compiler runs again only if something changed. */
export function openWorkshop(mutated: Mutated): void {
  mkdirSync(workshop, { recursive: true })
  for (const shared of ['node_modules', 'test', 'protocol', 'scripts', 'deployments']) {
    const link = join(workshop, shared)
    rmSync(link, { force: true })
    if (existsSync(join(root, shared))) symlinkSync(join(root, shared), link)
  }
  rmSync(join(workshop, 'contracts'), { recursive: true, force: true })
  cpSync(join(root, 'contracts'), join(workshop, 'contracts'), { recursive: true })
  cpSync(join(root, 'package.json'), join(workshop, 'package.json'))
  for (const [file, text] of Object.entries(mutated.sources)) writeFileSync(join(workshop, file), text)
  writeFileSync(join(workshop, 'contracts/Mutant.sol'), mutantSource)
  writeFileSync(join(workshop, 'hardhat.config.ts'), configSource)
}

export async function build(): Promise<void> {
  const child = spawn('hardhat', ['build', '--quiet'], {
    cwd: workshop,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error('The mutated contracts do not compile.')
}
