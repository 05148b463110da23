import type { Runtime } from '@chainlink/cre-sdk'
import { type Bytes, type Decision, Plan, type Round, type Tally } from '../protocol/index.ts'
import { readMarket } from './chain.ts'
import type { Config } from './config.ts'

/** Everything the chain says of the round that is asked now. */
export type Asked = Tally.Asked & {
  /** The round itself; `round` is its number. */
  readonly view: Round.Round
  readonly clock: Decision.Clock
  readonly standing: Tally.Totals
  readonly minWorkers: number
  readonly minMarginBps: number
  readonly expiresAt: number
  /** Grows by one a minute: who is asked in an attempt depends on it. */
  readonly attempt: number
}

/** Of the contract's `Status`: also an appeal that is asked looks like this from here. */
const requested = 2

/** The round of a market, or null when nothing is asked of it, or when it moved on between two reads. */
export function readRound(runtime: Runtime<Config>, marketId: bigint): Asked | null {
  const pageOf = (from: number) =>
    readMarket(runtime, 'getRound', [marketId, BigInt(from), BigInt(Plan.pageSize)])
  const reading = {
    page: pageOf(0),
    market: readMarket(runtime, 'getMarket', [marketId]),
    parameters: readMarket(runtime, 'parameters', []),
  }
  const [status, round, createdAt, deadline, requestedAt, now, n, question, first] = reading.page()
  const market = reading.market()
  const parameters = reading.parameters()
  if (status !== requested || market.round !== round) return null
  const workers = [...first]
  while (workers.length < Number(n)) {
    const [pageStatus, pageRound, , , , , , , more] = pageOf(workers.length)()
    if (pageStatus !== status || pageRound !== round || more.length === 0) return null
    workers.push(...more)
  }
  const { quorumGrace, resolutionTimeout, minWorkers, minMarginBps, reportTtl } = parameters
  const { chainId } = runtime.config
  return {
    round,
    isAppealing: market.isAppealing,
    answeredBefore: market.answeredBefore,
    view: {
      chainId,
      market: runtime.config.market.toLowerCase() as Bytes.Hex,
      marketId: Number(marketId),
      round,
      question,
      createdAt: Number(createdAt),
      deadline: Number(deadline),
      workers: workers.map(({ agentId, signer, factorBps }) => ({
        agentId: Number(agentId),
        signer: signer.toLowerCase() as Bytes.Hex,
        factorBps,
      })),
    },
    clock: { now: Number(now), requestedAt: Number(requestedAt), quorumGrace, resolutionTimeout },
    standing: { yes: market.yesWeight, no: market.noWeight, invalid: market.invalidWeight },
    minWorkers,
    minMarginBps,
    expiresAt: Number(now) + reportTtl,
    attempt: Math.floor((Number(now) - Number(requestedAt)) / 60),
  }
}
