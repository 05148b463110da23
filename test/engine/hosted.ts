import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Duplex } from 'node:stream'

/** CRE's own host in a process of its own, driven by lines of JSON; what its executions ask is answered here. */
export type Terms = {
  readonly timeoutMs: number
  readonly maxMemoryMB: number
  readonly maxResponseBytes: number
  /** How many calls may be under way; as CRE has it unless told. */
  readonly maxCalls?: number
  /** Counted only where a module was loaded with some. */
  readonly fuel?: number
}

/** What executions ask of whoever stands where CRE's engine stands. */
export type Asked = {
  readonly call: (bytes: Uint8Array) => Promise<Uint8Array>
  readonly secrets: (bytes: Uint8Array) => Promise<Uint8Array>
  readonly now: () => Promise<Uint8Array>
  readonly log: (text: string) => void
  readonly metric?: (name: string) => void
}

/** What came of an order, with what the process has used so far. */
export type Told = {
  readonly bytes: Uint8Array
  readonly error: string | null
  readonly ms: number
  readonly cpuMs: number
  readonly rssMB: number
}

type Line = {
  readonly id: number
  readonly ask?: 'call' | 'secrets' | 'now' | 'log' | 'metric'
  readonly run?: number
  readonly bytes?: string
  readonly error?: string
  readonly ms: number
  readonly cpuMs: number
  readonly rssMB: number
}

export class Hosted {
  /** What workflows wrote to standard output. */
  readonly written: string[] = []
  private readonly child: ChildProcess
  private readonly channel: Duplex
  private readonly orders = new Map<number, (told: Told) => void>()
  private readonly runs = new Map<number, Asked>()
  private readonly ended: Promise<void>
  private ordered = 0

  constructor(program: string) {
    this.child = spawn(program, { stdio: ['ignore', 'pipe', 'inherit', 'pipe'] })
    this.channel = this.child.stdio[3] as Duplex
    this.child.stdout!.on('data', (chunk) => this.written.push(String(chunk)))
    createInterface({ input: this.channel }).on('line', (line) => this.hear(JSON.parse(line) as Line))
    this.ended = new Promise((resolve) => {
      this.child.once('close', () => {
        const error = 'the host has ended'
        for (const done of this.orders.values())
          done({ bytes: new Uint8Array(), error, ms: 0, cpuMs: 0, rssMB: 0 })
        resolve()
      })
    })
  }

  /** Compiles a module; gives its number and how long that took. */
  async load(wasm: string, terms: Terms, options: { isCompressed?: boolean } = {}): Promise<Loaded> {
    const { id, told } = this.order({ do: 'load', wasm, ...terms, ...options })
    const { error, ms } = await told
    if (error !== null) throw new Error(`The host refuses the module: ${error}`)
    return { module: id, ms }
  }

  /** Changes what the next executions of a module may use. */
  async limit(module: number, terms: Pick<Terms, 'maxMemoryMB' | 'fuel'>): Promise<void> {
    const { error } = await this.order({ do: 'limit', module, ...terms }).told
    if (error !== null) throw new Error(error)
  }

  /** What the process has used so far. */
  async account(): Promise<Told> {
    return await this.order({ do: 'account' }).told
  }

  execute(
    { module, request, execution }: { module: number; request: Uint8Array; execution: string },
    asked: Asked,
  ): { readonly told: Promise<Told>; cancel(): void } {
    const { id, told } = this.order({ do: 'execute', module, request: base64(request), execution, ...whose })
    this.runs.set(id, asked)
    return {
      told: told.finally(() => this.runs.delete(id)),
      cancel: () => this.say({ do: 'cancel', id }),
    }
  }

  async stop(): Promise<void> {
    this.channel.end()
    await this.ended
  }

  private order(order: object): { readonly id: number; readonly told: Promise<Told> } {
    const id = ++this.ordered
    const told = new Promise<Told>((resolve) => this.orders.set(id, resolve))
    this.say({ id, ...order })
    return { id, told }
  }

  private say(line: object): void {
    this.channel.write(`${JSON.stringify(line)}\n`)
  }

  private hear({ id, ask, run = 0, bytes = '', error = '', ...used }: Line): void {
    const given = new Uint8Array(Buffer.from(bytes, 'base64'))
    if (ask === undefined) {
      const done = this.orders.get(id)
      this.orders.delete(id)
      done?.({ bytes: given, error: error === '' ? null : error, ...used })
      return
    }
    // An execution that has ended may have left calls behind.
    const asked = this.runs.get(run)
    if (asked === undefined) return
    if (ask === 'log') asked.log(Buffer.from(given).toString())
    else if (ask === 'metric') asked.metric?.(Buffer.from(given).toString())
    else
      asked[ask](given).then(
        (answer) => this.say({ do: 'answer', id, answer: base64(answer) }),
        (failure: Error) => this.say({ do: 'answer', id, error: failure.message }),
      )
  }
}

export type Loaded = { readonly module: number; readonly ms: number }

/** The host counts calls under way by workflow, and refuses those of none. */
const whose = { owner: 'cresolver', workflow: 'cresolver-local' }

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
