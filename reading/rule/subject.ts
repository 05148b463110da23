import { prepositions } from '../text/grammar.ts'
import { lexicon, matchAt } from '../text/Phrases.ts'
import type { Word } from '../text/Words.ts'

const openers = new Set(['will', 'would', 'does', 'did', 'is', 'has', 'can', 'the', 'a', 'an'])
const auxiliaries = new Set('be been have has get gets is are was were not to'.split(' '))
/** Marks that belong to what stands before them: a closing quote, the point of "Corp.". */
const closing = new Set(['"', "'", ')', '.', '%'])

type Place = { readonly start: number; readonly end: number }
type DatePlace = { readonly first: number; readonly next: number }

/** What stands between "Will" and the event: who or what the question is about; days at its end are not of it. */
export function subjectOf(
  words: readonly Word[],
  event: number | null,
  dates: readonly DatePlace[] = [],
): Place | null {
  let first = 0
  while (first < words.length && openers.has(words[first]!.text)) first++
  first = afterBound(words, first)
  // "Will there be a ceasefire by May?" asks about the ceasefire.
  const isThere = words[first]?.text === 'there'
  if (isThere) first += articleAfter(words, first + (words[first + 1]?.text === 'be' ? 2 : 1)) - first
  const isEvent = event !== null && event > first && !isThere
  let last = isEvent ? event : isThere ? endOfPhrase(words, first) : endOfName(words, first)
  const moved = (next: number) => {
    const isMoved = next !== last
    last = next
    return isMoved
  }
  while (moved(withoutDate(words, first, withoutTail(words, first, last), dates)));
  return last <= first ? null : { start: words[first]!.start, end: words[last - 1]!.end }
}

const bounds = lexicon([
  'more than',
  'fewer than',
  'less than',
  'at least',
  'at most',
  'over',
  'under',
  'up to',
  'exactly',
])

/** "Will more than 150 ships cross?" is about ships. */
function afterBound(words: readonly Word[], first: number): number {
  const bound = matchAt(words, first, bounds)
  if (bound === null) return first
  const number = first + bound.count
  return words[number]?.kind === 'number' && words[number + 1]?.kind === 'word' ? number + 1 : first
}

const articleAfter = (words: readonly Word[], at: number): number =>
  words[at]?.text === 'a' || words[at]?.text === 'an' || words[at]?.text === 'the' ? at + 1 : at

/** Without "be", an adverb, or a mark that opens or joins. */
function withoutTail(words: readonly Word[], first: number, last: number): number {
  let end = last
  while (end > first && isTail(words[end - 1]!)) end--
  return end
}
const isTail = ({ text, kind, isCapital }: Word): boolean =>
  auxiliaries.has(text) ||
  (kind === 'mark' && !closing.has(text)) ||
  (!isCapital && text.length > 4 && text.endsWith('ly'))

/** "GDP growth of Norland in Q1 2027" is about the growth. */
function withoutDate(
  words: readonly Word[],
  first: number,
  last: number,
  dates: readonly DatePlace[],
): number {
  const date = dates.find(({ first: start, next }) => next === last && start > first)
  if (date === undefined) return last
  return prepositions.has(words[date.first - 1]?.text ?? '') ? date.first - 1 : date.first
}

function endOfName(words: readonly Word[], first: number): number {
  let last = first
  while (last < words.length && words[last]!.text !== '?' && last < first + 12) last++
  return last
}

/** Up to the first preposition but "of", "between" and the like, which belong to a noun. */
function endOfPhrase(words: readonly Word[], first: number): number {
  let last = first
  while (last < words.length && isInPhrase(words[last]!) && !ending.has(words[last]!.text)) last++
  return last
}
const isInPhrase = ({ kind, text }: Word): boolean => kind !== 'mark' || text === '-' || text === '.'
const ending = new Set([
  'in',
  'on',
  'at',
  'by',
  'before',
  'after',
  'during',
  'until',
  'through',
  'this',
  'that',
])
