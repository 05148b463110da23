import { BaseError } from './Errors.ts'
import type * as Tally from './Tally.ts'
import * as Vote from './Vote.ts'

/** Who gets what when a market ends. A preview: the contract pays, by the same table and to the wei. */

/** How the market ended. `by-default`: no quorum twice, no lead, or a ruling; `no-record`: it expired, or too few joined. */
export type Ending = Vote.Outcome | 'INVALID-by-default' | 'INVALID-no-record'

/** What came of one seat, and what was put in for it. */
export type Worker = {
  /** null where nothing was reported of the seat. */
  readonly vote: Vote.Vote | null
  /** Whether it answered in the first of two rounds without quorum. */
  readonly answeredBefore: boolean
  /** Its part of the reward among those who agreed: `Score.share`. */
  readonly share: bigint
  readonly stake: bigint
  /** 0: it joined before the deadline; i: it joined in appeal i. */
  readonly cohort: number
}

/** One appeal, and the outcome it was raised against. */
export type Appeal = {
  readonly bond: bigint
  readonly against: Vote.Outcome
  /** Whether enough of its workers answered; where not, the bond goes back. */
  readonly hadQuorum: boolean
}

/** A market whose outcome is final. */
export type Ended = {
  readonly ending: Ending
  readonly pool: bigint
  readonly workers: readonly Worker[]
  /** In the order they were raised: the first is appeal 1. */
  readonly appeals: readonly Appeal[]
  /** The latest cohort there was when the outcome last changed; 0 if it never did. */
  readonly decidedIn: number
  /** What changed it last, where somebody is rewarded for that: the appeal `decidedIn`, or a ruling. A strike has its own reward. */
  readonly turnedBy: 'appeal' | 'ruling' | null
  /** What the last resort cost who called it. */
  readonly rulingCost: bigint
}

/** The shares of stakes and pool that a contract is deployed with, in basis points. */
export type Parameters = {
  readonly wrongSlashBps: bigint
  readonly silentSlashBps: bigint
  readonly doubtSlashBps: bigint
  readonly absentSlashBps: bigint
  readonly challengerRewardBps: bigint
  readonly invalidRewardBps: bigint
  readonly feeBps: bigint
}

/** The parameters of the contract as it is usually deployed. */
export const defaults: Parameters = {
  wrongSlashBps: 5_000n,
  silentSlashBps: 5_000n,
  doubtSlashBps: 1_000n,
  absentSlashBps: 1_000n,
  challengerRewardBps: 2_500n,
  invalidRewardBps: 2_000n,
  feeBps: 300n,
}

/** What each party is paid. */
export type Payout = {
  /** One amount per worker, in the order given. */
  readonly workers: readonly bigint[]
  readonly creator: bigint
  readonly treasury: bigint
  /** What all who proved a strike are paid together, from struck stakes. */
  readonly challengers: bigint
  /** One amount per appeal: its bond if that goes back, and the reward of the one that turned the outcome. */
  readonly appellants: readonly bigint[]
  /** The reward of who paid for the ruling that turned it. */
  readonly arbiter: bigint
}

/** How a worker came out of a market. */
export type Standing = 'rewarded' | 'kept' | 'wrong' | 'doubted' | 'silent' | 'absent' | 'struck'

/**
 * How a market ends with this tally: an Invalid that nobody leads for is one by default.
 *
 * @example
 * const tie = Tally.count([{ vote: Vote.cast('YES'), weight: 9n }, { vote: Vote.cast('NO'), weight: 9n }])
 * Payout.endingOf(tie) // 'INVALID-by-default'
 */
export const endingOf = ({ leader }: Pick<Tally.Tally, 'leader'>): Ending => leader ?? 'INVALID-by-default'

/**
 * Shares out pool, stakes and bonds; every wei in comes out.
 *
 * @example
 * const seat = { answeredBefore: false, share: 1n, stake: 100n, cohort: 0 }
 * const ended = {
 *   ending: 'YES',
 *   pool: 1_000n,
 *   workers: [
 *     { ...seat, vote: Vote.cast('YES') },
 *     { ...seat, vote: Vote.cast('NO') },
 *     { ...seat, vote: Vote.cast('INVALID') },
 *     { ...seat, vote: Vote.none('struck') },
 *   ],
 *   appeals: [],
 *   decidedIn: 0,
 *   turnedBy: null,
 *   rulingCost: 0n,
 * }
 * const { workers, creator, treasury, challengers } = Payout.preview(ended)
 * workers // [1_195n, 50n, 90n, 0n]
 * creator // 0n
 * treasury // 40n
 * challengers // 25n
 * Payout.preview({ ...ended, ending: 'INVALID-no-record' }).creator // 1_000n
 */
export function preview(ended: Ended, parameters: Parameters = defaults): Payout {
  check(ended)
  const { ending, pool, workers, appeals, decidedIn, turnedBy } = ended
  const seats = workers.map((worker) => seatOf(worker, ending, parameters))
  const fee = isAnswered(ending) ? part(pool, parameters.feeBps) : 0n
  const prize = prizeOf(ending, pool, fee, parameters)
  const [main, ...later] = pursesOf(ended, seats)
  const turning = turningReward(ended, main.wrongSlashed)
  const first = sum(seats.map((seat) => (isRightFirst(seat) ? seat.share : 0n)))
  const prizePurse = { money: first === 0n ? 0n : prize, shares: first }
  const purses = [{ ...main, money: main.money - turning + prize - prizePurse.money }, ...later]
  const rewards = seats.map(
    (seat) =>
      rewardOf(seat, purses[purseOf(seat.cohort, decidedIn)]!) +
      (isRightFirst(seat) ? rewardOf(seat, prizePurse) : 0n),
  )
  // Where nobody agreed, the pool's part goes back; what was slashed never does.
  const returned = main.shares === 0n ? prize : 0n
  const unspent = prizePurse.money + sum(purses.map(({ money }) => money)) - sum(rewards) - returned
  const forfeited = sum(seats.map(({ standing, slash }) => (isShared(standing) ? 0n : slash)))
  return {
    workers: seats.map(({ stake, slash }, i) => stake - slash + rewards[i]!),
    creator: pool - fee - prize + returned,
    treasury: fee + forfeited + unspent,
    challengers: sum(seats.map(({ challenger }) => challenger)),
    appellants: appeals.map((appeal, i) => {
      const isTurning = turnedBy === 'appeal' && i + 1 === decidedIn
      return (isLost(appeal, ending) ? 0n : appeal.bond) + (isTurning ? turning : 0n)
    }),
    arbiter: turnedBy === 'ruling' ? turning : 0n,
  }
}

/**
 * The pool is for those who were right in the first round, if there are any: later cohorts earn by what the wrong lose. Otherwise
 * one could turn a right outcome and turn it back, with agents of one's own, and take the pool.
 */
const isRightFirst = ({ standing, cohort }: Seat): boolean => standing === 'rewarded' && cohort === 0

type Seat = Worker & {
  readonly standing: Standing
  readonly slash: bigint
  /** What of the slash is the challenger's. */
  readonly challenger: bigint
}

function seatOf(worker: Worker, ending: Ending, parameters: Parameters): Seat {
  const standing = standingOf(worker, ending)
  const { stake } = worker
  const challenger = standing === 'struck' ? part(stake, parameters.challengerRewardBps) : 0n
  return { ...worker, standing, slash: part(stake, slashBps(standing, parameters)), challenger }
}

/**
 * How a worker came out of a market.
 *
 * @example
 * Payout.standingOf({ vote: Vote.cast('INVALID'), answeredBefore: false }, 'YES') // 'doubted'
 * Payout.standingOf({ vote: Vote.none('silent'), answeredBefore: true }, 'YES') // 'absent'
 */
export function standingOf(
  { vote, answeredBefore }: Pick<Worker, 'vote' | 'answeredBefore'>,
  ending: Ending,
): Standing {
  if (vote === null || ending === 'INVALID-no-record') return 'kept'
  if (vote.outcome === null) return withoutVote(vote.reason, answeredBefore, ending)
  if (vote.outcome === ending || ending === 'INVALID-by-default') return 'rewarded'
  if (!isAnswered(ending)) return 'kept'
  return vote.outcome === 'INVALID' ? 'doubted' : 'wrong'
}

function withoutVote(reason: Vote.Reason, answeredBefore: boolean, ending: Ending): Standing {
  if (reason === 'struck') return 'struck'
  const isFault = Vote.isFault(reason)
  if (isFault && !answeredBefore) return 'silent'
  // Who is asked in vain costs an answered market something, and an Invalid one nothing.
  return (isFault || Vote.isAbsence(reason)) && isAnswered(ending) ? 'absent' : 'kept'
}

const isAnswered = (ending: Ending): boolean => ending === 'YES' || ending === 'NO'

function slashBps(standing: Standing, parameters: Parameters): bigint {
  switch (standing) {
    case 'struck':
      return 10_000n
    case 'wrong':
      return parameters.wrongSlashBps
    case 'silent':
      return parameters.silentSlashBps
    case 'doubted':
      return parameters.doubtSlashBps
    case 'absent':
      return parameters.absentSlashBps
    default:
      return 0n
  }
}

/** Lies and strikes pay those who were right; nobody earns by another's silence, absence or doubt. */
const isShared = (standing: Standing): boolean => standing === 'wrong' || standing === 'struck'

/** How much of the pool the workers share. */
function prizeOf(ending: Ending, pool: bigint, fee: bigint, { invalidRewardBps }: Parameters): bigint {
  if (isAnswered(ending)) return pool - fee
  return ending === 'INVALID' ? part(pool, invalidRewardBps) : 0n
}

/** Money that some cohorts share, what of it their wrong votes lost, and among how many shares. */
type Purse = { readonly money: bigint; readonly wrongSlashed: bigint; readonly shares: bigint }

const empty: Purse = { money: 0n, wrongSlashed: 0n, shares: 0n }

/**
 * Which purse a cohort shares. Those that were there when the outcome last changed share the main one, 0; a
 * later one has its own. Otherwise one could appeal against what is right, repeat it with agents of one's own, and take most of
 * the pool.
 */
const purseOf = (cohort: number, decidedIn: number): number => (cohort <= decidedIn ? 0 : cohort)

/** What the wrong and the struck lose, and lost bonds, by purse; one that nobody earned goes into the main one. */
function pursesOf({ appeals, ending, decidedIn }: Ended, seats: readonly Seat[]): [Purse, ...Purse[]] {
  const purse = (number: number): Purse => {
    const own = seats.filter(({ cohort }) => purseOf(cohort, decidedIn) === number)
    const lost = appeals.filter((one, i) => purseOf(i + 1, decidedIn) === number && isLost(one, ending))
    const of = (standing: Standing) => own.filter((seat) => seat.standing === standing)
    const wrongSlashed = sum(of('wrong').map(({ slash }) => slash))
    const struck = sum(of('struck').map(({ slash, challenger }) => slash - challenger))
    const bonds = sum(lost.map(({ bond }) => bond))
    const shares = sum(of('rewarded').map(({ share }) => share))
    return { money: wrongSlashed + struck + bonds, wrongSlashed, shares }
  }
  const main = purse(0)
  const later = appeals.map((_, i) => purse(i + 1))
  const unearned = sum(later.map(({ money, shares }) => (shares === 0n ? money : 0n)))
  const earned = later.map((one) => (one.shares === 0n ? empty : one))
  return [{ ...main, money: main.money + unearned }, ...earned]
}

/** A bond is lost if the final outcome is the one it was raised against, unless too few answered it. */
const isLost = ({ against, hadQuorum }: Appeal, ending: Ending): boolean =>
  hadQuorum && against === (isAnswered(ending) ? ending : 'INVALID')

/** Who turned the outcome earns half of what the losing side is slashed, at most what turning it had cost. */
function turningReward({ appeals, decidedIn, turnedBy, rulingCost }: Ended, wrongSlashed: bigint): bigint {
  if (turnedBy === null) return 0n
  const cost = turnedBy === 'ruling' ? rulingCost : appeals[decidedIn - 1]!.bond
  const half = wrongSlashed / 2n
  return cost < half ? cost : half
}

const rewardOf = ({ standing, share }: Seat, { money, shares }: Omit<Purse, 'wrongSlashed'>): bigint =>
  standing === 'rewarded' && shares > 0n ? (money * share) / shares : 0n

const part = (amount: bigint, bps: bigint): bigint => (amount * bps) / 10_000n
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

function check({ pool, workers, appeals, decidedIn, turnedBy, rulingCost }: Ended): void {
  const amounts = [
    pool,
    rulingCost,
    ...workers.flatMap(({ stake, share }) => [stake, share]),
    ...appeals.map(({ bond }) => bond),
  ]
  if (amounts.some((amount) => amount < 0n)) throw new NegativeAmountError()
  for (const cohort of [decidedIn, ...workers.map((worker) => worker.cohort)])
    if (!Number.isInteger(cohort) || cohort < 0 || cohort > appeals.length)
      throw new UnknownCohortError(cohort, appeals.length)
  // Nobody is rewarded for the outcome of round 1: only an appeal turns one.
  if (turnedBy === 'appeal' && decidedIn === 0) throw new UnknownCohortError(0, appeals.length)
}

/** Thrown for a pool, stake, share, bond or cost below zero. */
export class NegativeAmountError extends BaseError {
  override readonly name = 'Payout.NegativeAmountError'
  constructor() {
    super('Pools, stakes, shares, bonds and costs are never negative.')
  }
}

/** Thrown for a cohort that the market never had. */
export class UnknownCohortError extends BaseError {
  override readonly name = 'Payout.UnknownCohortError'
  constructor(cohort: number, appeals: number) {
    super(`A market with ${appeals} appeals cannot have cohort ${cohort} here.`, {
      metaMessages: [
        'Cohort 0 joined before the deadline, cohort i in appeal i; only an appeal can turn an outcome.',
      ],
    })
  }
}
