import type { Runtime } from '@chainlink/cre-sdk'
import { Plan, Sweep } from '../protocol/index.ts'
import { readMarket, readNewest } from './chain.ts'
import type { Config } from './config.ts'

/** What a look at the chain's waiting markets found. */
export type Look = {
  readonly marketCount: number
  readonly waiting: readonly Sweep.Waiting[]
  readonly spent: Plan.Spent
}

/** The most that a look takes, unless nodes cannot agree on the newest block. */
export const mostSpent: Plan.Spent = { ...Plan.nothingSpent, reads: 1 + Sweep.maxPages }

/**
 * Markets that wait for their report, whatever became of their events. Of the newest block: in one that is final a market still waits
 * minutes after its report, and would be reported again and again. What of a market is read later is as final as configured.
 */
export function findWaiting(runtime: Runtime<Config>, tick: number): Look {
  const marketCount = Number(readMarket(runtime, 'marketCount', [])())
  let reads = 1
  const ask = (first: number, read: typeof readNewest) => {
    reads++
    return read(runtime, 'pendingMarkets', [BigInt(first), BigInt(Sweep.pageSize)])
  }
  const reading = Sweep.pages(marketCount, tick).map((first) => ({ first, newest: ask(first, readNewest) }))
  const waiting = reading.flatMap(({ first, newest }) => {
    const [marketIds, values] = agreed(newest) ?? ask(first, readMarket)()
    return marketIds.map((marketId, i) => ({ marketId, value: values[i]! }))
  })
  return { marketCount, waiting, spent: { ...Plan.nothingSpent, reads } }
}

/** Nodes that do not have the newest block at the same time may say different things of it; null then. */
function agreed<value>(newest: () => value): value | null {
  try {
    return newest()
  } catch {
    return null
  }
}
