import { BaseError } from './Errors.ts'
import * as Vote from './Vote.ts'

/** The weighted vote: quorum, totals, outcome. The contract computes the same from the report. */

/** The weight cast for each outcome. */
export type Totals = { readonly yes: bigint; readonly no: bigint; readonly invalid: bigint }

/** A worker's vote and its weight. */
export type Ballot = { readonly vote: Vote.Vote; readonly weight: bigint }

/** The result of counting a round. */
export type Tally = Totals & {
  /** Workers whose vote counts, and how many of them a round needs. */
  readonly voted: number
  readonly quorum: number
  /** null without quorum: that is not an outcome. */
  readonly outcome: Vote.Outcome | null
  /** Who leads by the margin; null without a lead or a quorum. An INVALID without one is an Invalid by default. */
  readonly leader: Vote.Outcome | null
  /** The winner's lead over the next, in basis points of all weight cast. */
  readonly marginBps: number
}

/** Totals before the first vote. */
export const nothing: Totals = { yes: 0n, no: 0n, invalid: 0n }

/** The lead that an outcome usually needs, in basis points of all weight. */
export const defaultMinMarginBps = 1_000

/**
 * ⌈2n/3⌉ of those who are asked.
 *
 * @example
 * Tally.quorum(4) // 3
 */
export function quorum(seats: number): number {
  if (!Number.isInteger(seats) || seats < 1) throw new NoWorkersError()
  return Math.ceil((2 * seats) / 3)
}

/**
 * In the round after one without quorum: ⌈2/3⌉ of those who answered in either, and never fewer than `minWorkers`.
 *
 * @example
 * Tally.retryQuorum(4, 1) // 3
 * Tally.retryQuorum(1, 3) // 3
 */
export const retryQuorum = (answeredInEither: number, minWorkers: number): number =>
  Math.max(Math.ceil((2 * answeredInEither) / 3), minWorkers)

/** What the chain says of the round that is asked. */
export type Asked = {
  readonly isAppealing: boolean
  /** Whether it repeats a round without quorum; one that repeats a voided round does not. */
  readonly isRepeat: boolean
  /** Bit i: seat i answered in the first of two rounds without quorum. */
  readonly answeredBefore: number
}

/**
 * How many votes a round needs: ⌈2n/3⌉ of its seats; in a repeat, ⌈2/3⌉ of those who answered in either round and at least
 * `minWorkers`; in an appeal `minWorkers`, however many seats it has, so that silence shields no lie.
 *
 * @example
 * const votes = [Vote.cast('YES'), Vote.cast('NO'), Vote.none('silent'), Vote.none('silent')]
 * const asked = { isAppealing: false, isRepeat: false, answeredBefore: 0 }
 * Tally.quorumOf(asked, votes, 1) // 3
 * Tally.quorumOf({ ...asked, isRepeat: true, answeredBefore: 0b0001 }, votes, 1) // 2
 * Tally.quorumOf({ ...asked, isAppealing: true }, votes, 1) // 1
 */
export function quorumOf(
  { isAppealing, isRepeat, answeredBefore }: Asked,
  votes: readonly Vote.Vote[],
  minWorkers: number,
): number {
  if (isAppealing) return minWorkers
  if (!isRepeat) return quorum(votes.length)
  const either = votes.filter(({ outcome }, i) => outcome !== null || ((answeredBefore >>> i) & 1) === 1)
  return retryQuorum(either.length, minWorkers)
}

/**
 * Adds up the votes that count.
 *
 * @example
 * const standing = { yes: 1n, no: 2n, invalid: 0n }
 * Tally.add([{ vote: Vote.cast('NO'), weight: 5n }], standing) // { yes: 1n, no: 7n, invalid: 0n }
 */
export function add(ballots: readonly Ballot[], standing: Totals = nothing): Totals {
  const totals = { ...standing }
  for (const { vote, weight } of ballots) {
    if (vote.outcome === 'YES') totals.yes += weight
    else if (vote.outcome === 'NO') totals.no += weight
    else if (vote.outcome === 'INVALID') totals.invalid += weight
  }
  return totals
}

/**
 * The lead of the heaviest over the next in basis points of all weight, rounded down; 0 when nothing was cast.
 *
 * @example
 * Tally.marginBps({ yes: 3n, no: 1n, invalid: 0n }) // 5_000
 */
export function marginBps(totals: Totals): number {
  const [first, second] = ranked(totals)
  const all = totals.yes + totals.no + totals.invalid
  return all === 0n ? 0 : Number(((first.weight - second.weight) * 10_000n) / all)
}

/**
 * The heaviest of Yes, No and Invalid if its lead is large enough, else null.
 *
 * @example
 * Tally.leader({ yes: 1_800n, no: 900n, invalid: 0n }) // 'YES'
 * Tally.leader({ yes: 1_000n, no: 950n, invalid: 0n }) // null
 */
export function leader(totals: Totals, minMarginBps = defaultMinMarginBps): Vote.Outcome | null {
  const [first, second] = ranked(totals)
  const all = totals.yes + totals.no + totals.invalid
  const isClear = all > 0n && (first.weight - second.weight) * 10_000n >= BigInt(minMarginBps) * all
  return isClear ? first.outcome : null
}

/**
 * The same, with Invalid where nobody leads. In an appeal this is what is reported; the outcome that stands changes only where
 * another one leads.
 *
 * @example
 * Tally.decide({ yes: 1_800n, no: 900n, invalid: 0n }) // 'YES'
 * Tally.decide({ yes: 1_000n, no: 950n, invalid: 0n }) // 'INVALID'
 */
export const decide = (totals: Totals, minMarginBps = defaultMinMarginBps): Vote.Outcome =>
  leader(totals, minMarginBps) ?? 'INVALID'

function ranked(totals: Totals): [Ranked, Ranked, Ranked] {
  const entries: Ranked[] = [
    { outcome: 'YES', weight: totals.yes },
    { outcome: 'NO', weight: totals.no },
    { outcome: 'INVALID', weight: totals.invalid },
  ]
  return entries.sort((a, b) => (a.weight < b.weight ? 1 : a.weight > b.weight ? -1 : 0)) as [
    Ranked,
    Ranked,
    Ranked,
  ]
}

type Ranked = { outcome: Vote.Outcome; weight: bigint }

/** How a round is counted, where it is not as usual. */
export type Options = {
  readonly minMarginBps?: number
  /** Totals of the rounds before an appeal, to which this one's are added. */
  readonly standing?: Totals
  /** Where it is not ⌈2n/3⌉ of the ballots: a repeated round, an appeal. See `quorumOf`. */
  readonly quorum?: number
}

/**
 * Tallies one round.
 *
 * @example
 * const ballots = [
 *   { vote: Vote.cast('YES'), weight: 1_800n },
 *   { vote: Vote.cast('YES'), weight: 900n },
 *   { vote: Vote.none('silent'), weight: 0n },
 * ]
 * const { outcome, leader, voted, quorum, marginBps } = Tally.count(ballots)
 * outcome // 'YES'
 * leader // 'YES'
 * voted // 2
 * quorum // 2
 * marginBps // 10_000
 * Tally.count(ballots.slice(1)).outcome // null
 */
export function count(ballots: readonly Ballot[], options: Options = {}): Tally {
  const needed = options.quorum ?? quorum(ballots.length)
  const voted = ballots.filter(({ vote }) => vote.outcome !== null).length
  const totals = add(ballots, options.standing)
  const isQuorate = voted >= needed
  const ahead = isQuorate ? leader(totals, options.minMarginBps) : null
  const outcome = isQuorate ? (ahead ?? 'INVALID') : null
  return { ...totals, voted, quorum: needed, outcome, leader: ahead, marginBps: marginBps(totals) }
}

/**
 * Whether workers who were left out could, at full weight and of one mind, have changed this outcome, or whether it is led: an
 * Invalid by vote is paid otherwise than one by default.
 *
 * @example
 * const tally = Tally.count([{ vote: Vote.cast('YES'), weight: 1_800n }])
 * Tally.couldChange(tally, 1_000n, 1) // false
 * Tally.couldChange(tally, 1_700n, 1) // true
 */
export function couldChange(
  tally: Tally,
  omittedWeight: bigint,
  omittedCount: number,
  options: Options = {},
): boolean {
  if (omittedCount === 0) return false
  if (tally.outcome === null) return tally.voted + omittedCount >= tally.quorum
  return Vote.outcomes.some((outcome) => {
    const more = add([{ vote: Vote.cast(outcome), weight: omittedWeight }], tally)
    return leader(more, options.minMarginBps) !== tally.leader
  })
}

/** Thrown for a round without workers. */
export class NoWorkersError extends BaseError {
  override readonly name = 'Tally.NoWorkersError'
  constructor() {
    super('A round needs at least one worker.')
  }
}
