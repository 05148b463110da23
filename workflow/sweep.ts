import type { Runtime } from '@chainlink/cre-sdk'
import { Sweep } from '../protocol/index.ts'
import { readMarket } from './chain.ts'
import type { Config } from './config.ts'

/** A market that waits for its report, whatever became of its event; null when none does. */
export function findWaiting(runtime: Runtime<Config>, tick: number): bigint | null {
  const count = Number(readMarket(runtime, 'marketCount', [])())
  const reading = Sweep.pages(count, tick).map((first) =>
    readMarket(runtime, 'pendingMarkets', [BigInt(first), BigInt(Sweep.pageSize)]),
  )
  const waiting = reading.flatMap((pending) => {
    const [marketIds, values] = pending()
    return marketIds.map((marketId, i) => ({ marketId, value: values[i]! }))
  })
  return Sweep.pick(waiting, tick)
}
