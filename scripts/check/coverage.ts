import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/**
 * Runs all contract tests with coverage, prints Hardhat's table, and fails unless every line and statement of our contracts
 * was reached. Hardhat counts no branches: the tests reach both sides of every condition by name.
 */
export type Coverage = { readonly file: string; readonly lines: number; readonly statements: number }

const row = /║ (contracts\/\S+)\s*│\s*([\d.]+)\s*│\s*([\d.]+)/

/** One row of the table, or null for a line that is none. */
export function readRow(line: string): Coverage | null {
  const match = row.exec(line)
  return match === null ? null : { file: match[1]!, lines: Number(match[2]), statements: Number(match[3]) }
}

export const isWhole = ({ lines, statements }: Coverage): boolean => lines === 100 && statements === 100

async function main(): Promise<number> {
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
  return files.length > 0 && short.length === 0 ? 0 : 1
}

if (import.meta.main) process.exitCode = await main()
