import type { Logger } from 'pino'
import type { Chain } from './Chain.ts'

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
}

/** How far the chain's events have been dealt with. */
export type Cursor = { readonly block: bigint; readonly hash: string | null }

export type Follower = {
  readonly chain: Chain
  /** Markets that something happened to, both blocks included. */
  marketsBetween(from: bigint, to: bigint): Promise<readonly number[]>
  /** Whether nothing is left to do for the market now. Throws when the chain can't be asked. */
  attend(marketId: number): Promise<boolean>
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

/**
 * Follows the events of a market contract: starts with all markets that wait, goes on from a stored cursor, looks again at
 * blocks that may be replaced, and outlives faults of the node.
 */
export function follow(follower: Follower, options: FollowOptions): Watch {
  const { chain, log, now, metrics } = follower
  const { firstBackoffMs = 1_000, maxBackoffMs = 60_000, sweepMs = Number.POSITIVE_INFINITY } = options
  const { firstRetryMs = 10_000, lastRetryMs = 300_000 } = options
  const stopped = new AbortController()
  const doubtful = new Map<number, { due: number; delay: number }>()
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
    if (await follower.attend(marketId)) {
      doubtful.delete(marketId)
      return
    }
    const delay = Math.min(lastRetryMs, (doubtful.get(marketId)?.delay ?? firstRetryMs / 2) * 2)
    doubtful.set(marketId, { due: now() + delay, delay })
  }

  async function look(): Promise<void> {
    const { number: head } = await chain.head()
    const cursor = await follower.readCursor()
    const isOtherChain =
      cursor !== undefined &&
      (cursor.block > head || (cursor.hash !== null && (await chain.hashOf(cursor.block)) !== cursor.hash))
    // What a replaced block asked for is found among the markets that wait, wherever its event stands now.
    const sweeps = cursor === undefined || isOtherChain || now() - sweptAt >= sweepMs
    const due = new Set<number>(sweeps ? await chain.pending() : [])
    let from =
      cursor === undefined || cursor.block > head ? head : cursor.block - BigInt(options.reorgMargin) + 1n
    if (from < 0n) from = 0n
    while (from <= head) {
      const end = from + BigInt(options.blockRange) - 1n
      const to = end < head ? end : head
      for (const marketId of await follower.marketsBetween(from, to)) due.add(marketId)
      from = to + 1n
    }
    for (const [marketId, { due: at }] of doubtful) if (at <= now()) due.add(marketId)
    for (const marketId of due) {
      if (stopped.signal.aborted) return
      if ((doubtful.get(marketId)?.due ?? 0) <= now()) await attend(marketId)
    }
    await follower.writeCursor({ block: head, hash: await chain.hashOf(head) })
    if (sweeps) sweptAt = now()
    metrics.watchedBlock.set(Number(head))
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
        log.warn({ err: error, faults }, 'the chain could not be watched')
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
