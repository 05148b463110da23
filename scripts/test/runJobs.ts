import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

/** Something that a process of its own does: Node with these words. */
export type Job = { readonly name: string; readonly words: readonly string[] }

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A program of node_modules, by its file. */
export const programIn = (path: string): string =>
  fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url))

/**
 * Does jobs in their order, as many at once as there are cores; gives the names of those that failed. What a process says is
 * shown when it has ended, so that two of them do not talk at once.
 */
export async function runJobs(jobs: readonly Job[]): Promise<string[]> {
  const queue = [...jobs]
  const failed: string[] = []
  const lane = async () => {
    for (let job = queue.shift(); job !== undefined; job = queue.shift())
      if (!(await run(job))) failed.push(job.name)
  }
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, lane))
  for (const name of failed) process.stderr.write(`failed: ${name}\n`)
  return failed
}

async function run({ name, words }: Job): Promise<boolean> {
  const started = performance.now()
  const child = spawn(process.execPath, words, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const seconds = Math.round((performance.now() - started) / 1_000)
  process.stdout.write(`\n${name} (${seconds} s)\n${said.trimEnd()}\n`)
  return code === 0
}
