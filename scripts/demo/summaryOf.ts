import { headerSize } from '../../don/report.ts'
import type { Payout } from '../../protocol/index.ts'
import type { Cast } from './castOf.ts'
import type { MarketRecord } from './MarketRecord.ts'

/** How money stands at the end: what came in, who got it, and what is left that belongs to nobody. Workers: undrawn ones too. */
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
    ok: told.every(isAsItMustBe) && told.every(isPaidRight) && isAccountedFor(money) && isDue(told, money),
    ms,
    seed,
    markets: told.map(({ market, round, undrawn, end }) => ({
      id: market.id,
      question: market.question,
      status: end!.status,
      undrawn: undrawn.map(({ agentId, stake, paid }) => ({
        agentId,
        role: cast.names[agentId],
        stake: String(stake),
        paid: String(paid),
      })),
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
    rounds: told.map(({ market, round, strikes, rechecked }) => ({
      marketId: market.id,
      round: round!.round,
      workers: round!.votes.length,
      outcome: round!.outcome,
      excluded: round!.excluded,
      struck: strikes.map(({ agentId, reward }) => ({ agentId, reward: String(reward) })),
      rechecked: { proofs: rechecked!.proofs, leaves: rechecked!.leaves, citations: rechecked!.citations },
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

/** It ended with the truth; where the truth did not win at first, somebody was struck; and what was made up was not found. */
export const isAsItMustBe = (told: MarketRecord): boolean => isTrue(told) && isSeenThrough(told)

/** In the market in words, each seat that tells another story than the page cites what others do not find. */
const isSeenThrough = ({ market, round, rechecked }: MarketRecord): boolean =>
  market.kind !== 'words' ||
  round!.votes.every(({ vote }, i) => rechecked!.citations[i] === (vote === market.truth ? 'p' : 'f'))

const isTrue = ({ market, round, end, strikes }: MarketRecord): boolean =>
  end?.outcome === market.truth &&
  (round?.outcome === market.truth) === (strikes.length === 0) &&
  (market.kind === 'lie') === strikes.length > 0

/** Every seat got what the protocol says, and who drew none all of its stake. */
export function isPaidRight({ end, undrawn }: MarketRecord): boolean {
  if (end === null || !undrawn.every(({ stake, paid }) => paid === stake)) return false
  return end.workers.every(({ paid }, i) => paid === end.due.workers[i])
}

/** Creator, challengers and treasury got what the protocol says of all markets together. */
export function isDue(told: readonly MarketRecord[], { credits }: Money): boolean {
  const due = (of: (payout: Payout.Payout) => bigint) =>
    told.reduce((sum, { end }) => sum + (end === null ? 0n : of(end.due)), 0n)
  const credited = (who: string) => credits.find((one) => one.who === who)?.amount ?? 0n
  return (
    credited('creator') === due(({ creator }) => creator) &&
    credited('sentinel') === due(({ challengers }) => challengers) &&
    credited('treasury') === due(({ treasury }) => treasury)
  )
}

export function isAccountedFor({ paidIn, workers, credits, left, bets }: Money): boolean {
  const out = credits.reduce((sum, { amount }) => sum + amount, workers)
  return out === paidIn && left === 0n && bets.left === 0n
}
