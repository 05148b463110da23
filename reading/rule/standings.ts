import { lexicon, matchAt } from '../text/Phrases.ts'
import type { Word } from '../text/Words.ts'
import type { Amount } from './amounts.ts'
import { countAt, ordinalOf } from './numerals.ts'

const verbs = new Set(
  'finish finishes finished place places placed rank ranks ranked come comes came end ends ended sit sits start starts'.split(
    ' ',
  ),
)
const nouns = new Set(['place', 'position', 'spot', 'rank'])
const orBetter = lexicon(['or better', 'or higher', 'or above'])

/** Places in an order that a text asks for: "in the top three", "#1", "ranked 2nd", "third or better", "second-largest". */
export function readStandings(words: readonly Word[]): Amount[] {
  const found: Amount[] = []
  for (let at = 0; at < words.length; at++) {
    const standing = topAt(words, at) ?? numberedAt(words, at) ?? ordinalAt(words, at)
    if (standing === null) continue
    const { value, next, isBound } = standing
    found.push({
      comparator: isBound ? 'lte' : 'eq',
      value: String(value),
      upper: null,
      unit: 'rank',
      change: null,
      isExact: true,
      at,
      start: words[at]!.start,
      end: words[next - 1]!.end,
    })
    at = next - 1
  }
  return found
}

type Standing = { readonly value: number; readonly next: number; readonly isBound: boolean }

/** "Top 3", "top-ten". */
function topAt(words: readonly Word[], at: number): Standing | null {
  if (words[at]?.text !== 'top') return null
  const count = countAt(words, words[at + 1]?.text === '-' ? at + 2 : at + 1)
  return count === null || count.value === 0 ? null : { ...count, isBound: true }
}

/** "#1", "No. 1", "number one". */
function numberedAt(words: readonly Word[], at: number): Standing | null {
  const text = words[at]?.text
  const next =
    text === '#' || text === 'number' ? at + 1 : text === 'no' && words[at + 1]?.text === '.' ? at + 2 : null
  // "The number 3 bus" is one of many.
  if (next === null || (text === 'number' && isArticle(words[at - 1]))) return null
  const count = countAt(words, next)
  // "#1-10" is a list of them.
  const isList = count !== null && words[count.next]?.text === '-' && countAt(words, count.next + 1) !== null
  return count === null || count.value === 0 || isList ? null : withBound(words, count.value, count.next)
}
const isArticle = (word: Word | undefined): boolean => word?.text === 'the' || word?.text === 'a'

/** "Finish second", "in 3rd place", "third or better", "second-largest". */
function ordinalAt(words: readonly Word[], at: number): Standing | null {
  const value = ordinalOf(words[at])
  if (value === null) return null
  const list = listFrom(words, at, value)
  if (list !== null) return list
  const next = at + 1
  const follows = words[next]?.text ?? ''
  if (nouns.has(follows)) return withBound(words, value, next + 1)
  if (matchAt(words, next, orBetter) !== null) return withBound(words, value, next)
  const superlative = follows === '-' ? next + 1 : next
  if (isSuperlative(words[superlative]?.text ?? '')) return { value, next: superlative + 1, isBound: false }
  return verbs.has(words[at - 1]?.text ?? '') ? { value, next, isBound: false } : null
}
/** "1st, 2nd, 3rd or 4th": all places down to the last one named. */
function listFrom(words: readonly Word[], at: number, first: number): Standing | null {
  if (first !== 1) return null
  let value = first
  let next = at + 1
  for (let place = next; joins.has(words[place]?.text ?? ''); ) {
    while (joins.has(words[place]?.text ?? '')) place++
    if (ordinalOf(words[place]) !== value + 1) break
    value++
    next = ++place
  }
  return value === 1
    ? null
    : { value, next: nouns.has(words[next]?.text ?? '') ? next + 1 : next, isBound: true }
}
const joins = new Set([',', 'or', 'and', '/'])

const isSuperlative = (text: string): boolean =>
  (text.endsWith('est') && text.length > 4) || text === 'most' || text === 'best'

function withBound(words: readonly Word[], value: number, next: number): Standing {
  const hit = matchAt(words, next, orBetter)
  return { value, next: next + (hit?.count ?? 0), isBound: hit !== null }
}
