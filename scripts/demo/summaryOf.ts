import { headerSize } from '../../don/report.ts'
import type { Cast } from './castOf.ts'
import type { MarketRecord } from './MarketRecord.ts'

/** How money stands at the end: what came in, who got it, and what is left that belongs to nobody. */
export type Money = {
  readonly paidIn: bigint
  readonly workers: bigint
  readonly credits: readonly { readonly who: string; readonly amount: bigint }[]
  readonly left: bigint
  readonly bets: { readonly won: bigint; readonly left: bigint }
}

/** What one run came to, for programs: amounts as text in wei. */
export function summaryOf(
  told: readonly MarketRecord[],
  money: Money,
  cast: Cast,
  about: { seed: number; ms: number },
) {
  const { seed, ms } = about
  return {
    ok: told.every(isAsItMustBe) && isAccountedFor(money),
    ms,
    seed,
    markets: told.map(({ market, round, end }) => ({
      id: market.id,
      question: market.question,
      status: end!.status,
      outcome: end!.outcome,
      kind: market.kind,
      value: market.value,
      workers: end!.workers.map(({ agentId, stake, paid }, i) => ({
        agentId,
        role: cast.names[agentId],
        vote: round!.votes[i]!.vote,
        scores: round!.votes[i]!.scores,
        weight: Number(round!.votes[i]!.weight),
        stake: String(stake),
        paid: String(paid),
      })),
    })),
    rounds: told.map(({ market, workers, round, strikes, rechecked }) => ({
      marketId: market.id,
      round: round!.round,
      workers: workers.length,
      outcome: round!.outcome,
      excluded: round!.excluded,
      struck: strikes.map(({ agentId, reward }) => ({ agentId, reward: String(reward) })),
      rechecked: { proofs: rechecked!.proofs, leaves: rechecked!.leaves },
      quota: quotaOf(round!.execution.usage),
      gas: Number(round!.gas),
      ms: Math.round(round!.execution.ms),
    })),
    money: {
      paidIn: String(money.paidIn),
      workers: String(money.workers),
      credits: money.credits.map(({ who, amount }) => ({ who, amount: String(amount) })),
      left: String(money.left),
      bets: { won: String(money.bets.won), left: String(money.bets.left) },
    },
  }
}

/** The largest of any node. A report without the forwarder's header: the market's own bytes. */
export const quotaOf = (usage: NonNullable<MarketRecord['round']>['execution']['usage']) => ({
  http: usage.http,
  reads: usage.reads,
  consensus: usage.consensus,
  reportBytes: usage.reportBytes - headerSize,
  observationBytes: usage.observationBytes,
})

/** It ended with the truth; and where the truth did not win at first, somebody was struck. */
export const isAsItMustBe = ({ market, round, end, strikes }: MarketRecord): boolean =>
  end?.outcome === market.truth &&
  (round?.outcome === market.truth) === (strikes.length === 0) &&
  (market.kind === 'lie') === strikes.length > 0

export function isAccountedFor({ paidIn, workers, credits, left, bets }: Money): boolean {
  const out = credits.reduce((sum, { amount }) => sum + amount, workers)
  return out === paidIn && left === 0n && bets.left === 0n
}
