import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Answer, Task } from './worker.ts'
import { root, workshop } from './workshop.ts'

/** The names of the files that hold the contract tests. */
export const testFiles = (): string[] =>
  readdirSync(join(root, 'test/contracts'), { recursive: true })
    .map((file) => basename(String(file)))
    .filter((file) => file.endsWith('.test.ts'))

/** The contract tests in a process of their own, which is started again should a mutant make them wait for ever. */
export class Tests {
  private worker: ChildProcess | null = null
  private patience = 30 * 60_000

  /** With no mutant awake all tests must pass; how long that takes says when to give up later. */
  async rehearse(): Promise<void> {
    const start = Date.now()
    const { by, why } = await this.run({ id: 0, only: 'all', files: [] })
    if (by !== null) throw new Error(`A test fails although no mutant is awake: ${by}\n${why}`)
    this.patience = 60_000 + 5 * (Date.now() - start)
  }

  async run(task: Task): Promise<Answer> {
    this.worker ??= await startWorker()
    const { worker } = this
    const answer = await new Promise<Answer | null>((resolve) => {
      const timer = setTimeout(() => worker.kill('SIGKILL'), this.patience)
      const end = (message: Answer | null) => {
        clearTimeout(timer)
        worker.removeAllListeners()
        resolve(message)
      }
      worker.on('message', (message: Answer) => end(message))
      worker.on('exit', () => end(null))
      worker.send(task)
    })
    if (answer !== null) return answer
    this.worker = null
    return { by: 'all: they never end', why: 'The tests were stopped.' }
  }

  close(): void {
    this.worker?.kill()
  }
}

async function startWorker(): Promise<ChildProcess> {
  const file = fileURLToPath(new URL('worker.ts', import.meta.url))
  const env = { ...process.env, CRESOLVER_MUTANTS: 'asleep' }
  const worker = fork(file, { cwd: workshop, env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const [first] = await Promise.race([once(worker, 'message'), once(worker, 'exit')])
  if (first !== 'ready') throw new Error('The tests do not load.')
  return worker
}
