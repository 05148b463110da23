import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/**
 * Runs all contract tests with coverage, prints Hardhat's table, and fails unless every line and statement of our contracts
 * was reached. Hardhat counts no branches: the tests reach both sides of every condition by name.
 *
 * What was measured of which contracts and tests is kept in test/coverage.json, so that `--if-changed` has to run only when
 * one of them has changed.
 */
export type Coverage = { readonly file: string; readonly lines: number; readonly statements: number }

const row = /║ (contracts\/\S+)\s*│\s*([\d.]+)\s*│\s*([\d.]+)/

/** One row of the table, or null for a line that is none. */
export function readRow(line: string): Coverage | null {
  const match = row.exec(line)
  return match === null ? null : { file: match[1]!, lines: Number(match[2]), statements: Number(match[3]) }
}

export const isWhole = ({ lines, statements }: Coverage): boolean => lines === 100 && statements === 100

const root = fileURLToPath(new URL('../..', import.meta.url))
const recordFile = `${root}/test/coverage.json`

/** Where a test imports from decides nothing, so a folder can be moved without measuring anew. */
const withoutImports = (text: string): string => text.replace(/^import\b[^'"]*'[^']*'\n/gm, '')

/** Of everything that decides which lines are reached. */
export function measuredHash(): string {
  const files = globSync(
    [
      'contracts/**/*.sol',
      'test/contracts/**/*.{sol,ts}',
      'test/helpers/{budget,gas}.ts',
      'local/ledger/*.ts',
      'hardhat.config.ts',
      'scripts/solidity/compiler.ts',
    ],
    { cwd: root },
  ).sort()
  const hash = createHash('sha256')
  for (const file of files)
    hash.update(`${file}\0`).update(withoutImports(readFileSync(`${root}/${file}`, 'utf8')))
  return hash.digest('hex')
}

const recorded = (): string | null =>
  existsSync(recordFile) ? JSON.parse(readFileSync(recordFile, 'utf8')).measured : null

async function main(): Promise<number> {
  const measured = measuredHash()
  if (process.argv.includes('--if-changed') && recorded() === measured) {
    process.stdout.write('contracts and their tests are those of test/coverage.json: all covered whole\n')
    return 0
  }
  const child = spawn('hardhat', ['test', '--coverage'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const files: Coverage[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    process.stdout.write(`${line}\n`)
    const found = readRow(line)
    if (found !== null) files.push(found)
  }
  const code =
    child.exitCode ??
    (await new Promise<number>((resolve) => child.once('exit', (value) => resolve(value ?? 1))))
  if (code !== 0) return code
  const short = files.filter((file) => !isWhole(file))
  for (const { file, lines, statements } of short) {
    process.stderr.write(`${file}: ${lines} % of lines, ${statements} % of statements\n`)
  }
  process.stdout.write(`${files.length - short.length} of ${files.length} contracts are covered whole\n`)
  if (files.length === 0 || short.length > 0) return 1
  writeFileSync(recordFile, `${JSON.stringify({ measured, files }, null, 2)}\n`)
  return 0
}

if (import.meta.main) process.exitCode = await main()
