import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Our command lines as a person runs them: in a process of their own. */
const programs = {
  cresolver: fileURLToPath(new URL('../../cli/bin/cresolver.mjs', import.meta.url)),
  market: fileURLToPath(new URL('../../cli/bin/market.mjs', import.meta.url)),
}
export type Program = keyof typeof programs

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'cresolver-'))

// Most of a short command is loading it: the first one leaves its compiled code to the others. `npm test` keeps it.
const own = process.env.NODE_COMPILE_CACHE === undefined ? temporaryFolder() : null
const compiled = own ?? process.env.NODE_COMPILE_CACHE
process.on('exit', () => {
  if (own !== null) rmSync(own, { recursive: true, force: true })
})

type Options = { input?: string | Uint8Array; env?: object; program?: Program; cwd?: string }

const callOf = (args: readonly string[], { env, program = 'cresolver' }: Options) => ({
  words: [programs[program], ...args],
  env: { ...process.env, CRESOLVER_KEY: '', NODE_COMPILE_CACHE: compiled, ...env },
})

/** A command that goes on while the test does something else. */
export function start(args: readonly string[], env: object = {}) {
  const { words, ...rest } = callOf(args, { env })
  return spawn(process.execPath, words, rest)
}

export type Run = { status: number | null; stdout: string; stderr: string }

/** For commands that talk to a server of this process. */
export function run(args: readonly string[], options: Options = {}): Promise<Run> {
  const { words, env } = callOf(args, options)
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, words, { env, cwd: options.cwd })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk) => {
      stdout += chunk
    })
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, stdout, stderr }))
    child.stdin.end(options.input ?? '')
  })
}

/** For commands that need nobody: nothing else happens meanwhile. */
export function runAlone(
  args: readonly string[],
  input: string | Uint8Array = '',
): Run & { lines(): ReturnType<typeof JSON.parse>[] } {
  const { words, env } = callOf(args, {})
  const options = { env, input, encoding: 'utf8', maxBuffer: 64 * 1_048_576 } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, words, options)
  const lines = () =>
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  return { status, stdout, stderr, lines }
}
