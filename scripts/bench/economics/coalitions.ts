import type { Edition } from './edition.ts'
import { play, type Result } from './play.ts'
import { enumerable, isBetter, isReached } from './search.ts'
import { type Action, type Answer, answersOf, type Mix, mixes, upTo } from './strategies.ts'
import { tableWorld, type World } from './world.ts'

/**
 * A coalition that has its way as long as nobody answers. The smallest of them needs the least; the one that is hardest to
 * deter may be a larger one, whose own seats share what its liars lose.
 */
export type Coalition = {
  readonly stands: Result
  /** What its seats earn by the truth. */
  readonly truth: bigint
  /** Corrected by honest appeals and a ruling, while as many fresh agents as it has seats join the appeal at most. */
  readonly corrected: Result
  /** The same for one that sees the appeal coming and raises it first: then the reward for turning the outcome is its own. */
  readonly preempted: Result
  /** The same for one that does all it can, with up to 32 fresh agents. */
  readonly hedged: Result
}

/** Moves that are mixed here. The others come to the same as one of these, or cost more. */
const moves = ['truth', 'lie', 'doubt', 'recanting'] as const satisfies readonly Action[]

/** Every coalition of `n` seats that reaches its goal. Above ten seats at most two moves are mixed. */
export function coalitionsOf(edition: Edition, n: number, goal: 'turn' | 'block'): Coalition[] {
  const world = tableWorld(edition)
  const judged = { ...edition, hasLastResort: true }
  // When its own appeal has brought the truth, another one would bring nothing.
  const once = { ...judged, maxAppeals: 1 }
  return upTo(n).flatMap((own) => {
    const watched = { ...world, watch: 'last-resort', reserve: { honest: n, own } } as const
    const truth = truthOf(edition, world, own, n - own)
    const few = telling([Math.ceil(own / 2), own])
    const joining = few.filter(({ isRaised }) => !isRaised)
    return mixesOf(own, n, goal).flatMap((mix): Coalition[] => {
      const stands = bestAnswer(edition, world, mix, n - own, [])
      if (!isReached(goal, stands)) return []
      const corrected = bestAnswer(judged, watched, mix, n - own, joining)
      const preempted = bestAnswer(once, watched, mix, n - own, few)
      const many = bestAnswer(once, watched, mix, n - own, hedges)
      const hedged = isBetter('profit', many, preempted) ? many : preempted
      return [{ stands, truth, corrected, preempted, hedged }]
    })
  })
}

function mixesOf(own: number, n: number, goal: 'turn' | 'block'): Mix[] {
  if (n <= enumerable) return [...mixes(own, moves)]
  const main = goal === 'turn' ? 'lie' : 'doubt'
  return moves.filter((move) => move !== main).flatMap((move) => [...mixes(own, [main, move])])
}

/** Agents that tell the truth in the appeal against their own lie. */
const telling = (counts: readonly number[]): Answer[] => answersOf(0, counts, ['truth'])

/** The same in any number. */
export const hedges: readonly Answer[] = telling([4, 8, 16, 24, 28, 32])

/** What seats earn that all tell the truth, in a market where everybody does. */
export const truthOf = (edition: Edition, world: World, own: number, honest: number): bigint =>
  bestAnswer(edition, { ...world, watch: 'nobody' }, { truth: own }, honest, []).profit

/** The best that a coalition can make of the appeals that follow what its seats did in round 1. */
export function bestAnswer(
  edition: Edition,
  world: World,
  own: Mix,
  honest: number,
  answers: readonly Answer[],
): Result {
  let found: Result | undefined
  play(edition, world, { own, honest }, answers, (result) => {
    if (isBetter('profit', result, found)) found = result
  })
  return found!
}
