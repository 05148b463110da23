import type { RoundView } from '../services/chain/Chain.ts'
import { type FollowOptions, follow, isOver, type Watch } from '../services/chain/follow.ts'
import type { Collector } from './Collector.ts'
import type { Gateway } from './Gateway.ts'
import { leaveUnsealed, readCursor, writeCursor } from './Records.ts'
import { keepReport, withdrawReports } from './Reports.ts'

/** Follows the market contract: begins rounds that are asked, and notes reports, or that they are gone. */
export function watch(gateway: Gateway, collector: Collector, options: FollowOptions): Watch {
  const { store, chain, log, now, metrics } = gateway
  return follow(
    {
      chain,
      async marketsBetween(from, to) {
        const { marks, reported } = await chain.eventsBetween(from, to)
        const withdrawn = await withdrawReports(store, chain, { from, to }, reported)
        for (const { marketId, round } of withdrawn)
          log.info(
            { market_id: marketId, round },
            'a report is gone with its block: the round waits for another',
          )
        for (const report of reported) {
          await keepReport(store, chain, report)
          await leaveUnsealed(store, chain, report)
        }
        // After a report without quorum, and after a void one, the next round begins without a request.
        return marks
      },
      async attend(marketId) {
        const view = await chain.readRound(marketId)
        if (view !== null && isOver(view, await chain.readParameters())) return 'over'
        await beginView(gateway, collector, view)
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
export const beginIfAsked = async (
  gateway: Gateway,
  collector: Collector,
  marketId: number,
): Promise<number | null> => beginView(gateway, collector, await gateway.chain.readRound(marketId))

async function beginView(
  { chain, clock }: Gateway,
  collector: Collector,
  view: RoundView | null,
): Promise<number | null> {
  if (view !== null) clock.chain.note(view.now)
  if (view === null || !view.isAsked || view.workers.length === 0) return null
  const { number } = await chain.head()
  await collector.begin(view, number)
  return view.round
}
