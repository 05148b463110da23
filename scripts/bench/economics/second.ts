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
  settle: (ended) => settleBy(together)(ended),
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

/** Which seats share with which: by SPEC all that agreed, whatever round they came with. */
export type Sharing = (cohort: number, ended: Ended) => number

export const together: Sharing = () => 0

type Share = { money: bigint; weights: bigint }

/** Pays by the table of §3. What is shared is kept in one purse for each set of cohorts that share. */
export const settleBy =
  (sharing: Sharing) =>
  (ended: Ended): Paid => {
    const { pool, groups, outcome, ending, appeals } = ended
    const paid = { own: 0n, honest: 0n, creator: 0n, treasury: 0n }
    const payTo = (isOwn: boolean, amount: bigint) => (paid[isOwn ? 'own' : 'honest'] += amount)
    const purses = Array.from({ length: appeals.length + 1 }, (): Share => ({ money: 0n, weights: 0n }))
    const purseOf = (cohort: number) => purses[sharing(cohort, ended)]!
    const standings = groups.map(({ said }) => standingOf(said, outcome, ending))
    let wrongSlashed = 0n
    groups.forEach((group, i) => {
      const standing = standings[i]!
      const count = BigInt(group.count)
      const purse = purseOf(group.cohort)
      const slash = count * part(group.stake, slashBps[standing])
      payTo(group.isOwn, count * group.stake - slash)
      if (standing === 'rewarded') purse.weights += count * group.share
      else if (standing === 'wrong') {
        wrongSlashed += slash
        purse.money += slash
      } else if (standing === 'struck') {
        const reward = count * part(group.stake, challengerRewardBps)
        payTo(group.isStruckByOwn === true, reward)
        purse.money += slash - reward
      } else paid.treasury += slash
    })
    appeals.forEach(({ isOwn, bond, against, hadQuorum }, i) => {
      if (against !== outcome || !hadQuorum) payTo(isOwn, bond)
      else purseOf(i + 1).money += bond
    })
    const isAnswered = outcome !== 'INVALID'
    const fee = isAnswered ? part(pool, feeBps) : 0n
    const fromPool = isAnswered ? pool - fee : ending === 'vote' ? part(pool, invalidRewardBps) : 0n
    const main = purses[0]!
    main.money += fromPool - payTurning(ended, isAnswered ? wrongSlashed : 0n, payTo)
    paid.creator += pool - fee - fromPool
    paid.treasury += fee
    for (const purse of purses.slice(1)) {
      if (purse.weights > 0n) continue
      main.money += purse.money
      purse.money = 0n
    }
    if (main.weights === 0n) {
      // Nobody agreed: the pool's part goes back, what was slashed does not.
      paid.creator += fromPool
      main.money -= fromPool
    }
    for (const { money } of purses) paid.treasury += money
    groups.forEach(({ isOwn, cohort, count, share }, i) => {
      if (standings[i] !== 'rewarded') return
      const { money, weights } = purseOf(cohort)
      const gain = BigInt(count) * ((money * share) / weights)
      paid.treasury -= gain
      payTo(isOwn, gain)
    })
    return conserved(ended, paid)
  }

/** The reward of who turned the outcome: the last appeal that brought it, or who asked for the ruling. */
function payTurning(
  { appeals, outcome, rulingCost }: Ended,
  wrongSlashed: bigint,
  payTo: (isOwn: boolean, amount: bigint) => void,
): bigint {
  const turning = appeals.findLast(({ changedTo }) => changedTo === outcome)
  const cost = rulingCost ?? turning?.bond ?? 0n
  const reward = min(cost, wrongSlashed / 2n)
  payTo(rulingCost === null && turning?.isOwn === true, reward)
  return reward
}
