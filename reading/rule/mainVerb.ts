import { formsOf } from '../text/formsOf.ts'
import { copulas, determiners, isOfGrammar, prepositions, pronouns } from '../text/grammar.ts'
import type { Word } from '../text/Words.ts'
import { events, states } from './happenings.ts'
import { countAt, ordinalOf } from './numerals.ts'

/** Words after which a title has its subject, and then its verb in the form without an ending. */
const modals = new Set('will would can could does did do should must shall'.split(' '))

/**
 * The verb of a title such as "Will the Corvo volcano erupt before 2028?", by the shape of the sentence alone: what stands
 * between the subject and its object. No list knows all verbs. Null where the title has another shape.
 */
export function mainVerb(words: readonly Word[]): number | null {
  const first = subjectStart(words)
  if (first === null) return null
  const found: Partial<Record<Strength, number>> = {}
  for (let at = first + 1; at < words.length && words[at]!.text !== '?'; at++) {
    const strength = strengthAt(words, at)
    if (strength !== null) found[strength] ??= at
  }
  return found.strong ?? found.medium ?? found.weak ?? null
}

/**
 * Strong: a verb that is known as one and has what may come after it, or another word with an object. Medium: one that is known, after a
 * name. Weak: another word that may be one.
 */
type Strength = 'strong' | 'medium' | 'weak'

/** The place of the first word of the subject; null where no modal opens the title. */
function subjectStart(words: readonly Word[]): number | null {
  if (!modals.has(words[0]?.text ?? '')) return null
  const isArticle = words[1]?.text === 'the' || words[1]?.text === 'a' || words[1]?.text === 'an'
  return isArticle ? 2 : 1
}

function strengthAt(words: readonly Word[], at: number): Strength | null {
  const { text, kind, isCapital } = words[at]!
  if (kind !== 'word' || isCapital || text.length === 1 || isOfGrammar(text) || followsNounSign(words, at))
    return null
  if (copulas.has(text)) return 'strong'
  const next = words[at + 1]
  if (isEnding(text) || next?.text === 'of') return null
  if (!isBoundary(next, words, at + 1)) return isKnown(text) && followsName(words[at - 1]!) ? 'medium' : null
  if (isKnown(text) || determiners.has(next?.text ?? '') || pronouns.has(next?.text ?? '')) return 'strong'
  return isNoun(text) ? null : 'weak'
}

const followsName = ({ text, isCapital }: Word): boolean => isCapital || text.endsWith('ly')

/** After an article, a possessive, a preposition or a participle comes a noun. */
function followsNounSign(words: readonly Word[], at: number): boolean {
  const { text, isCapital } = words[at - 1]!
  if (text.endsWith("'s") || (text === "'" && words[at - 2]?.text.endsWith('s'))) return true
  if (!isCapital && text.endsWith('ed') && text.length > 4) return true
  return determiners.has(text) || prepositions.has(text) || text === 'of' || text === 'and' || text === '-'
}

/** What may come after a verb: an object, a number, a preposition, or the end. */
function isBoundary(word: Word | undefined, words: readonly Word[], at: number): boolean {
  if (word === undefined || word.isCapital || word.kind === 'number') return true
  if (word.kind === 'mark') return !joiners.has(word.text)
  return isOfGrammar(word.text) || word.text.endsWith('ly') || isCounted(words, at)
}
const joiners = new Set([',', '-', '/', '&', '.', "'"])
const isCounted = (words: readonly Word[], at: number): boolean =>
  countAt(words, at) !== null || ordinalOf(words[at]) !== null

/** A verb without an ending is in the table of events together with its form for "he" or "she". */
const isKnown = (text: string): boolean => {
  const [, present] = formsOf(text)
  return [events, states].some((known) => Object.hasOwn(known, text) && Object.hasOwn(known, present!))
}
/** Not the form that stands after a modal. */
const isEnding = (text: string): boolean =>
  (text.endsWith('s') && !text.endsWith('ss')) || (text.endsWith('ing') && text.length > 5)
const isNoun = (text: string): boolean =>
  /.(?:tion|sion|ment|ness|ity|ance|ence|ism|ous|ful|ical|ship|hood)$/.test(text) && text.length > 5
