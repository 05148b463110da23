import type { Vote } from '../../../protocol/index.ts'

/** The money and votes of one market as the model keeps them, whatever edition's rules it runs on. */

/** The right answer of every market of the model, and what a liar says. */
export const truth = 'YES'
export const lie = 'NO'

/**
 * How a seat came out of its rounds, before it is known what the market's outcome is. `silent`: its own fault; `absent`: not
 * shown to be; `excused`: not asked to any purpose; `struck`: proven wrong.
 */
export type Said = Vote.Outcome | 'silent' | 'absent' | 'excused' | 'struck'

/** Seats that are alike in everything that money depends on. */
export type Group = {
  /** Whether the coalition holds them. */
  readonly isOwn: boolean
  readonly cohort: number
  readonly count: number
  readonly said: Said
  readonly stake: bigint
  /** What each weighs in the tally, and what its part of the reward is reckoned by. */
  readonly weight: number
  readonly share: bigint
  /** Tells the truth until a friend strikes it. */
  readonly isRecanting?: boolean
  /** Who proved a struck one wrong. */
  readonly isStruckByOwn?: boolean
}

export type Totals = Readonly<Record<Vote.Outcome, number>>

export type Appeal = {
  readonly isOwn: boolean
  readonly bond: bigint
  readonly against: Vote.Outcome
  readonly hadQuorum: boolean
}

/** An outcome that stood: what brought it, and the latest cohort there was then (0 is round 1, i is appeal i). */
export type Turn = {
  readonly to: Vote.Outcome
  readonly cohort: number
  readonly by: 'report' | 'strike' | 'ruling'
}

/** `default`: nobody won, so nobody earns the pool; `no-record`: nothing was ever reported. */
export type Ending = 'vote' | 'default' | 'no-record'

/** A market at the end of its last window. */
export type Ended = {
  readonly pool: bigint
  readonly groups: readonly Group[]
  readonly outcome: Vote.Outcome
  readonly ending: Ending
  readonly appeals: readonly Appeal[]
  /** Every outcome that stood, from the first report on; the last is the final one. */
  readonly turns: readonly Turn[]
  /** What an honest one paid for a ruling, where one turned the outcome. */
  readonly rulingCost: bigint
}

/** Everything that leaves the market, by whose it is. */
export type Paid = {
  readonly own: bigint
  readonly honest: bigint
  readonly creator: bigint
  readonly treasury: bigint
}

export const ether = 10n ** 18n

/** A share of an amount, rounded down. */
export const part = (amount: bigint, bps: number): bigint => (amount * BigInt(bps)) / 10_000n

export const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)
export const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)

/** How many of so many seats must answer in round 1. */
export const quorum = (asked: number): number => Math.ceil((2 * asked) / 3)

/** The same where the round is repeated: of those who answered in either. */
export const retryQuorum = (answeredInEither: number, minWorkers: number): number =>
  Math.max(quorum(answeredInEither), minWorkers)

/** Stakes of all seats of these groups. */
export const stakesOf = (groups: readonly Group[]): bigint =>
  groups.reduce((sum, { count, stake }) => sum + BigInt(count) * stake, 0n)

/** The weight cast for each outcome. */
export function totalsOf(groups: readonly Group[]): Totals {
  const totals = { YES: 0, NO: 0, INVALID: 0 }
  for (const { said, count, weight } of groups)
    if (said === 'YES' || said === 'NO' || said === 'INVALID') totals[said] += count * weight
  return totals
}

/** The heaviest outcome if its lead over the next is large enough, else none. */
export function leader(totals: Totals, minMarginBps: number): Vote.Outcome | null {
  const { YES: yes, NO: no, INVALID: invalid } = totals
  let [first, second, outcome]: [number, number, Vote.Outcome] =
    yes >= no ? [yes, no, 'YES'] : [no, yes, 'NO']
  if (invalid > first) [first, second, outcome] = [invalid, first, 'INVALID']
  else second = Math.max(second, invalid)
  const all = yes + no + invalid
  return all > 0 && (first - second) * 10_000 >= minMarginBps * all ? outcome : null
}

/** Thrown where an edition's rules make or lose money: nothing that the model says of it would hold. */
export class NotConservedError extends Error {
  override readonly name = 'NotConservedError'
}

/** What was paid, once it is what came in to the wei. */
export function conserved(ended: Ended, paid: Paid): Paid {
  const bonds = ended.appeals.reduce((sum, { bond }) => sum + bond, 0n)
  const came = ended.pool + stakesOf(ended.groups) + bonds
  const left = paid.own + paid.honest + paid.creator + paid.treasury
  if (came !== left) throw new NotConservedError(`${came} wei came in and ${left} went out`)
  return paid
}
