import type { Role } from '../../local/workers/startWorkers.ts'

/**
 * Who takes part, by agent id: two who can be trusted or seem so, three who can't, and honest ones for the rest. One more is
 * honest too, and joins one market alone: there are more agents than seats then. Three more read, and join the market in words.
 */
export const fewest = 5
export const most = 32

/** The places of those who matter to the story. */
export const honest = 0
export const turncoat = 1
export const liar = 2
export const silent = 3
export const malformed = 4

export type Cast = {
  readonly names: readonly string[]
  readonly roles: readonly Role[]
  /** Those who answer by the rules where nothing tempts them. */
  readonly reliable: readonly number[]
  readonly faulty: readonly number[]
  /** Who joins where one seat too few is left. */
  readonly spare: number
  /** Who joins the market in words, and no other: two who read its page, and one who makes up another. */
  readonly readers: readonly number[]
  /** How many join any other market at most: so many seats there are. */
  readonly seats: number
}

/** The turncoat is honest until a market is worth more than its stake: that of `prize`. */
export function castOf(workers: number, prize: number): Cast {
  const roles: Role[] = [
    { kind: 'honest', personality: 'panel' },
    { kind: 'liar', personality: 'panel', liesIn: (marketId) => marketId === prize },
    { kind: 'liar', personality: 'aap', liesIn: () => true },
    { kind: 'silent' },
    { kind: 'malformed' },
  ]
  // Two of three ask a second provider; so where providers disagree, most say that nobody can know.
  for (let i = roles.length; i < workers; i++)
    roles.push({ kind: 'honest', personality: i % 3 === 0 ? 'aap' : 'panel' })
  roles.push({ kind: 'honest', personality: 'aap' })
  const reader = { kind: 'honest', personality: 'llm' } as const
  roles.push(reader, reader, { kind: 'liar', personality: 'llm', liesIn: () => true })
  const known = ['honest (panel)', 'turncoat', 'liar', 'silent', 'malformed']
  const reliable = [honest, turncoat, ...Array.from({ length: workers - fewest }, (_, i) => fewest + i)]
  const faulty = [liar, silent, malformed]
  return {
    names: roles.map(
      (role, i) => known[i] ?? (role.kind === 'honest' ? `honest (${role.personality})` : 'inventor (llm)'),
    ),
    roles,
    reliable,
    faulty,
    spare: workers,
    readers: [workers + 1, workers + 2, workers + 3],
    seats: reliable.length + Math.min(faulty.length, bearable(reliable.length)),
  }
}

/**
 * So many faulty workers leave a quorum: ⌈2n/3⌉ of n must answer. They do too where a lot takes the seat of a reliable one:
 * then the spare one has it.
 */
export const bearable = (reliable: number): number => Math.floor(reliable / 2)
