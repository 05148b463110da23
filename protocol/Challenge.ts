import type * as Vote from './Vote.ts'

/** The cross-examination: three questions per worker, a pure function of the round's answers. */

/** What one worker answered, as far as a challenge needs it. */
export type Position = {
  readonly outcome: Vote.Outcome
  readonly confidenceBps: number
  /** What identifies the answer in the transcript. */
  readonly responseHash: string
}

const percent = (bps: number): string =>
  `${Math.floor(bps / 100)}${bps % 100 === 0 ? '' : `.${String(bps % 100).padStart(2, '0')}`} %`

/**
 * What worker `index` is asked: the opposite view, what would change its mind, its weakest point. Other workers' words
 * are never passed on, only the hash of the answer that contradicts most strongly; absent workers are null.
 *
 * @example
 * const yes = { outcome: 'YES', confidenceBps: 9_000, responseHash: Hash.ofText('yes') }
 * const no = { outcome: 'NO', confidenceBps: 6_550, responseHash: Hash.ofText('no') }
 * const challenges = Challenge.challengesFor([yes, no, null], 1)
 * challenges.length // 3
 * challenges[0].startsWith('1 of 1 other workers did not answer NO') // true
 * challenges[1].startsWith('You are 65.50 % confident.') // true
 * Challenge.challengesFor([yes, no, null], 2) // []
 */
export function challengesFor(positions: readonly (Position | null)[], index: number): string[] {
  const own = positions[index]
  if (own === undefined || own === null) return []
  const others = positions.filter((one): one is Position => one !== null && one !== own)
  const against = others.filter((one) => one.outcome !== own.outcome)
  return [
    oppositeView(own, against, others.length),
    `You are ${percent(own.confidenceBps)} confident. Name the observation that would make you give up ${own.outcome}, and where it would be found.`,
    'Which single point of your analysis is the weakest, and why does your answer stand in spite of it?',
  ]
}

function oppositeView(own: Position, against: readonly Position[], others: number): string {
  if (against.length === 0) {
    return `Suppose that a careful worker arrived at the opposite of ${own.outcome}. Which piece of your evidence would persuade it, and of what?`
  }
  const strongest = against.reduce((best, one) => (isStronger(one, best) ? one : best))
  return (
    `${against.length} of ${others} other workers did not answer ${own.outcome}; the most confident of them says ` +
    `${strongest.outcome} (answer ${strongest.responseHash}). Which specific evidence makes ${own.outcome} right against it?`
  )
}

// Hashes break ties, so that the order of workers changes nothing.
const isStronger = (a: Position, b: Position): boolean =>
  a.confidenceBps > b.confidenceBps ||
  (a.confidenceBps === b.confidenceBps && a.responseHash < b.responseHash)
