import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { BaseError } from '../../protocol/core.ts'
import { programIn } from '../test/runJobs.ts'
import { buildProgram } from './program.ts'

/**
 * `npm run engine` runs our workflow in CRE's own host and compares it with the local DON; `npm run engine -- <files>` runs some of
 * that. It takes Go and a C compiler, and fetches the host's modules the first time. Exit codes: 0 all is alike, 1 something differs, 3 the
 * host could not be built.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))

function main(words: readonly string[]): number {
  process.stdout.write("building CRE's host\n")
  buildProgram()
  const files = words.length > 0 ? words : globSync('test/engine/*.engine.ts', { cwd: root }).sort()
  const mocha = [programIn('mocha/bin/mocha.js'), '--reporter', 'spec', '--fail-zero', ...files]
  return spawnSync(process.execPath, mocha, { cwd: root, stdio: 'inherit' }).status === 0 ? 0 : 1
}

try {
  process.exitCode = main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof BaseError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 3
}
