import type { Runtime } from '@chainlink/cre-sdk'
import { Decision, type Docket, Plan, Round, type Tally } from '../protocol/index.ts'
import { readMarket } from './chain.ts'
import type { Config } from './config.ts'

/** Everything the chain says of the round that is asked now. */
export type Asked = Tally.Asked & {
  /** The round itself. */
  readonly view: Round.Round
  /** Its rule in numbers; null where people or models decide. */
  readonly rule: Docket.Rule | null
  /** Whether that rule cannot be decided yet. */
  readonly isEarly: boolean
  readonly clock: Decision.Clock
  readonly standing: Tally.Totals
  readonly minWorkers: number
  readonly minMarginBps: number
  readonly expiresAt: number
  /** Grows by one a minute: who is asked in an attempt depends on it. */
  readonly attempt: number
}

/** The round of a market, or null when nothing is asked of it, or when it moved on between two reads. */
export function readRound(runtime: Runtime<Config>, marketId: bigint): Asked | null {
  const pageOf = (from: number) =>
    readMarket(runtime, 'getRound', [marketId, BigInt(from), BigInt(Plan.pageSize)])
  const reading = {
    page: pageOf(0),
    market: readMarket(runtime, 'getMarket', [marketId]),
    parameters: readMarket(runtime, 'parameters', []),
  }
  const [status, round, createdAt, deadline, requestedAt, now, n, isRepeat, question, first] = reading.page()
  const market = reading.market()
  const parameters = reading.parameters()
  if (status !== Round.requested || market.round !== round) return null
  const workers = [...first]
  while (workers.length < Number(n)) {
    const [pageStatus, pageRound, , , , , , , , more] = pageOf(workers.length)()
    if (pageStatus !== status || pageRound !== round || more.length === 0) return null
    workers.push(...more)
  }
  const { quorumGrace, resolutionTimeout, minWorkers, minMarginBps, reportTtl } = parameters
  const { chainId, market: address } = runtime.config
  const place = { chainId, market: address, marketId: Number(marketId) }
  const view = Round.fromContract(place, { round, question, createdAt, deadline }, workers)
  const rule = Round.docketRule(view)
  return {
    isAppealing: market.isAppealing,
    isRepeat,
    answeredBefore: market.answeredBefore,
    view,
    rule,
    isEarly: Decision.isEarly(rule, Number(now)),
    clock: { now: Number(now), requestedAt: Number(requestedAt), quorumGrace, resolutionTimeout },
    standing: { yes: market.yesWeight, no: market.noWeight, invalid: market.invalidWeight },
    minWorkers,
    minMarginBps,
    expiresAt: Number(now) + reportTtl,
    attempt: Math.floor((Number(now) - Number(requestedAt)) / 60),
  }
}
