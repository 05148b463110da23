/** Kinds of challenge that every worker is prepared for, and `other` for words it does not know. */
export type ChallengeKind = 'opposite' | 'change' | 'weakest' | 'other'

/** Words that mark each kind of challenge; the first kind with a match wins. Matched as plain text, in any case. */
const words: readonly (readonly [ChallengeKind, readonly string[]])[] = [
  ['weakest', ['weakest', 'weak point', 'weakness']],
  ['change', ['give up', 'reverse', 'change your mind', 'need to change', 'would change', 'persuade you']],
  ['opposite', ['opposite', 'other workers', 'disagree', 'contradict']],
]

/**
 * Which of the prepared responses answers a challenge. Nothing else of a challenge is used: what it says beyond its kind
 * can't change what the worker says.
 */
export function classify(challenge: string): ChallengeKind {
  const text = challenge.toLowerCase()
  const found = words.find(([, some]) => some.some((word) => text.includes(word)))
  return found?.[0] ?? 'other'
}

/** The cross-examination of a round: these three, in this order. */
const crossExamination: readonly ChallengeKind[] = ['opposite', 'change', 'weakest']

export const isCrossExamination = (kinds: readonly ChallengeKind[]): boolean =>
  kinds.length === crossExamination.length && kinds.every((kind, i) => kind === crossExamination[i])
