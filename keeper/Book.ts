import type { Change, Read } from './Chain.ts'
import { type Decision, decide } from './decide.ts'
import { type Call, type Facts, type Head, keyOf, type Terms } from './Market.ts'

type Entry = {
  read: Read
  decision: Decision
  /** Seats whose feedback is due; null before anybody has looked. */
  feedback: Set<number> | null
  /** The block in which nothing was left to do; null while something is. */
  doneSince: number | null
}

type Seen = Pick<Change, 'marketId' | 'block'>

/**
 * Which markets are alive, what is due for each, and which are to be read again. It holds nothing that the chain could not tell
 * again: a process that starts anew reads it all.
 */
export class Book {
  private readonly entries = new Map<number, Entry>()
  private readonly touched = new Set<number>()
  private seen = new Map<string, Seen>()
  private readonly asks = new Map<number, number>()
  private lookedAt: number | null = null
  private gone = new Set<string>()
  private readonly dueSince = new Map<string, { block: number; time: number }>()
  readonly done: Set<number>
  private readonly terms: Terms
  private readonly reorgMargin: number

  constructor(options: { terms: Terms; reorgMargin: number; done?: Iterable<number> }) {
    this.terms = options.terms
    this.reorgMargin = options.reorgMargin
    this.done = new Set(options.done ?? [])
  }

  /** Has a market read again. One that was done is alive again. */
  touch(marketId: number): void {
    this.done.delete(marketId)
    this.touched.add(marketId)
  }

  /** Has all markets up to the last one read again, except those that are done. */
  touchAll(count: number): void {
    for (let id = 1; id <= count; id++) if (!this.done.has(id)) this.touched.add(id)
    for (const entry of this.entries.values()) entry.feedback = null
  }

  /**
   * Compares what happened since a block with what had happened when it was looked last: markets with something new are read
   * again, and those of which something has gone with a replaced block. Gives what is new.
   */
  compare(changes: readonly Change[], from: number, head: Head, isFirst = false): readonly Change[] {
    const now = new Map<string, Seen>()
    const fresh: Change[] = []
    for (const change of changes) {
      const name = `${change.blockHash} ${change.marketId} ${change.kind} ${change.seat}`
      now.set(name, change)
      if (!this.seen.has(name)) fresh.push(change)
    }
    for (const [name, { marketId, block }] of this.seen)
      if (block >= from && !now.has(name)) {
        this.touch(marketId)
        // What had been published may have to be again.
        const entry = this.entries.get(marketId)
        if (entry !== undefined) entry.feedback = null
      }
    this.seen = now
    const before = this.lookedAt
    this.lookedAt = head.timestamp
    if (isFirst) return []
    // Of a block between two looks only the earliest time is known. Who asks again too early is told when to.
    for (const change of fresh)
      this.take(change, change.block === head.number ? head.timestamp : (before ?? head.timestamp))
    return fresh
  }

  private take({ marketId, kind, seat }: Change, time: number): void {
    this.touch(marketId)
    if (kind === 'asked') this.noteAsk(marketId, time)
    if (seat !== null) this.entries.get(marketId)?.feedback?.delete(seat)
  }

  /** When a round was last asked, as far as it is known. */
  noteAsk(marketId: number, time: number): void {
    this.asks.set(marketId, time)
  }

  /** Markets that are to be read now: something happened to them, or their time has come. */
  toRead(head: Head): number[] {
    const ids = new Set(this.touched)
    for (const [id, { decision, doneSince }] of this.entries) {
      const { lookAt } = decision
      const isTime =
        lookAt !== null && ('time' in lookAt ? head.timestamp >= lookAt.time : head.number >= lookAt.block)
      const isDeep = doneSince !== null && head.number >= doneSince + this.reorgMargin
      if (isTime || isDeep) ids.add(id)
    }
    return [...ids].sort((a, b) => a - b)
  }

  /** Whether the seats of a market are still to be looked at. */
  needsFeedback({ marketId, status }: Read): boolean {
    const isDue = status === 'Settled' || status === 'Finalized'
    return isDue && (this.entries.get(marketId)?.feedback ?? null) === null
  }

  /** What was read of some markets; those that were asked for and are not among them do not exist. Gives those that are over. */
  put(
    asked: readonly number[],
    reads: readonly Read[],
    feedback: ReadonlyMap<number, readonly number[]>,
    head: Head,
  ): number[] {
    const over: number[] = []
    const found = new Map(reads.map((read) => [read.marketId, read]))
    for (const id of asked) {
      this.touched.delete(id)
      const read = found.get(id)
      if (read === undefined) this.entries.delete(id)
      else if (this.putOne(read, feedback.get(id), head)) over.push(id)
    }
    this.refresh(head)
    return over
  }

  /** Decides again what is due already: less time is left for it with every block. */
  private refresh(head: Head): void {
    for (const entry of this.entries.values())
      if (entry.decision.calls.length > 0)
        entry.decision = decide(this.factsOf(entry.read, entry.feedback), this.terms, head)
    this.noteDue(head)
  }

  /** Whether a market is over: nothing was left when its block was young, and nothing is now that it is deep. */
  private putOne(read: Read, seats: readonly number[] | undefined, head: Head): boolean {
    const before = this.entries.get(read.marketId)
    const feedback = seats === undefined ? (before?.feedback ?? null) : new Set(seats)
    const decision = decide(this.factsOf(read, feedback), this.terms, head)
    const since = before?.doneSince ?? null
    if (decision.isDone && since !== null && head.number >= since + this.reorgMargin) {
      this.entries.delete(read.marketId)
      this.done.add(read.marketId)
      return true
    }
    const doneSince = decision.isDone ? (since ?? head.number) : null
    this.entries.set(read.marketId, { read, decision, feedback, doneSince })
    return false
  }

  private factsOf(read: Read, feedback: ReadonlySet<number> | null): Facts {
    const lastAsk = Math.max(read.requestedAt, this.asks.get(read.marketId) ?? 0)
    return { ...read, lastAsk, feedback: [...(feedback ?? [])].sort((a, b) => a - b) }
  }

  private noteDue(head: Head): void {
    const keys = new Set<string>()
    for (const call of this.calls()) {
      const key = keyOf(call)
      keys.add(key)
      if (!this.dueSince.has(key)) this.dueSince.set(key, { block: head.number, time: head.timestamp })
    }
    for (const key of this.dueSince.keys()) {
      if (keys.has(key)) continue
      this.dueSince.delete(key)
      this.gone.add(key)
    }
  }

  /** Calls that are not due any more, since this was last asked. */
  takeGone(): ReadonlySet<string> {
    const gone = this.gone
    this.gone = new Set()
    return gone
  }

  /** Everything that is due, in no order. */
  calls(): Call[] {
    return [...this.entries.values()].flatMap(({ decision }) => decision.calls)
  }

  isDue = (key: string): boolean => this.dueSince.has(key)

  /** Since when a call has been due, by block and time of the chain. */
  since(call: Call): { readonly block: number; readonly time: number } | null {
    return this.dueSince.get(keyOf(call)) ?? null
  }

  get size(): number {
    return this.entries.size
  }
}
