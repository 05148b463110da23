import { min } from './ledger.ts'

/** Bets beside a market. */

/**
 * What the bets are worth to a coalition that has its way. To turn an outcome it bets a hundredth of what may be bet, and wins all
 * the rest; to block one it saves the bets of the losing side, which are half of all.
 */
export const betWorth = (cap: bigint, goal: 'turn' | 'block'): bigint =>
  goal === 'turn' ? cap - cap / 100n : cap / 2n

/** What it has lost of bets when its outcome is corrected, beyond what it would have lost by the truth. */
export const betLoss = (cap: bigint, goal: 'turn' | 'block'): bigint => (goal === 'turn' ? cap / 100n : 0n)

/** What a coalition makes of a market: by a corrupt outcome that stands, by the truth, by a corrupt outcome that is corrected. */
export type Stakes = { readonly stands: bigint; readonly truth: bigint; readonly corrected: bigint }

/** How often a corrupt outcome must be corrected, in basis points and rounded up, for the truth to pay more on average. */
export function oddsNeeded({ stands, truth, corrected }: Stakes): number {
  // Where even the correction pays more than the truth, no odds deter.
  if (corrected > truth) return 10_000
  if (stands <= truth) return 0
  if (corrected === truth) return 10_000
  const spread = stands - corrected
  return Number(((stands - truth) * 10_000n + spread - 1n) / spread)
}

/** The same where any of several coalitions may come. */
export const oddsForAll = (all: readonly Stakes[]): number => Math.max(...all.map(oddsNeeded))

/** The most that may be bet if corrections are that frequent: with more, turning the outcome pays more than the truth. */
export function protectedBets(oddsBps: number, { stands, truth, corrected }: Stakes): bigint {
  const remaining = BigInt(10_000 - oddsBps)
  const bets = (10_000n * truth - BigInt(oddsBps) * corrected) / remaining - stands
  return bets > 0n ? bets : 0n
}

/** The same where any of several coalitions may come. */
export const betsForAll = (oddsBps: number, all: readonly Stakes[]): bigint =>
  all.map((stakes) => protectedBets(oddsBps, stakes)).reduce(min)
