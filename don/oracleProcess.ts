import { Worker } from 'node:worker_threads'
import type { OracleData, OracleReply, Question } from './oracleThread.ts'
import { threadOptions } from './threadOptions.ts'

/** A node's oracle as the rest of the DON sees it: observations in, its own outcome out. */
export class OracleProcess {
  private readonly worker: Worker
  private readonly waiting = new Map<number, (outcome: OracleReply) => void>()
  private asked = 0

  constructor(data: OracleData) {
    this.worker = new Worker(new URL('./oracleThread.ts', import.meta.url), {
      ...threadOptions(),
      workerData: data,
    })
    this.worker.on('message', (outcome: OracleReply) => {
      this.waiting.get(outcome.id)?.(outcome)
      this.waiting.delete(outcome.id)
    })
  }

  async ask(question: Omit<Question, 'id'>): Promise<OracleReply> {
    const id = this.asked++
    return await new Promise((resolve) => {
      this.waiting.set(id, resolve)
      this.worker.postMessage({ ...question, id } satisfies Question)
    })
  }

  async stop(): Promise<void> {
    await this.worker.terminate()
  }
}
