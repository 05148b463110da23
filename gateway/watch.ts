import { type FollowOptions, follow, type Watch } from '../services/chain/follow.ts'
import type { Collector } from './Collector.ts'
import type { Gateway } from './Gateway.ts'
import { readCursor, writeCursor } from './Records.ts'
import { keepReport } from './Reports.ts'

/** Follows the market contract: begins rounds that are asked, and notes reports. */
export function watch(gateway: Gateway, collector: Collector, options: FollowOptions): Watch {
  const { store, chain, log, now, metrics } = gateway
  return follow(
    {
      chain,
      async marketsBetween(from, to) {
        const { requested, reported, voided } = await chain.eventsBetween(from, to)
        for (const report of reported) await keepReport(store, chain, report)
        // After a report without quorum, and after a void one, the next round begins without a request.
        return [...requested, ...voided, ...reported.map(({ marketId }) => marketId)]
      },
      async attend(marketId) {
        await beginIfAsked(gateway, collector, marketId)
        return true
      },
      readCursor: () => readCursor(store, chain),
      writeCursor: (cursor) => writeCursor(store, chain, cursor),
      log,
      now,
      metrics,
    },
    options,
  )
}

/** The round that is asked now, begun if it had not; null where none is. */
export async function beginIfAsked(
  { chain }: Gateway,
  collector: Collector,
  marketId: number,
): Promise<number | null> {
  const view = await chain.readRound(marketId)
  if (view === null || !view.isAsked || view.workers.length === 0) return null
  const { number } = await chain.head()
  await collector.begin(view, number)
  return view.round
}
