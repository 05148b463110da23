import type { Vote } from '../../../protocol/index.ts'
import type { Edition } from './edition.ts'
import { conserved, type Ended, type Group, max, min, type Paid, part } from './ledger.ts'

/** The second edition's rules, at its default parameters. */
export const second: Edition = {
  name: 'second edition',
  minMarginBps: 1_000,
  minWorkers: 3,
  maxAppeals: 2,
  hasLastResort: true,
  newcomerFactorBps: 2_500,
  factorBps({ count, correct, sum }) {
    if (count === 0) return 2_500
    return Math.max(2_500, Math.floor((25_000 + Math.floor((50 * sum * correct) / count)) / (10 + count)))
  },
  farmFee: (pool) => part(pool, feeBps),
  seats({ own, honest }) {
    if (own + honest <= maxSeats) return { own, honest }
    // The lot gives each side its part of the seats; what does not come out even is the coalition's.
    const mine = Math.min(own, Math.ceil((maxSeats * own) / (own + honest)))
    return { own: mine, honest: maxSeats - mine }
  },
  weight({ composite, isBacked }, vote) {
    const whole = 30_000 + composite
    return isBacked || vote === 'INVALID' ? whole : Math.floor(whole / 2)
  },
  share: ({ composite, factorBps }) => BigInt(Math.max(composite, 1)) * BigInt(factorBps),
  stake: (pool, appeals) => max(10n ** 15n, part(pool, 5_000)) << BigInt(appeals),
  bond: (pool, stakes, appeals) => max(10n ** 16n, part(pool + stakes.first, 1_000)) << BigInt(appeals),
  appealQuorum: () => 3,
  wantOfMargin: 'default',
  struckDoubt: 'absent',
  settle: (ended) => settleBy(sharing)(ended),
  betCap: (pool, seats) => BigInt(turningSeats(seats)) * part(second.stake(pool, 0), wrongSlashBps),
}

const maxSeats = 32
const feeBps = 300
const wrongSlashBps = 5_000
const doubtSlashBps = 1_000
const silentSlashBps = 5_000
const absentSlashBps = 1_000
const challengerRewardBps = 2_500
const invalidRewardBps = 2_000

/** How many equal votes of so many seats make a wrong outcome: those whose slashes stand behind the bets. */
export const turningSeats = (seats: number): number =>
  Math.ceil((seats * (10_000 + second.minMarginBps)) / 20_000)

type Standing = 'rewarded' | 'kept' | 'wrong' | 'doubted' | 'silent' | 'absent' | 'struck'

/** The table's rows, by its columns. */
function standingOf(said: Group['said'], outcome: Vote.Outcome, ending: Ended['ending']): Standing {
  if (ending === 'no-record' || said === 'excused') return 'kept'
  if (said === 'struck' || said === 'silent') return said
  if (said === 'absent') return outcome === 'INVALID' ? 'kept' : 'absent'
  if (ending === 'default' || said === outcome) return 'rewarded'
  if (outcome === 'INVALID') return 'kept'
  return said === 'INVALID' ? 'doubted' : 'wrong'
}

const slashBps: Readonly<Record<Standing, number>> = {
  rewarded: 0,
  kept: 0,
  wrong: wrongSlashBps,
  doubted: doubtSlashBps,
  silent: silentSlashBps,
  absent: absentSlashBps,
  struck: 10_000,
}

/** Who shares what, by the rules or by a variant of them. */
export type Sharing = {
  /** The purse of a cohort: what its seats and its appeal lose goes there. Number 0 is the main one. */
  purse(cohort: number, ended: Ended): number
  /** Whether the pool is for round 1 alone, if anyone there was right. Otherwise it goes to the main purse. */
  readonly isPoolForFirst: boolean
}

/** The latest cohort there was when the outcome last changed. */
const decidedIn = ({ turns }: Ended): number => turns.at(-1)!.cohort

/**
 * Agents that came after the final outcome share only the bond of their own appeal and what their own cohort loses; otherwise they
 * could repeat what is right and take most of the pool. The pool is for round 1; otherwise they could turn what is right and turn
 * it back.
 */
export const sharing: Sharing = {
  purse: (cohort, ended) => (cohort <= decidedIn(ended) ? 0 : cohort),
  isPoolForFirst: true,
}

type Purse = { money: bigint; wrongSlashed: bigint; weights: bigint }

const emptyPurse = (): Purse => ({ money: 0n, wrongSlashed: 0n, weights: 0n })

type Pay = (isOwn: boolean, amount: bigint) => void

/** Pays by the table of the rules. */
export const settleBy =
  ({ purse: purseNumber, isPoolForFirst }: Sharing) =>
  (ended: Ended): Paid => {
    const { groups, outcome, ending, appeals } = ended
    const paid = { own: 0n, honest: 0n, creator: 0n, treasury: 0n }
    const payTo: Pay = (isOwn, amount) => {
      paid[isOwn ? 'own' : 'honest'] += amount
    }
    const purses = Array.from({ length: appeals.length + 1 }, emptyPurse)
    const [main, forFirst] = [purses[0]!, emptyPurse()]
    const purseOf = (cohort: number) => purses[purseNumber(cohort, ended)]!
    const standings = groups.map(({ said }) => standingOf(said, outcome, ending))
    groups.forEach((group, i) => {
      paid.treasury += addGroup(group, standings[i]!, purseOf(group.cohort), payTo)
      if (isPoolForFirst && group.cohort === 0 && standings[i] === 'rewarded')
        forFirst.weights += BigInt(group.count) * group.share
    })
    appeals.forEach(({ isOwn, bond, against, hadQuorum }, i) => {
      if (against !== outcome || !hadQuorum) payTo(isOwn, bond)
      else purseOf(i + 1).money += bond
    })
    main.money -= payTurning(ended, main.wrongSlashed, payTo)
    gather(purses)
    const { fee, fromPool, back } = poolOf(ended)
    paid.creator += back
    paid.treasury += fee
    // Where nobody agreed the pool's part goes back, and what was slashed does not.
    if (main.weights === 0n) paid.creator += fromPool
    else (forFirst.weights > 0n ? forFirst : main).money += fromPool
    for (const { money } of [...purses, forFirst]) paid.treasury += money
    groups.forEach(({ isOwn, cohort, count, share }, i) => {
      if (standings[i] !== 'rewarded') return
      const partOf = ({ money, weights }: Purse) => (weights === 0n ? 0n : (money * share) / weights)
      const gain = BigInt(count) * (partOf(purseOf(cohort)) + (cohort === 0 ? partOf(forFirst) : 0n))
      paid.treasury -= gain
      payTo(isOwn, gain)
    })
    return conserved(ended, paid)
  }

/** Gives seats back what they keep, and their purse what they lose or weigh. Returns what of it is the treasury's. */
function addGroup(group: Group, standing: Standing, purse: Purse, payTo: Pay): bigint {
  const count = BigInt(group.count)
  const slash = count * part(group.stake, slashBps[standing])
  payTo(group.isOwn, count * group.stake - slash)
  if (standing === 'rewarded') purse.weights += count * group.share
  else if (standing === 'wrong') {
    purse.wrongSlashed += slash
    purse.money += slash
  } else if (standing === 'struck') {
    const reward = count * part(group.stake, challengerRewardBps)
    payTo(group.isStruckByOwn === true, reward)
    purse.money += slash - reward
  } else return slash
  return 0n
}

/** A purse that nobody earned goes into the main one. */
function gather([main, ...others]: readonly Purse[]): void {
  for (const purse of others) {
    if (purse.weights > 0n) continue
    main!.money += purse.money
    purse.money = 0n
  }
}

/** What becomes of the pool: the fee, the workers' part, and what the creator has back. */
function poolOf({ pool, outcome, ending }: Ended) {
  if (outcome === 'INVALID') {
    const fromPool = ending === 'vote' ? part(pool, invalidRewardBps) : 0n
    return { fee: 0n, fromPool, back: pool - fromPool }
  }
  const fee = part(pool, feeBps)
  return { fee, fromPool: pool - fee, back: 0n }
}

/** The reward of who turned the outcome: the appeal that brought it, or who paid for the ruling; nobody after a strike. */
function payTurning({ appeals, turns, rulingCost }: Ended, wrongSlashed: bigint, payTo: Pay): bigint {
  const { cohort, by } = turns.at(-1)!
  if (by === 'strike' || (by === 'report' && cohort === 0)) return 0n
  const appeal = by === 'report' ? appeals[cohort - 1]! : { bond: rulingCost, isOwn: false }
  const reward = min(appeal.bond, wrongSlashed / 2n)
  payTo(appeal.isOwn, reward)
  return reward
}
