import type { Edition } from './edition.ts'
import { conserved, type Ended, type Group, max, min, part } from './ledger.ts'

/**
 * The first edition's rules as they were measured (commit 98ab3de, production parameters). Kept here and nowhere else: what
 * they allowed is what the second edition is compared with.
 */
export const first: Edition = {
  name: 'first edition',
  minMarginBps: 1_000,
  minWorkers: 3,
  maxAppeals: 2,
  hasLastResort: false,
  newcomerFactorBps: 2_500,
  factorBps({ count, correct, sum }) {
    const mean = count === 0 ? 0 : Math.floor((Math.floor(Math.floor(sum / 3) / count) * correct) / count)
    return Math.floor((25_000 + count * (5_000 + 100 * mean)) / (10 + count))
  },
  farmFee: () => 0n,
  seats({ own, honest, isOwnFirst, areOwnNew, areHonestNew }) {
    const [mine, theirs] = isOwnFirst
      ? places([own, areOwnNew], [honest, areHonestNew])
      : places([honest, areHonestNew], [own, areOwnNew]).reverse()
    return { own: mine!, honest: theirs! }
  },
  weight: ({ composite, factorBps }) => Math.floor((composite * factorBps) / 10_000),
  share: (agents) => BigInt(first.weight(agents, 'YES')),
  stake: (pool, appeals) => max(part(pool, 5_000), 10n ** 15n) << BigInt(appeals),
  bond: (pool, { all }, appeals) => max(part(pool + all, 1_000), 10n ** 16n) << BigInt(appeals),
  appealQuorum: (asked) => Math.ceil((2 * asked) / 3),
  wantOfMargin: 'vote',
  struckDoubt: 'struck',
  settle,
  betCap: (pool) => 10n * pool,
}

const maxSeats = 32
const maxNewcomers = 16

/** First come, first served. */
function places(early: [wanted: number, areNew: boolean], late: [wanted: number, areNew: boolean]): number[] {
  const taken = Math.min(early[0], early[1] ? maxNewcomers : maxSeats)
  const left = maxSeats - taken
  const leftToNew = Math.min(left, maxNewcomers - (early[1] ? taken : 0))
  return [taken, Math.min(late[0], late[1] ? leftToNew : left)]
}

type Standing = 'rewarded' | 'kept' | 'wrong' | 'silent' | 'struck'

function standingOf({ said }: Group, { outcome, ending }: Ended): Standing {
  if (said === 'struck' || said === 'silent') return said
  if (said === 'absent' || said === 'excused') return 'kept'
  if (ending === 'default' || said === outcome) return 'rewarded'
  return outcome === 'INVALID' || said === 'INVALID' ? 'kept' : 'wrong'
}

const slashBps: Readonly<Record<Standing, number>> = {
  rewarded: 0,
  kept: 0,
  wrong: 5_000,
  silent: 5_000,
  struck: 10_000,
}

function settle(ended: Ended) {
  const { pool, groups, outcome, ending } = ended
  const paid = { own: 0n, honest: 0n, creator: 0n, treasury: 0n }
  const payTo = (isOwn: boolean, amount: bigint) => (paid[isOwn ? 'own' : 'honest'] += amount)
  const standings = groups.map((group) => (ending === 'no-record' ? 'kept' : standingOf(group, ended)))
  let [slashed, wrongSlashed, weights] = [0n, 0n, 0n]
  groups.forEach((group, i) => {
    const count = BigInt(group.count)
    const slash = count * part(group.stake, slashBps[standings[i]!])
    slashed += slash
    if (standings[i] === 'wrong') wrongSlashed += slash
    if (standings[i] === 'rewarded') weights += count * group.share
    if (standings[i] !== 'struck') return
    const reward = count * part(group.stake, 2_500)
    slashed -= reward
    payTo(group.isStruckByOwn === true, reward)
  })
  const { lost, reward } = bonds(ended, wrongSlashed, payTo)
  const fromPool = ending !== 'vote' ? 0n : outcome === 'INVALID' ? part(pool, 2_000) : pool
  const shared = fromPool + slashed + lost - reward
  let shares = 0n
  groups.forEach((group, i) => {
    const isRewarded = standings[i] === 'rewarded' && weights > 0n
    const gain = isRewarded ? (shared * group.share) / weights : 0n
    const count = BigInt(group.count)
    shares += count * gain
    payTo(group.isOwn, count * (group.stake - part(group.stake, slashBps[standings[i]!]) + gain))
  })
  // What nobody earned is the creator's, whoever it was taken from.
  paid.creator = pool - fromPool + shared - shares
  return conserved(ended, paid)
}

/** A bond comes back only to an appeal whose own round changed the outcome. */
function bonds(
  { appeals, turns, outcome }: Ended,
  wrongSlashed: bigint,
  payTo: (isOwn: boolean, amount: bigint) => void,
) {
  let [lost, reward] = [0n, 0n]
  let isRewarded = false
  for (let i = appeals.length - 1; i >= 0; i--) {
    const { isOwn, bond } = appeals[i]!
    const turn = turns.find(({ cohort, by }) => cohort === i + 1 && by === 'report')
    if (turn === undefined) {
      lost += bond
      continue
    }
    payTo(isOwn, bond)
    if (isRewarded || turn.to !== outcome) continue
    isRewarded = true
    reward = min(wrongSlashed / 2n, bond)
    payTo(isOwn, reward)
  }
  return { lost, reward }
}
