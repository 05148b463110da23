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

/**
 * The moves of an appeal's seat: its round is never repeated. A friend may strike a seat after the report, one that told the truth
 * or one that lied.
 */
export const appealActions = ['truth', 'lie', 'doubt', 'silent', 'recanting', 'retracting'] as const
export type AppealAction = (typeof appealActions)[number]

/** How many seats do what; actions that none takes may be left out. */
export type Mix = Readonly<Partial<Record<Action, number>>>
export type AppealMix = Readonly<Partial<Record<AppealAction, number>>>

/** What a coalition does when an appeal may be raised. */
export type Answer = {
  /** Raises it itself, before anybody else, and joins in the same transaction. */
  readonly isRaised: boolean
  /** What its fresh agents do there. */
  readonly mix: AppealMix
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

/** The moves that are tried in every appeal; friends who strike each other there are tried where that could matter. */
const usualActions = ['truth', 'lie', 'doubt', 'silent'] as const

/** Every answer to an appeal with some of at most `reserve` fresh agents: half of them, or all. They all do the same. */
export function answersOf(
  reserve: number,
  counts: readonly number[] = [Math.ceil(reserve / 2), reserve],
  of: readonly AppealAction[] = usualActions,
): Answer[] {
  const sizes = [...new Set(counts)].filter((count) => count > 0)
  const joined = of.flatMap((action) => sizes.map((count): AppealMix => ({ [action]: count })))
  return [false, true].flatMap((isRaised) => [{}, ...joined].map((mix) => ({ isRaised, mix })))
}

/** Appeals that a coalition raises itself and joins with at most so many agents: some do one thing, some another. */
export const dividedAppeals = (most: number): Answer[] =>
  appealActions.flatMap((one, i) =>
    appealActions
      .slice(i + 1)
      .flatMap((other) =>
        upTo(most).flatMap((many) =>
          upTo(most - many).map((more) => ({ isRaised: true, mix: { [one]: many, [other]: more } })),
        ),
      ),
  )

/** 1, 2, … */
export const upTo = (last: number): number[] => Array.from({ length: last }, (_, i) => i + 1)

/** How many seats a mix has. */
export const sizeOf = (mix: Mix | AppealMix): number =>
  Object.values(mix).reduce((sum, count) => sum + count, 0)

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
  answers.forEach(({ isRaised, mix: fresh }, i) => {
    const joined = appealActions
      .filter((action) => fresh[action])
      .map((action) => `${fresh[action]} ${action}`)
    const said = joined.length === 0 ? 'joins not' : joined.join(', ')
    words.push(`appeal ${i + 1}${isRaised ? ', raised by it' : ''}: ${said}`)
  })
  return words.join('; ')
}
