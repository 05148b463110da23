import type { Edition } from './edition.ts'
import { play, type Result } from './play.ts'
import {
  type Action,
  type Answer,
  actions,
  answersOf,
  crookedness,
  type Mix,
  mixes,
  upTo,
} from './strategies.ts'
import type { World } from './world.ts'

/** What a coalition wants. */
export type Goal = 'turn' | 'block' | 'profit' | 'profit as creator'

/** Up to so many seats every plan is played; above, the best is climbed to. */
export const enumerable = 10

/** Whether a plan got what was wanted. */
export function isReached(goal: Goal, { outcome, profit, profitAsCreator }: Result): boolean {
  if (goal === 'turn') return outcome === 'NO'
  if (goal === 'block') return outcome === 'INVALID'
  return (goal === 'profit' ? profit : profitAsCreator) > 0n
}

/** In whole gwei, so that what is lost by rounding down shares makes no difference. */
const moneyOf = (goal: Goal, { profit, profitAsCreator }: Result): number =>
  Math.round(Number(goal === 'profit as creator' ? profitAsCreator : profit) / 1e9)

/** Of two plans the one that reaches the goal, then the richer, then the one that needs less capital, then the plainer. */
export function isBetter(goal: Goal, one: Result, other: Result | undefined): boolean {
  if (other === undefined) return true
  const isTold = goal === 'turn' || goal === 'block'
  const reached = [isTold && isReached(goal, one), isTold && isReached(goal, other)]
  if (reached[0] !== reached[1]) return reached[0]!
  const money = [moneyOf(goal, one), moneyOf(goal, other)] as const
  if (money[0] !== money[1]) return money[0] > money[1]
  if (one.capital !== other.capital) return one.capital < other.capital
  return crookedness(one.plan.mix) < crookedness(other.plan.mix)
}

/** Which moves are tried. With appeals the product is large, and then moves that differ by their price alone are left out. */
export type Space = {
  readonly actions: readonly Action[]
  readonly answers: readonly Answer[]
  readonly isFirst: readonly boolean[]
}

/** Every move of round 1, without appeals. */
export const roundOne: Space = { actions, answers: [], isFirst: [false] }

/** The four plain moves, and every answer to every appeal. A large coalition joins an appeal with all that it has, or not at all. */
export const withAppeals = ({ reserve }: World): Space => ({
  actions: ['truth', 'lie', 'doubt', 'silent'],
  answers: reserve.own > enumerable ? answersOf(reserve.own, [reserve.own]) : answersOf(reserve.own),
  isFirst: [false],
})

/** Plays every plan of a coalition that wants `own` seats beside `honest` ones. */
export function enumerate(
  edition: Edition,
  world: World,
  { own, honest }: { readonly own: number; readonly honest: number },
  space: Space,
  visit: (result: Result) => void,
): void {
  for (const isFirst of space.isFirst)
    for (const mix of mixes(own, space.actions))
      play(edition, world, { own: mix, honest, isFirst }, space.answers, visit)
}

/** The best plan of all. */
export function best(
  edition: Edition,
  world: World,
  seats: { readonly own: number; readonly honest: number },
  goal: Goal,
  space: Space = roundOne,
): Result {
  let found: Result | undefined
  const keep = (result: Result) => {
    if (isBetter(goal, result, found)) found = result
  }
  if (seats.own > enumerable) climb(edition, world, seats, goal, space, keep)
  else enumerate(edition, world, seats, space, keep)
  return found!
}

/**
 * Best responses from seeded starts: one seat after the other changes its move for as long as that helps. What helps before
 * the goal is reached is a smaller distance to it.
 */
export function climb(
  edition: Edition,
  world: World,
  { own, honest }: { readonly own: number; readonly honest: number },
  goal: Goal,
  space: Space,
  visit: (result: Result) => void,
  starts = space.answers.length > 0 ? 1 : 2,
): void {
  const random = generator(own * 1_000 + honest)
  const bestOf = (mix: Mix): Result => {
    let found: Result | undefined
    for (const isFirst of space.isFirst)
      play(edition, world, { own: mix, honest, isFirst }, space.answers, (result) => {
        if (found === undefined || isNearer(goal, result, found)) found = result
      })
    return found!
  }
  for (let start = 0; start < starts; start++) {
    let here = dealt(own, space.actions, random)
    let result = bestOf(here)
    for (let isMoving = true; isMoving; ) {
      isMoving = false
      for (const mix of neighbours(here, space.actions)) {
        const other = bestOf(mix)
        if (!isNearer(goal, other, result)) continue
        ;[here, result, isMoving] = [mix, other, true]
      }
    }
    visit(result)
  }
}

function isNearer(goal: Goal, one: Result, other: Result): boolean {
  if (isReached(goal, one) || isReached(goal, other)) return isBetter(goal, one, other)
  const [mine, theirs] = [distance(goal, one), distance(goal, other)]
  return mine === theirs ? isBetter(goal, one, other) : mine < theirs
}

/** By how much of all weight a lead is too small, or too large to block. */
function distance(goal: Goal, { lead }: Result): number {
  if (goal === 'turn') return -lead.NO
  return goal === 'block' ? Math.max(lead.YES, lead.NO) : 0
}

/** Seats dealt to moves by lot. */
function dealt(count: number, of: readonly Action[], random: () => number): Mix {
  const mix: Partial<Record<Action, number>> = {}
  for (let i = 0; i < count; i++) {
    const action = of[Math.floor(random() * of.length)]!
    mix[action] = (mix[action] ?? 0) + 1
  }
  return mix
}

/** Mixes in which one seat, or all seats of a move, do something else. */
function* neighbours(mix: Mix, of: readonly Action[]): Generator<Mix> {
  for (const from of of) {
    const many = mix[from] ?? 0
    if (many === 0) continue
    for (const to of of) {
      if (to === from) continue
      for (const moved of many === 1 ? [1] : [1, many])
        yield { ...mix, [from]: many - moved, [to]: (mix[to] ?? 0) + moved }
    }
  }
}

/** Numerical Recipes' linear congruential generator: the same seed finds the same plan. */
function generator(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

export type Found = { readonly seats: number; readonly result: Result }

/**
 * The smallest coalition of `n` seats that reaches its goal, with its best plan; none if no coalition does. With appeals it has as
 * many fresh agents for each as it has seats. Among many seats the smallest is found by halving: one more seat can always say
 * what the honest one would have said that it takes the place of, so it does no harm.
 */
export function smallest(edition: Edition, world: World, n: number, goal: 'turn' | 'block'): Found | null {
  const reached = (seats: number): Result | null => {
    const here = { ...world, reserve: { ...world.reserve, own: seats } }
    const space = world.watch === 'nobody' ? roundOne : withAppeals(here)
    const result = best(edition, here, { own: seats, honest: n - seats }, goal, space)
    return isReached(goal, result) ? result : null
  }
  let found: Found | null = null
  if (n <= enumerable) {
    for (let seats = 1; seats <= n && found === null; seats++) {
      const result = reached(seats)
      if (result !== null) found = { seats, result }
    }
    return found
  }
  for (let [low, high] = [1, n]; low <= high; ) {
    const seats = (low + high) >> 1
    const result = reached(seats)
    if (result === null) low = seats + 1
    else {
      found = { seats, result }
      high = seats - 1
    }
  }
  return found
}

/**
 * The plan that needs the least capital to have its way with so many seats: all do the same in round 1, and lie, doubt or are
 * silent in appeals.
 */
export function cheapest(
  edition: Edition,
  world: World,
  { own, honest }: { readonly own: number; readonly honest: number },
  goal: 'turn' | 'block',
): Result | null {
  const move = goal === 'turn' ? 'lie' : 'doubt'
  const answers = answersOf(0, upTo(32), [move, 'silent'])
  let found: Result | null = null
  // Raising appeals oneself costs bonds: it is tried where nothing else helps, as where honest agents would fill all seats.
  for (const some of [answers.filter(({ isRaised }) => !isRaised), answers])
    if (found === null)
      play(edition, world, { own: { [move]: own }, honest }, some, (result) => {
        if (isReached(goal, result) && (found === null || result.capital < found.capital)) found = result
      })
  return found
}
