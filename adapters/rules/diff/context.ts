import { isSeen, isUsual } from './english/English.ts'
import { isOneApart } from './letters.ts'

/** Words of grammar by what they do: only one of two that do different things can stand in a place. */
const doing = {
  preposition: 'in at by of from for to with off as',
  verb: 'is was were be has',
  determiner: 'the this his their these its an a that',
  conjunction: 'and if than then',
  adverb: 'there too where thus',
  pronoun: 'it he they you who',
  noun: 'form forms',
}
const classOf: ReadonlyMap<string, string> = new Map(
  Object.entries(doing).flatMap(([name, words]) => words.split(' ').map((word) => [word, name] as const)),
)

/** The words whose neighbours are counted. */
export const contextual: ReadonlySet<string> = new Set(classOf.keys())

/** Sound alike and are written for each other, though more than a letter apart. */
const homophones = [['their', 'there']]

export type Neighbours = { readonly previous: string; readonly next: string }

/**
 * Whether a word of grammar was written for another: it never stood between such neighbours, and the other one often does.
 *
 * @example
 * isWrongWord('form', 'from', { previous: 'prices', next: 'other' }) // true
 */
export function isWrongWord(old: string, now: string, { previous, next }: Neighbours): boolean {
  const [from, to] = [classOf.get(old), classOf.get(now)]
  if (from === undefined || to === undefined || from === to) return false
  if (!isOneApart(old, now) && !homophones.some((pair) => pair.includes(old) && pair.includes(now)))
    return false
  if (old === 'an' && now === 'and') return isConsonant(next)
  const isPossible = !isNoSubject(old, next) && (isSeen(previous, old) || isSeen(old, next))
  return !isPossible && isUsual(previous, now) && isUsual(now, next)
}

/** "an bids" is not English; letters that are spelt out ("an mvp") and silent ones are left in doubt. */
const isConsonant = (next: string): boolean =>
  next.length > 3 && /^[bcdfgjklmnpqrstvwz][a-z]*[aeiouy]/.test(next)

/** "their is": a determiner that cannot stand alone, and then a verb. */
const isNoSubject = (old: string, next: string): boolean =>
  ['the', 'their', 'an', 'a'].includes(old) && classOf.get(next) === 'verb'
