import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { BaseError } from '../../protocol/index.ts'
import { explained } from './explained.ts'
import { at, commands, install, root } from './tools.ts'

/**
 * `npm run audit:contracts` proves what test/contracts/symbolic says with halmos, and lets slither look at every contract: a finding that
 * explained.ts does not explain fails. Needs Python 3.11; installs both tools from PyPI into build/audit.
 */
type Finding = { readonly check: string; readonly description: string }

function halmos(env: NodeJS.ProcessEnv): boolean {
  const words = [
    ...['--root', root, '--forge-build-out', 'build/symbolic', '--contract', '.*Proof'],
    // Loops of the lot and over standings are followed this far; what lies beyond is fuzzed.
    ...['--loop', '8', '--solver', 'yices', '--solver-timeout-assertion', '900s'],
  ]
  return spawnSync('halmos', words, { env, stdio: 'inherit', cwd: root }).status === 0
}

function slither(env: NodeJS.ProcessEnv): boolean {
  const all = at('All.sol')
  const files = readdirSync(`${root}/contracts`).filter((file) => file.endsWith('.sol'))
  const imports = files.map((file) => `import {${file.slice(0, -4)}} from "contracts/${file}";\n`)
  writeFileSync(all, `// SPDX-License-Identifier: MIT\npragma solidity ^0.8.34;\n\n${imports.join('')}`)
  const report = at('slither.json')
  rmSync(report, { force: true })
  const words = [
    ...[all, '--compile-force-framework', 'solc', '--filter-paths', 'node_modules|contracts/local'],
    ...['--exclude-informational', '--exclude-optimization', '--json', report],
  ]
  const run = spawnSync('slither', words, { env, cwd: root, encoding: 'utf8' })
  if (run.error !== undefined) throw new SlitherError(`It could not be started: ${run.error.message}`)
  const { success, error, results } = readReport(report, run.stderr)
  if (!success) throw new SlitherError(error ?? run.stderr)
  const findings: readonly Finding[] = results.detectors ?? []
  const open = findings.filter((finding) => !isExplained(finding))
  for (const { check, description } of open) process.stdout.write(`${check}: ${description}\n`)
  process.stdout.write(`slither: ${findings.length} findings, ${open.length} of them not explained\n`)
  return open.length === 0
}

type SlitherReport = {
  readonly success: boolean
  readonly error: string | null
  readonly results: { readonly detectors?: readonly Finding[] }
}

function readReport(file: string, stderr: string): SlitherReport {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new SlitherError(stderr)
  }
}

const isExplained = ({ check, description }: Finding): boolean =>
  explained.some(
    (one) => one.check === check && (one.about?.test(description.replace(/^Reentrancy in /, '')) ?? true),
  )

const tools = { halmos, slither } as const

function main(names: readonly string[]): number {
  install()
  const env = { ...process.env, PATH: commands() }
  const chosen = names.length === 0 ? Object.keys(tools) : names
  const failed = chosen.filter((name) => {
    if (!(name in tools)) throw new UnknownToolError(name)
    return !tools[name as keyof typeof tools](env)
  })
  process.stdout.write(failed.length === 0 ? 'All proofs hold.\n' : `Failed: ${failed.join(', ')}.\n`)
  return failed.length === 0 ? 0 : 1
}

class SlitherError extends BaseError {
  override readonly name = 'Audit.SlitherError'
  constructor(why: string) {
    super('slither could not read the contracts.', { metaMessages: why.trim().split('\n').slice(-5) })
  }
}

class UnknownToolError extends BaseError {
  override readonly name = 'Audit.UnknownToolError'
  constructor(name: string) {
    super(`There is no tool "${name}".`, { metaMessages: [`Choose from ${Object.keys(tools).join(', ')}.`] })
  }
}

try {
  process.exitCode = main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof BaseError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 3
}
