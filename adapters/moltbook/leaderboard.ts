import type { Vote } from '../../protocol/index.ts'
import type { Commitment, Market } from './Market.ts'

export type LeaderboardRow = {
  readonly agent: string
  readonly markets: number
  /** Mean Brier score in ten-thousandths: 0 is perfect, 2500 is a coin, 10000 is certain and wrong. */
  readonly brierBps: number
}

/** How often YES came true among commitments that gave it about this probability. */
export type Calibration = {
  readonly from: number
  readonly to: number
  readonly count: number
  readonly yesPercent: number
}

/** The probability of YES, in whole per cent, that a commitment states. */
export const probabilityOfYes = ({
  position,
  confidence,
}: Pick<Commitment, 'position' | 'confidence'>): number =>
  position === 'YES' ? confidence : 100 - confidence

/**
 * (p − o)² in ten-thousandths, where p is the probability of YES and o is 1 for YES, 0 for NO. Lower is better.
 *
 * @example
 * brierBps({ position: 'NO', confidence: 60 }, 'YES') // 3600: it gave YES 40 %
 */
export const brierBps = (
  commitment: Pick<Commitment, 'position' | 'confidence'>,
  outcome: Vote.YesOrNo,
): number => (probabilityOfYes(commitment) - (outcome === 'YES' ? 100 : 0)) ** 2

/** Commitments to markets that ended in yes or no; those of invalid markets are not scored. */
function scored(markets: Iterable<Market>): { commitment: Commitment; outcome: Vote.YesOrNo }[] {
  return [...markets].flatMap(({ outcome, status, commitments }) =>
    outcome === null || status === 'open' || status === 'invalid'
      ? []
      : commitments.map((commitment) => ({ commitment, outcome })),
  )
}

/** Best first; who is equal stands by more markets, then by name. */
export function leaderboard(markets: Iterable<Market>): LeaderboardRow[] {
  const sums = new Map<string, { count: number; sum: number }>()
  for (const { commitment, outcome } of scored(markets)) {
    const { count, sum } = sums.get(commitment.agent) ?? { count: 0, sum: 0 }
    sums.set(commitment.agent, { count: count + 1, sum: sum + brierBps(commitment, outcome) })
  }
  return [...sums]
    .map(([agent, { count, sum }]) => ({ agent, markets: count, brierBps: halfUp(sum, count) }))
    .sort((a, b) => a.brierBps - b.brierBps || b.markets - a.markets || (a.agent < b.agent ? -1 : 1))
}

/** In ten steps of ten per cent; steps without commitments are left out. */
export function calibration(markets: Iterable<Market>): Calibration[] {
  const steps = Array.from({ length: 10 }, () => ({ count: 0, yes: 0 }))
  for (const { commitment, outcome } of scored(markets)) {
    const step = steps[Math.min(9, Math.floor(probabilityOfYes(commitment) / 10))]!
    step.count++
    if (outcome === 'YES') step.yes++
  }
  return steps.flatMap(({ count, yes }, i) =>
    count === 0 ? [] : [{ from: i * 10, to: i * 10 + 10, count, yesPercent: halfUp(yes * 100, count) }],
  )
}

const halfUp = (numerator: number, denominator: number): number =>
  Math.floor((2 * numerator + denominator) / (2 * denominator))
