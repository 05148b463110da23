import { Worker } from 'node:worker_threads'
import type { OracleData, OracleReply, Question } from './oracleThread.ts'
import { threadOptions } from './threadOptions.ts'

/** A node's oracle as the rest of the DON sees it: observations in, its own outcome out. */
export class OracleProcess {
  private readonly worker: Worker
  private readonly waiting = new Map<number, (outcome: OracleReply) => void>()
  private hasEnded = false
  private asked = 0

  constructor(data: OracleData) {
    this.worker = new Worker(new URL('./oracleThread.ts', import.meta.url), {
      ...threadOptions(),
      workerData: data,
    })
    this.worker.on('message', (outcome: OracleReply) => this.answer(outcome))
    // Its exit says the same a moment later.
    this.worker.on('error', () => {})
    this.worker.on('exit', () => {
      this.hasEnded = true
      for (const id of this.waiting.keys()) this.answer(endedReply(id))
    })
  }

  async ask(question: Omit<Question, 'id'>): Promise<OracleReply> {
    const id = this.asked++
    if (this.hasEnded) return endedReply(id)
    return await new Promise((resolve) => {
      this.waiting.set(id, resolve)
      this.worker.postMessage({ ...question, id } satisfies Question)
    })
  }

  async stop(): Promise<void> {
    await this.worker.terminate()
  }

  private answer(outcome: OracleReply): void {
    this.waiting.get(outcome.id)?.(outcome)
    this.waiting.delete(outcome.id)
  }
}

/** An oracle that is gone signs nothing; the others go on without it. */
const endedReply = (id: number): OracleReply => ({
  id,
  error: 'the oracle of this node has ended',
  bytes: new Uint8Array(),
  signature: null,
})
