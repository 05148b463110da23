import { spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

/** Something that a process of its own does: Node with these words. */
export type Job = {
  readonly name: string
  readonly words: readonly string[]
  /** The job that must have succeeded before. */
  readonly after?: string
  /** A file that it writes at its very end: code under test may end the process before, with exit code 0. */
  readonly writes?: string
  /** Beside the environment of this process. */
  readonly env?: Readonly<Record<string, string>>
}

/** Longer than any group takes: a process that a failed test keeps alive must not hold up the others for ever. */
const longestMs = 30 * 60_000

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A program of node_modules, by its file. */
export const programIn = (path: string): string =>
  fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url))

/**
 * Does jobs in their order, one more at once than there are cores, for many wait; gives the names of those that failed. What a process says is
 * shown when it has ended, so that two of them do not talk at once.
 */
export async function runJobs(jobs: readonly Job[], lanes = availableParallelism() + 1): Promise<string[]> {
  const queue = [...jobs]
  const running = new Map<string, Promise<void>>()
  const passed = new Set<string>()
  const failed: string[] = []
  const isReady = ({ after }: Job) => after === undefined || passed.has(after) || failed.includes(after)
  const perform = async (job: Job) => {
    const isLost = job.after !== undefined && failed.includes(job.after)
    if (isLost) process.stdout.write(`\n${job.name}: not run, because "${job.after}" failed\n`)
    if (!isLost && (await run(job))) passed.add(job.name)
    else failed.push(job.name)
    running.delete(job.name)
  }
  const lane = async () => {
    while (queue.length > 0) {
      const at = queue.findIndex(isReady)
      if (at >= 0) {
        const [job] = queue.splice(at, 1)
        const end = perform(job!)
        running.set(job!.name, end)
        await end
      } else if (running.size > 0) await Promise.race(running.values())
      else throw new Error(`"${queue[0]!.name}" waits for "${queue[0]!.after}", which is not among the jobs.`)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  for (const name of failed) process.stderr.write(`failed: ${name}\n`)
  return failed
}

async function run({ name, words, env, writes }: Job): Promise<boolean> {
  const started = performance.now()
  // A second try must not pass by what the first one wrote.
  if (writes !== undefined) rmSync(writes, { force: true })
  const child = spawn(process.execPath, words, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  let said = ''
  const timer = setTimeout(() => {
    said += `\nended after ${longestMs / 60_000} minutes\n`
    child.kill('SIGKILL')
  }, longestMs)
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  clearTimeout(timer)
  const seconds = Math.round((performance.now() - started) / 1_000)
  process.stdout.write(`\n${name} (${seconds} s)\n${said.trimEnd()}\n`)
  if (code !== 0) return false
  const isFinished = writes === undefined || existsSync(writes)
  if (!isFinished) process.stdout.write(`${name}: ended before it was finished\n`)
  return isFinished
}
