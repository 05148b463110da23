import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { start } from './program.ts'

/** A service as a person starts it: another process, by the command line, from a config file. */
export type ServiceProcess = {
  readonly url: string
  /** What it said when it began to listen. */
  readonly line: Record<string, unknown>
  logs(): string
  /** Ends it, and gives its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** Those that a failed test left, by the process that each says it is. */
const running = new Set<number>()

after('ends services that a test has left', () => {
  for (const pid of running) process.kill(pid, 'SIGKILL')
})

/** @example const gateway = await startService(['gateway', 'start'], config) */
export async function startService(
  words: readonly string[],
  config: object,
  env: object = {},
): Promise<ServiceProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'cresolver-service-'))
  const file = join(folder, 'config.yaml')
  writeFileSync(file, JSON.stringify(config))
  const child = start([...words, '--config', file, '--json'], { DATABASE_URL: '', ...env })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    stderr += chunk
  })
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  void exited.then(() => rmSync(folder, { recursive: true, force: true }))
  const first = new Promise<string>((resolve) =>
    createInterface({ input: child.stdout }).once('line', resolve),
  )
  const text = await Promise.race([first, exited.then(() => null)])
  if (text === null) throw new Error(`${words.join(' ')} ended at once: ${stderr.slice(0, 2_000)}`)
  const line = JSON.parse(text)
  const pid = Number(line.pid)
  running.add(pid)
  void exited.then(() => running.delete(pid))
  return {
    url: String(line.url),
    line,
    logs: () => stderr,
    async stop(signal = 'SIGTERM') {
      // The launcher may have started another Node: the service itself says which process it is.
      if (child.exitCode === null && child.signalCode === null) process.kill(pid, signal)
      return exited
    },
  }
}
