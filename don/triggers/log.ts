import { setTimeout as sleep } from 'node:timers/promises'
import { toBinary } from '@bufbuild/protobuf'
import { anyPack } from '@bufbuild/protobuf/wkt'
import type { EVM_PB } from '@chainlink/cre-sdk/pb'
import { bytesToHex } from 'viem'
import type { EvmCapability } from '../capabilities/evm.ts'
import type { EngineLimits } from '../limits.ts'
import { Evm } from '../sdk.ts'
import { Bucket } from './Bucket.ts'
import { type Note, type Trigger, type TriggerEvent, TriggerRefusedError } from './trigger.ts'

export type LogOptions = {
  readonly pollMs: number
  /** A log is handed on so long after it was seen: real chains take this long to be sure of it. */
  readonly finalityMs: number
  /** The first block that counts; without it, the one after the chain's head. */
  readonly fromBlock?: bigint
}

export type LogTriggerOptions = LogOptions & {
  readonly handler: number
  readonly chain: Pick<EvmCapability, 'head' | 'logs'>
  readonly filter: EVM_PB.FilterLogTriggerRequest
  readonly limits: EngineLimits['LogTrigger']
  readonly fire: (event: TriggerEvent) => void
  readonly note: Note
  /** For faults: a log that never arrives. */
  readonly drop?: ((log: EVM_PB.Log) => boolean) | undefined
  readonly now?: () => number
}

/** Blocks that may still be replaced: they are looked at again and again. */
const margin = 64n
/** Blocks a node is asked for at once. */
const range = 1_000n
/** Events that are remembered, so that none is handed on twice. */
const remembered = 10_000
const longestPauseMs = 2_000

const levels = ['safe', 'latest', 'finalized'] as const

/** A log's name among all events, as CRE writes it. */
export const eventIdOf = ({ txHash, blockHash, index }: EVM_PB.Log): string =>
  `${bytesToHex(txHash).slice(2)}:${bytesToHex(blockHash).slice(2)}:${index}`

/** Hands on the logs of a filter, each once, oldest first. */
export async function startLogTrigger(options: LogTriggerOptions): Promise<Trigger> {
  checkFilter(options)
  const { chain, filter, pollMs, note } = options
  const level = levels[filter.confidence] ?? 'safe'
  let first = options.fromBlock ?? (await chain.head(level)) + 1n
  const seen = new Seen(options)
  const stopped = new AbortController()
  let next = first
  let failures = 0

  /** A failure half-way loses nothing: the next look begins where this one got to. */
  async function look(): Promise<void> {
    const head = await chain.head(level)
    // A chain that was turned back, or begun anew, has a head below what was read already.
    if (options.fromBlock === undefined && head + 1n < first) first = head + 1n
    const end = next > head + 1n ? head + 1n : next
    let from = lowest(end - margin, seen.oldestWaiting)
    if (from < first) from = first
    for (; from <= head; from += range) {
      const to = from + range - 1n < head ? from + range - 1n : head
      seen.found(from, to, await chain.logs(filter, from, to))
      next = to + 1n
    }
  }

  let looking: Promise<void> | undefined
  /** One look at a time; whoever asks meanwhile waits for that one. */
  const lookOnce = (): Promise<void> => {
    looking ??= look().finally(() => {
      looking = undefined
    })
    return looking
  }

  async function watch(): Promise<void> {
    while (!stopped.signal.aborted) {
      try {
        await lookOnce()
        if (failures > 0) note(`the chain's node answers again, after ${failures} failures`)
        failures = 0
      } catch (error) {
        if (failures++ === 0) note(`the chain's node fails, and is asked again: ${(error as Error).name}`)
      }
      const pause = Math.min(pollMs * 2 ** Math.min(failures, 10), Math.max(pollMs, longestPauseMs))
      await sleep(pause, undefined, { signal: stopped.signal }).catch(() => {})
    }
  }

  const watching = watch()
  return {
    async settle() {
      // One that began before the call may have read the head too early.
      await looking?.catch(() => {})
      await lookOnce().catch(() => {})
      while (!stopped.signal.aborted && seen.isWaiting) {
        await sleep(pollMs, undefined, { signal: stopped.signal }).catch(() => {})
        await lookOnce().catch(() => {})
      }
    },
    async stop() {
      stopped.abort()
      seen.close()
      await Promise.race([watching, sleep(1_000, undefined, { ref: false })])
    },
  }
}

const lowest = (a: bigint, b: bigint | undefined): bigint => (b === undefined || a < b ? a : b)

type Waiting = { readonly block: bigint; readonly at: number }

/** Which logs were seen, and which of them still wait for finality. */
class Seen {
  private readonly options: LogTriggerOptions
  private readonly bucket: Bucket
  private readonly now: () => number
  private readonly waiting = new Map<string, Waiting>()
  private readonly done = new Set<string>()
  private isClosed = false

  constructor(options: LogTriggerOptions) {
    this.options = options
    this.now = options.now ?? Date.now
    this.bucket = new Bucket(options.limits.EventRateLimit, this.now)
  }

  get isWaiting(): boolean {
    return this.waiting.size > 0
  }

  get oldestWaiting(): bigint | undefined {
    return [...this.waiting.values()].reduce<bigint | undefined>(
      (low, { block }) => lowest(block, low),
      undefined,
    )
  }

  /** All logs that the chain shows from one block to another. */
  found(from: bigint, to: bigint, logs: readonly EVM_PB.Log[]): void {
    if (this.isClosed) return
    const present = logs.filter(({ removed }) => !removed)
    const ids = new Set(present.map(eventIdOf))
    for (const [id, { block }] of this.waiting) {
      if (block < from || block > to || ids.has(id)) continue
      this.waiting.delete(id)
      this.options.note(`log ${id} was taken back by the chain`)
    }
    for (const log of present) this.foundOne(eventIdOf(log), log)
  }

  close(): void {
    this.isClosed = true
    this.waiting.clear()
  }

  private foundOne(id: string, log: EVM_PB.Log): void {
    if (this.done.has(id)) return
    const known = this.waiting.get(id) ?? { block: blockOf(log), at: this.now() }
    if (this.now() - known.at < this.options.finalityMs) {
      this.waiting.set(id, known)
      return
    }
    this.waiting.delete(id)
    this.done.add(id)
    if (this.done.size > remembered) this.done.delete(this.done.values().next().value!)
    this.handOn(id, log)
  }

  private handOn(id: string, log: EVM_PB.Log): void {
    const { limits, note, drop, fire, handler } = this.options
    const size = toBinary(Evm.LogSchema, log).length
    if (drop?.(log)) note(`log ${id} is dropped on purpose`)
    else if (size > limits.EventSizeLimit)
      note(`log ${id} is dropped: ${size} bytes of ${limits.EventSizeLimit}`)
    else if (!this.bucket.take()) note(`log ${id} is dropped: too many at once`)
    else fire({ handler, trigger: 'log', event: id, payload: anyPack(Evm.LogSchema, log) })
  }
}

const blockOf = ({ blockNumber }: EVM_PB.Log): bigint =>
  blockNumber === undefined || blockNumber.absVal.length === 0 ? 0n : BigInt(bytesToHex(blockNumber.absVal))

/** What CRE refuses when a trigger is registered. */
function checkFilter({ handler, filter, limits }: LogTriggerOptions): void {
  const refuse = (why: string) => new TriggerRefusedError(handler, why)
  const { addresses, topics } = filter
  if (addresses.length === 0) throw refuse('at least one address is required')
  if (addresses.length > limits.FilterAddressLimit)
    throw refuse(`${addresses.length} addresses, limit is ${limits.FilterAddressLimit}`)
  if (addresses.some(({ length }) => length !== 20)) throw refuse('an address has not 20 bytes')
  if (topics.length > 4) throw refuse(`at most 4 topics, not ${topics.length}`)
  if ((topics[0]?.values.length ?? 0) === 0) throw refuse('at least one event signature is required')
  for (const { values } of topics) {
    if (values.length > limits.FilterTopicsPerSlotLimit)
      throw refuse(`${values.length} topics in one slot, limit is ${limits.FilterTopicsPerSlotLimit}`)
    if (values.some(({ length }) => length !== 32)) throw refuse('a topic has not 32 bytes')
  }
}
