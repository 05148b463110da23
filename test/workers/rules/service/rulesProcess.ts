import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { start } from '../../../helpers/commandLine.ts'

/** The service as a person starts it: another process, by the command line, from a config file. */
export type RulesProcess = {
  readonly url: string
  logs(): string
  /** Ends it, and gives its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

export async function startProcess(config: object, env: object = {}): Promise<RulesProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'cresolver-rules-'))
  const file = join(folder, 'rules.yaml')
  writeFileSync(file, JSON.stringify(config))
  const child = start(['rules', 'serve', '--config', file, '--json'], { DATABASE_URL: '', ...env })
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
  if (text === null) throw new Error(`The service ended at once: ${stderr.slice(0, 2_000)}`)
  const line = JSON.parse(text)
  return {
    url: String(line.url),
    logs: () => stderr,
    async stop(signal = 'SIGTERM') {
      // The launcher may have started another Node: the service itself says which process it is.
      if (child.exitCode === null && child.signalCode === null) process.kill(Number(line.pid), signal)
      return exited
    },
  }
}
