import { Worker } from 'node:worker_threads'
import { BaseError } from '../protocol/core.ts'
import type { CapabilityResponse } from './capability.ts'
import { dataOffset, type GuestMessage, type Run, words } from './guestMessages.ts'
import { threadOptions } from './threadOptions.ts'

/** A node's guest as the node sees it: one run at a time, questions while it runs, a result at the end. */
export type Answer = Uint8Array | { readonly error: string }

export type Questions = {
  /** Gives what the call comes to, for a host that keeps its guest's calls itself. */
  call(mode: number, bytes: Uint8Array): Promise<CapabilityResponse> | undefined
  await(bytes: Uint8Array): Promise<Answer>
  getSecrets(bytes: Uint8Array): Promise<Answer>
  awaitSecrets(bytes: Uint8Array): Promise<Answer>
  now(sequence: number): Promise<Answer>
  log(mode: number, text: string): void
}

export type Done = Extract<GuestMessage, { type: 'done' }>

/** Whatever runs a workflow for a node. */
export type Guest = Pick<GuestProcess, 'run' | 'stop'>

/** A reply may be as long as CRE lets it be; what is longer is refused before it gets here. */
const sharedBytes = 1_048_576

export class GuestProcess {
  private readonly module: WebAssembly.Module
  private readonly shared = new SharedArrayBuffer(dataOffset + sharedBytes)
  private worker: Worker | undefined

  constructor(module: WebAssembly.Module) {
    this.module = module
    // Its thread is up by the time the first run comes.
    this.start()
  }

  /** Runs the workflow once. A run past its time is ended with its thread: nothing else stops a loop in a guest. */
  async run(run: Run, questions: Questions, timeoutMs: number): Promise<Done> {
    const worker = this.start()
    return await new Promise<Done>((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer)
        worker.off('message', hear)
        worker.off('error', fail)
        worker.off('exit', gone)
        settle()
      }
      const hear = (message: GuestMessage) => {
        if (message.type === 'done') end(() => resolve(message))
        else this.serve(message, questions)
      }
      const fail = (error: Error) => end(() => reject(error))
      const gone = () => end(() => reject(new GuestEndedError()))
      const timer = setTimeout(() => {
        end(() => reject(new GuestTimeoutError(timeoutMs)))
        void this.stop()
      }, timeoutMs)
      worker.on('message', hear)
      worker.on('error', fail)
      worker.on('exit', gone)
      worker.postMessage(run)
    })
  }

  /** Ends the thread, and with it whatever runs in it; the next run starts another. */
  async stop(): Promise<void> {
    const worker = this.worker
    this.worker = undefined
    await worker?.terminate()
  }

  private start(): Worker {
    if (this.worker === undefined) {
      const worker = new Worker(new URL('./guestThread.ts', import.meta.url), {
        ...threadOptions(),
        workerData: { module: this.module, shared: this.shared },
      })
      worker.on('exit', () => {
        if (this.worker === worker) this.worker = undefined
      })
      this.worker = worker
    }
    return this.worker
  }

  private serve(message: Exclude<GuestMessage, Done>, questions: Questions): void {
    if (message.type === 'call') void questions.call(message.mode, message.bytes)
    else if (message.type === 'log') questions.log(message.mode, message.text)
    else if (message.type === 'now') this.answerWith(questions.now(message.sequence))
    else this.answerWith(questions[message.type](message.bytes))
  }

  private answerWith(reply: Promise<Answer>): void {
    reply.then(
      (answer) => this.answer(answer),
      (error: Error) => this.answer({ error: error.message }),
    )
  }

  private answer(answer: Answer): void {
    const isError = !(answer instanceof Uint8Array)
    const bytes = isError ? Buffer.from(answer.error) : answer
    const isTooLong = bytes.length > sharedBytes
    const sent = isTooLong ? Buffer.from('response buffer too small') : bytes
    const control = new Int32Array(this.shared, 0, 4)
    new Uint8Array(this.shared, dataOffset).set(sent)
    control[words.failed] = isError || isTooLong ? 1 : 0
    control[words.length] = sent.length
    Atomics.store(control, words.answered, 1)
    Atomics.notify(control, words.answered)
  }
}

export class GuestTimeoutError extends BaseError {
  override readonly name = 'Guest.TimeoutError'
  constructor(ms: number) {
    super(`The workflow ran longer than ${ms} ms and was ended.`)
  }
}

export class GuestEndedError extends BaseError {
  override readonly name = 'Guest.EndedError'
  constructor() {
    super('The node stopped while the workflow ran.')
  }
}
