import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { temporaryDatabase } from '../openStores.ts'

/** A worker as a person starts it: another process, by the command line, from a config file. */
const cresolver = fileURLToPath(new URL('../../cli/bin/cresolver.mjs', import.meta.url))

/** The example configs and their recordings. */
export const examples = fileURLToPath(new URL('../../workers/agent/examples', import.meta.url))

export type WorkerProcess = {
  readonly url: string
  /** The line that it printed. */
  readonly line: Record<string, unknown>
  readonly pid: number
  /** All that it wrote to stderr so far. */
  logs(): string
  /** Bytes of memory it holds now, and the most it ever held; null where the system does not tell. */
  memory(): { readonly now: number; readonly most: number } | null
  /** Ends it, and gives its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

export type WorkerOptions = {
  /** What differs from a plain `aap` worker on the example's recordings, without a rate limit. */
  readonly config?: object
  readonly env?: Readonly<Record<string, string>>
  readonly args?: readonly string[]
  /** Flags of Node itself. */
  readonly node?: readonly string[]
}

/** Writes a config file into a folder of its own; `remove` takes the folder away. */
export function configFile(config: object = {}): { readonly file: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'cresolver-worker-'))
  const file = join(folder, 'worker.yaml')
  const whole = {
    agentId: 0,
    personality: 'aap',
    listen: { host: '127.0.0.1', port: 0 },
    sources: { transport: 'replay', fixtures: join(examples, 'fixtures') },
    callers: { rate: null },
    ...config,
  }
  // JSON is YAML.
  writeFileSync(file, JSON.stringify(whole, null, 2))
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export async function startWorker(options: WorkerOptions = {}): Promise<WorkerProcess> {
  // Making a database takes seconds: a worker that does not say where its own is gets a copy of an empty one.
  const isPlaced = options.config !== undefined && 'store' in options.config
  const database = isPlaced || options.env?.DATABASE_URL ? null : await temporaryDatabase()
  const store = database === null ? {} : { store: { folder: database.path } }
  const { file, remove } = configFile({ ...store, ...options.config })
  const words = [...(options.node ?? []), cresolver, 'worker', 'start', '--config', file, '--json']
  const child = spawn(process.execPath, [...words, ...(options.args ?? [])], {
    env: { ...process.env, DATABASE_URL: '', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    // Enough to see what went wrong, not all of a hundred thousand requests.
    if (stderr.length < 1_000_000) stderr += chunk
  })
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  void exited.then(() => {
    remove()
    database?.remove()
  })
  const line = await firstLine(child, exited, () => stderr)
  return {
    url: String(line.url),
    line,
    pid: child.pid!,
    logs: () => stderr,
    // The launcher may have started another Node: the worker itself says which process it is.
    memory: () => memoryOf(Number(line.pid)),
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) process.kill(Number(line.pid), signal)
      return exited
    },
  }
}

async function firstLine(
  child: ChildProcess,
  exited: Promise<unknown>,
  stderr: () => string,
): Promise<Record<string, unknown>> {
  const lines = createInterface({ input: child.stdout! })
  const first = new Promise<string>((resolve) => lines.once('line', resolve))
  const ended = exited.then(() => null)
  const line = await Promise.race([first, ended])
  const said = line === null ? null : JSON.parse(line)
  // An error is a line of JSON as well, and it has no address.
  if (typeof said?.url !== 'string')
    throw new Error(`The worker ended at once: ${(line ?? stderr()).slice(0, 2_000)}`)
  return said
}

function memoryOf(pid: number): { now: number; most: number } | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1])
    return { now: kilobytes('VmRSS') * 1_024, most: kilobytes('VmHWM') * 1_024 }
  } catch {
    return null
  }
}
