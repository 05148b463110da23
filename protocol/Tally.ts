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
  /** The winner's lead over the next, in basis points of all weight cast. */
  readonly marginBps: number
}

/** Totals before the first vote. */
export const nothing: Totals = { yes: 0n, no: 0n, invalid: 0n }

/** The lead that an outcome usually needs, in basis points of all weight. */
export const defaultMinMarginBps = 1_000

/**
 * ⌈2n/3⌉ of those who joined.
 *
 * @example
 * Tally.quorum(4) // 3
 */
export function quorum(joined: number): number {
  if (!Number.isInteger(joined) || joined < 1) throw new NoWorkersError()
  return Math.ceil((2 * joined) / 3)
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
  readonly round: number
  readonly isAppealing: boolean
  /** Bit i: worker i answered in the first of two rounds without quorum. */
  readonly answeredBefore: number
}

/**
 * The quorums a round may have. A round that repeats one without quorum counts those who answered in either; where nobody had,
 * the chain's views do not tell it from a round that was voided, so both are possible and the contract decides.
 *
 * @example
 * const votes = [Vote.cast('YES'), Vote.cast('NO'), Vote.none('silent'), Vote.none('silent')]
 * Tally.quorums({ round: 1, isAppealing: false, answeredBefore: 0 }, votes, 1) // [3]
 * Tally.quorums({ round: 2, isAppealing: false, answeredBefore: 0b0001 }, votes, 1) // [2]
 */
export function quorums(
  { round, isAppealing, answeredBefore }: Asked,
  votes: readonly Vote.Vote[],
  minWorkers: number,
): [number, ...number[]] {
  const usual = quorum(votes.length)
  if (round === 1 || isAppealing) return [usual]
  const either = votes.filter(
    ({ outcome }, i) => outcome !== null || ((answeredBefore >>> i) & 1) === 1,
  ).length
  const repeated = retryQuorum(either, minWorkers)
  return answeredBefore !== 0 || repeated === usual ? [repeated] : [repeated, usual]
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
 * Heaviest of Yes, No and Invalid if its lead is large enough, else Invalid.
 *
 * @example
 * Tally.decide({ yes: 1_800n, no: 900n, invalid: 0n }) // 'YES'
 * Tally.decide({ yes: 1_000n, no: 950n, invalid: 0n }) // 'INVALID'
 */
export function decide(totals: Totals, minMarginBps = defaultMinMarginBps): Vote.Outcome {
  const [first, second] = ranked(totals)
  const all = totals.yes + totals.no + totals.invalid
  const isClear = all > 0n && (first.weight - second.weight) * 10_000n >= BigInt(minMarginBps) * all
  return isClear ? first.outcome : 'INVALID'
}

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
  /** Where it is not ⌈2n/3⌉ of the ballots: a repeated round. */
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
 * Tally.count(ballots) // { yes: 2_700n, no: 0n, invalid: 0n, voted: 2, quorum: 2, outcome: 'YES', marginBps: 10_000 }
 * Tally.count(ballots.slice(1)).outcome // null
 */
export function count(ballots: readonly Ballot[], options: Options = {}): Tally {
  const needed = options.quorum ?? quorum(ballots.length)
  const voted = ballots.filter(({ vote }) => vote.outcome !== null).length
  const totals = add(ballots, options.standing)
  const outcome = voted >= needed ? decide(totals, options.minMarginBps) : null
  return { ...totals, voted, quorum: needed, outcome, marginBps: marginBps(totals) }
}

/**
 * Whether workers who were left out could, at full weight and of one mind, have changed this outcome.
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
    return (
      decide({ yes: more.yes, no: more.no, invalid: more.invalid }, options.minMarginBps) !== tally.outcome
    )
  })
}

/** Thrown for a round without workers. */
export class NoWorkersError extends BaseError {
  override readonly name = 'Tally.NoWorkersError'
  constructor() {
    super('A round needs at least one worker.')
  }
}
