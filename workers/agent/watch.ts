import type { Chain } from '../chain/Chain.ts'
import type { Agent } from './Agent.ts'
import { answerAhead } from './answer.ts'
import { readCursor, writeCursor } from './Records.ts'

export type WatchOptions = {
  readonly pollMs: number
  /** Blocks that may still be replaced: they are looked at again. */
  readonly reorgMargin: number
  /** Blocks a node is asked for at once. */
  readonly blockRange: number
  /** The longest pause after faults. */
  readonly maxBackoffMs?: number
  readonly firstBackoffMs?: number
}

export type Watch = { stop(): Promise<void> }

/** Rounds in doubt are tried again after this long, then twice as long, up to five minutes. */
const firstRetryMs = 10_000
const lastRetryMs = 300_000

/**
 * Follows `ResolutionRequested` of the agent's market and works ahead on rounds it is asked in, so that a ready answer is
 * served. Starts with all markets that wait, goes on from a stored cursor, and outlives faults of the node.
 */
export function watch(agent: Agent, chain: Chain, options: WatchOptions): Watch {
  const { firstBackoffMs = 1_000, maxBackoffMs = 60_000 } = options
  const stopped = new AbortController()
  const doubtful = new Map<number, { due: number; delay: number }>()
  let wake = () => {}

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  async function attend(marketId: number): Promise<void> {
    const round = await chain.readRound(marketId)
    const isDone = round === null || !round.isAsked || (await attempt(round))
    if (isDone) {
      doubtful.delete(marketId)
      return
    }
    const delay = Math.min(lastRetryMs, (doubtful.get(marketId)?.delay ?? firstRetryMs / 2) * 2)
    doubtful.set(marketId, { due: agent.now() + delay, delay })
  }

  /** One market that can't be worked on must not hold up the others. */
  async function attempt(round: Parameters<typeof answerAhead>[1]): Promise<boolean> {
    try {
      return await answerAhead(agent, round)
    } catch (error) {
      agent.log.warn({ err: error, market_id: round.marketId }, 'working ahead failed')
      return false
    }
  }

  async function look(isFirst: boolean): Promise<void> {
    const { number: head } = await chain.head()
    const place = { chainId: chain.chainId, market: chain.market }
    const cursor = await readCursor(agent.store, agent.agentId, place)
    const margin = BigInt(options.reorgMargin)
    const isOtherChain =
      cursor !== undefined &&
      (cursor.block > head || (cursor.hash !== null && (await chain.hashOf(cursor.block)) !== cursor.hash))
    // What a replaced block asked for is found among the markets that wait, wherever its event stands now.
    const due = new Set<number>(isFirst || cursor === undefined || isOtherChain ? await chain.pending() : [])
    let from = cursor === undefined || cursor.block > head ? head : cursor.block - margin + 1n
    if (from < 0n) from = 0n
    while (from <= head) {
      const end = from + BigInt(options.blockRange) - 1n
      const to = end < head ? end : head
      for (const marketId of await chain.requestedBetween(from, to)) due.add(marketId)
      from = to + 1n
    }
    for (const [marketId, { due: at }] of doubtful) if (at <= agent.now()) due.add(marketId)
    for (const marketId of due) {
      if (stopped.signal.aborted) return
      if ((doubtful.get(marketId)?.due ?? 0) <= agent.now()) await attend(marketId)
    }
    await writeCursor(agent.store, agent.agentId, place, { block: head, hash: await chain.hashOf(head) })
    agent.metrics.watchedBlock.set(Number(head))
  }

  async function run(): Promise<void> {
    let isFirst = true
    let faults = 0
    while (!stopped.signal.aborted) {
      try {
        await look(isFirst)
        isFirst = false
        faults = 0
        await pause(options.pollMs)
      } catch (error) {
        faults++
        agent.metrics.chainErrors.inc()
        const longest = Math.min(maxBackoffMs, firstBackoffMs * 2 ** Math.min(faults - 1, 16))
        agent.log.warn({ err: error, faults }, 'the chain could not be watched')
        // Between half and all of it, so that many agents do not come back at once.
        if (!stopped.signal.aborted) await pause(longest * (0.5 + Math.random() / 2))
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
