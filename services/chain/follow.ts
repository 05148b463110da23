import type { Logger } from 'pino'
import type { Chain, Mark, Parameters, RoundView } from './Chain.ts'

export type FollowOptions = {
  readonly pollMs: number
  /** Blocks that may still be replaced: they are looked at again. */
  readonly reorgMargin: number
  /** Blocks a node is asked for at once. */
  readonly blockRange: number
  /** All markets that wait are attended to at least this often; without it, only at the start. */
  readonly sweepMs?: number
  /** The longest pause after faults. */
  readonly maxBackoffMs?: number
  readonly firstBackoffMs?: number
  /** Markets that are not done are attended to again after this long, then twice as long. */
  readonly firstRetryMs?: number
  readonly lastRetryMs?: number
  /** Markets attended to at once: what they ask of the chain in the same moment is one question. */
  readonly atOnce?: number
}

/** How far the chain's events have been dealt with. */
export type Cursor = { readonly block: bigint; readonly hash: string | null }

export type Follower = {
  readonly chain: Chain
  /** What happened to markets, both blocks included. */
  marketsBetween(from: bigint, to: bigint): Promise<readonly Mark[]>
  /**
   * Whether nothing is left to do for the market now; `over` where nothing will be until something happens to it. Throws when
   * the chain can't be asked.
   */
  attend(marketId: number): Promise<boolean | 'over'>
  readCursor(): Promise<Cursor | undefined>
  writeCursor(cursor: Cursor): Promise<unknown>
  readonly log: Logger
  readonly now: () => number
  /** Told of each block up to which all is dealt with, and of each fault. */
  readonly metrics: {
    readonly watchedBlock: { set(block: number): void }
    readonly chainErrors: { inc(): void }
  }
}

export type Watch = { stop(): Promise<void> }

/** Before the first look. */
const nothing: ReadonlySet<string> = new Set()

/**
 * Follows the events of a market contract: starts with all markets that wait, goes on from a stored cursor, looks again at
 * blocks that may be replaced, and outlives faults of the node.
 */
export function follow(follower: Follower, options: FollowOptions): Watch {
  const { chain, log, now, metrics } = follower
  const { firstBackoffMs = 1_000, maxBackoffMs = 60_000, sweepMs = Number.POSITIVE_INFINITY } = options
  const { firstRetryMs = 10_000, lastRetryMs = 300_000, atOnce = 64 } = options
  const stopped = new AbortController()
  const doubtful = new Map<number, { due: number; delay: number }>()
  /** Events of the blocks that may still be replaced which were dealt with. */
  let dealtWith: ReadonlySet<string> = nothing
  const over = new Set<number>()
  const margin = BigInt(options.reorgMargin)
  let sweptAt = Number.NEGATIVE_INFINITY
  let wake = () => {}

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
      // A stop during a look found no pause to end.
      if (stopped.signal.aborted) wake()
    })

  async function attend(marketId: number): Promise<void> {
    const isDone = await follower.attend(marketId)
    if (isDone === 'over') over.add(marketId)
    if (isDone !== false) {
      doubtful.delete(marketId)
      return
    }
    const delay = Math.min(lastRetryMs, (doubtful.get(marketId)?.delay ?? firstRetryMs / 2) * 2)
    doubtful.set(marketId, { due: now() + delay, delay })
  }

  /** All of them, so many at once; where one can't be attended to, those under way end first. */
  async function attendAll(due: ReadonlySet<number>): Promise<void> {
    const left = [...due].filter((marketId) => (doubtful.get(marketId)?.due ?? 0) <= now())
    const next = async (): Promise<void> => {
      for (let marketId = left.shift(); marketId !== undefined; marketId = left.shift()) {
        if (stopped.signal.aborted) return
        await attend(marketId)
      }
    }
    const ended = await Promise.allSettled(Array.from({ length: Math.min(atOnce, left.length) }, next))
    for (const one of ended) if (one.status === 'rejected') throw one.reason
  }

  /** What happened since a block, in pieces that a node gives at once. */
  async function marksSince(first: bigint, head: bigint): Promise<Mark[]> {
    const marks: Mark[] = []
    for (let from = first < 0n ? 0n : first; from <= head; from += BigInt(options.blockRange)) {
      const end = from + BigInt(options.blockRange) - 1n
      marks.push(...(await follower.marketsBetween(from, end < head ? end : head)))
    }
    return marks
  }

  async function look(): Promise<void> {
    const head = await chain.head()
    const cursor = await follower.readCursor()
    const isSame = cursor?.block === head.number && cursor.hash === head.hash
    const isOtherChain = !isSame && cursor !== undefined && (await isReplaced(chain, cursor, head))
    // What a replaced block asked for is found among the markets that wait, wherever its event stands now.
    const sweeps = cursor === undefined || isOtherChain || now() - sweptAt >= sweepMs
    const waiting = sweeps ? await chain.pending() : []
    const due = new Set(waiting.filter((marketId) => !over.has(marketId)))
    for (const marketId of over) if (sweeps && !waiting.includes(marketId)) over.delete(marketId)
    // In a block that was looked at nothing happens any more.
    const looks = !isSame || dealtWith === nothing
    const first =
      cursor === undefined || cursor.block > head.number ? head.number : cursor.block - margin + 1n
    const marks = looks ? await marksSince(first, head.number) : []
    for (const { marketId, id } of marks) if (!dealtWith.has(id)) due.add(marketId)
    for (const [marketId, { due: at }] of doubtful) if (at <= now()) due.add(marketId)
    await attendAll(due)
    if (stopped.signal.aborted) return
    if (looks) dealtWith = new Set(marks.map(({ id }) => id))
    if (!isSame) await follower.writeCursor({ block: head.number, hash: head.hash })
    if (sweeps) sweptAt = now()
    metrics.watchedBlock.set(Number(head.number))
  }

  async function run(): Promise<void> {
    let faults = 0
    while (!stopped.signal.aborted) {
      try {
        await look()
        faults = 0
        await pause(options.pollMs)
      } catch (error) {
        faults++
        metrics.chainErrors.inc()
        const longest = Math.min(maxBackoffMs, firstBackoffMs * 2 ** Math.min(faults - 1, 16))
        // One fault passes by itself; a person should know of those that go on.
        log[faults < 3 ? 'info' : 'warn']({ err: error, faults }, 'the chain could not be watched')
        // Between half and all of it, so that many do not come back at once.
        await pause(longest * (0.5 + Math.random() / 2))
      }
    }
  }

  const running = run()
  return {
    async stop() {
      stopped.abort()
      wake()
      await running
    },
  }
}

/** Whether the block that was looked at last is not part of the chain any more. */
async function isReplaced(chain: Chain, { block, hash }: Cursor, head: { number: bigint }): Promise<boolean> {
  if (block > head.number) return true
  return hash !== null && (await chain.hashOf(block)) !== hash
}

/** Whether a round is asked in vain: it takes no report any more, though nobody has expired it yet. */
export const isOver = (
  round: RoundView,
  { resolutionTimeout }: Pick<Parameters, 'resolutionTimeout'>,
): boolean => round.isAsked && round.now >= round.requestedAt + resolutionTimeout
