import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Patience } from './patience.ts'
import type { Answer, Message, Task } from './worker.ts'
import { root, workshop } from './workshop.ts'

/** The names of the files that hold the contract tests. */
export const testFiles = (): string[] =>
  readdirSync(join(root, 'test/contracts'), { recursive: true })
    .map((file) => basename(String(file)))
    .filter((file) => file.endsWith('.test.ts'))

/** The contract tests in a process of their own, which is started again should a mutant make them wait for ever. */
export class Tests {
  private worker: ChildProcess | null = null
  /** Milliseconds of CPU. */
  private most = Infinity

  /** With no mutant awake all tests must pass; what that takes says when to give up later. */
  async rehearse(): Promise<void> {
    const { by, why, spent } = await this.run({ id: 0, only: 'all', files: [] })
    if (by !== null) throw new Error(`A test fails although no mutant is awake: ${by}\n${why}`)
    this.most = 60_000 + 5 * spent
  }

  async run(task: Task): Promise<Answer> {
    this.worker ??= await startWorker()
    const { worker } = this
    const answer = await new Promise<Answer | null>((resolve) => {
      const patience = new Patience(this.most, Date.now())
      const end = (message: Answer | null) => {
        worker.removeAllListeners()
        resolve(message)
      }
      worker.on('message', (message: Message) => {
        if ('by' in message) end(message)
        else if (patience.isOver(message.spent, Date.now())) worker.kill('SIGKILL')
      })
      worker.on('exit', () => end(null))
      worker.send(task)
    })
    if (answer !== null) return answer
    this.worker = null
    return { by: 'all: they never end', why: 'The tests were stopped.', spent: this.most }
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
