/**
 * What a coalition can do. These are moves, not attacks: which of them pay, and together with what, is for the search to find.
 */

/**
 * What a seat of round 1 does. `silent` gives no answer and is found out; `hidden` gives none and is not probed; `fading` lies,
 * and is silent if the round is repeated; `waking` is silent, and lies if the round is repeated; `recanting` tells the
 * truth, and lets a friend strike it after the report.
 */
export const actions = ['truth', 'doubt', 'lie', 'silent', 'hidden', 'fading', 'waking', 'recanting'] as const
export type Action = (typeof actions)[number]

/** The moves of an appeal's seat: its round is never repeated. */
export const appealActions = ['truth', 'lie', 'doubt', 'silent'] as const
export type AppealAction = (typeof appealActions)[number]

/** How many seats do what; actions that none takes may be left out. */
export type Mix = Readonly<Partial<Record<Action, number>>>

/** What a coalition does when an appeal may be raised. */
export type Answer = {
  /** Raises it itself, before anybody else, and joins in the same transaction. */
  readonly isRaised: boolean
  readonly action: AppealAction
  readonly count: number
}

/** All that a coalition did in one market. */
export type Plan = {
  readonly mix: Mix
  /** Joins before the honest ones do. */
  readonly isFirst: boolean
  /** Strikes honest doubters with a sample that came later. */
  readonly isStriking: boolean
  readonly answers: readonly Answer[]
}

/** Every way to divide `count` seats among the given moves. */
export function* mixes(count: number, of: readonly Action[] = actions): Generator<Mix> {
  const [move, ...others] = of
  if (move === undefined) return
  if (others.length === 0) return yield count === 0 ? {} : { [move]: count }
  for (let taken = 0; taken <= count; taken++)
    for (const rest of mixes(count - taken, others)) yield taken === 0 ? rest : { [move]: taken, ...rest }
}

/** Every answer to an appeal with some of at most `reserve` fresh agents: half of them, or all. */
export function answersOf(reserve: number, counts = [Math.ceil(reserve / 2), reserve]): Answer[] {
  const sizes = [...new Set(counts)].filter((count) => count > 0)
  const joined = appealActions.flatMap((action) => sizes.map((count) => ({ action, count })))
  return [false, true].flatMap((isRaised) =>
    [{ action: 'truth' as const, count: 0 }, ...joined].map((some) => ({ isRaised, ...some })),
  )
}

/** How many seats a mix has. */
export const sizeOf = (mix: Mix): number => actions.reduce((sum, action) => sum + (mix[action] ?? 0), 0)

/** How far a mix is from the truth: of two that come to the same the plainer one is shown. */
export const crookedness = (mix: Mix): number =>
  actions.reduce((sum, action, i) => sum + i * (mix[action] ?? 0), 0)

/**
 * A plan in words.
 *
 * @example describe({ mix: { lie: 5 }, … }) // '5 lie; appeal 1: 6 silent'
 */
export function describe({ mix, isFirst, isStriking, answers }: Plan): string {
  const seats = actions.filter((action) => mix[action]).map((action) => `${mix[action]} ${action}`)
  const words = [seats.length === 0 ? 'no seat' : seats.join(', ')]
  if (isFirst) words[0] += ', joined first'
  if (isStriking) words.push('strikes doubters')
  answers.forEach(({ isRaised, action, count }, i) => {
    const joined = count === 0 ? 'joins not' : `${count} ${action}`
    words.push(`appeal ${i + 1}${isRaised ? ', raised by it' : ''}: ${joined}`)
  })
  return words.join('; ')
}
