import type { Difference } from './align.ts'
import type { Harmless } from './Change.ts'
import { isCorrection } from './correction.ts'
import { isMisspelling, isSameStem, isSlip } from './spelling.ts'
import type { Token } from './tokens.ts'

/** Two readings, with what is needed to judge a difference between them. */
export type Pair = {
  readonly before: readonly Token[]
  readonly after: readonly Token[]
  /** Words of the title. */
  readonly title: ReadonlySet<string>
  /** Sentences that only send the reader elsewhere. */
  readonly asideBefore: ReadonlySet<number>
  readonly asideAfter: ReadonlySet<number>
}

/** Words that may come and go without a change of meaning. */
const fillers = new Set(
  'the a an of that which is are was were be been has have this these those it its their also then please note'.split(
    ' ',
  ),
)
const deictic = new Set(['listed', 'named', 'specified', 'given'])
/** Ways to say who ends as what: "this market will resolve to" is "it resolves". */
const beforeEnding = new Set(['this', 'the', 'market', 'it', 'will'])
const afterEnding = new Set(['to', 'as'])

/**
 * Why a difference changes nothing; null when it may change something. Each reason is a proof of sorts, and what has none
 * counts as a change: to miss one is worse than to show one too many.
 */
export function harmless(pair: Pair, difference: Difference): Harmless | null {
  const {
    before: [b0, b1],
    after: [a0, a1],
  } = difference
  const before = pair.before.slice(b0, b1)
  const after = pair.after.slice(a0, a1)
  const [keysBefore, keysAfter] = [keysOf(before), keysOf(after)]
  if (isAside(before, pair.asideBefore) && isAside(after, pair.asideAfter)) return 'background'
  if (isGrammar(pair, keysBefore, keysAfter, difference)) return 'grammar'
  if (isSpelling(pair, before, after)) return 'spelling'
  if (isSeason(keysBefore, keysAfter) || isSeason(keysAfter, keysBefore)) return 'season'
  if (isNamedInTitle(pair, before, after) || isNamedInTitle(pair, after, before)) return 'named_in_title'
  if (isCorrection(pair, difference)) return 'correction'
  return null
}

const keysOf = (tokens: readonly Token[]): string[] => tokens.map(({ key }) => key)

/** Numbers and days are never only background. */
const isAside = (words: readonly Token[], aside: ReadonlySet<number>): boolean =>
  words.every(({ word, key }) => aside.has(word.sentence) && (word.kind === 'address' || !/[0-9]/.test(key)))

function isGrammar(
  pair: Pair,
  before: readonly string[],
  after: readonly string[],
  { before: [b0, b1], after: [a0, a1] }: Difference,
): boolean {
  const joins = (keys: readonly string[]) => keys.length === 1 && (keys[0] === 'vs' || keys[0] === 'and')
  if (joins(before) && joins(after)) return true
  const both = [...before, ...after]
  if (both.every((key) => fillers.has(key))) return true
  if (both.every((key) => beforeEnding.has(key)) && pair.before[b1]?.key === 'resolve') return true
  if (both.every((key) => afterEnding.has(key)) && pair.before[b0 - 1]?.key === 'resolve') return true
  // A word written twice, and once.
  if (after.length === 0 && before.length === 1)
    return pair.before[b0 - 1]?.key === before[0] || pair.before[b1]?.key === before[0]
  if (before.length === 0 && after.length === 1)
    return pair.after[a0 - 1]?.key === after[0] || pair.after[a1]?.key === after[0]
  return false
}

/** The same words but for their letters and for fillers. */
function isSpelling(pair: Pair, before: readonly Token[], after: readonly Token[]): boolean {
  const [old, now] = [before, after].map((tokens) => tokens.filter(({ key }) => !fillers.has(key)))
  if (old!.length !== now!.length || old!.length === 0) return false
  return old!.every((token, i) => {
    const other = now![i]!
    return token.key === other.key || isSameWord(pair, token, other)
  })
}

/** A name may be another's with one letter changed, unless it is known, or its letters have only changed places. */
function isSameWord({ before: all, title }: Pair, before: Token, after: Token): boolean {
  if (before.word.kind !== 'word' || after.word.kind !== 'word') return false
  const [old, now] = [before.word.text, after.word.text]
  // Of two readings that begin with one word, such as "equal to or higher than", the words after it differ.
  if (old === now) return false
  const isName = before.word.isCapital && after.word.isCapital && !opensSentence(all, before)
  if (!isName) return isMisspelling(old, now) || isSameStem(old, now)
  return isSlip(old, now) || (isMisspelling(old, now) && title.has(after.key) && !title.has(before.key))
}

/** Whether a word is written large only because a sentence begins with it. */
function opensSentence(tokens: readonly Token[], { word }: Token): boolean {
  const first = tokens.find((token) => token.word.sentence === word.sentence)
  return first?.word === word
}

/** "2024-25" is the season that ends in 2025, and is called 2025 too. */
function isSeason(long: readonly string[], short: readonly string[]): boolean {
  const [first, dash, second] = long
  if (long.length !== 3 || short.length !== 1 || dash !== '-') return false
  if (!/^20[0-9]{2}$/.test(first!) || !/^[0-9]{2}$/.test(second!)) return false
  const end = Number(first) + 1
  return Number(second) === end % 100 && short[0] === String(end)
}

/** A name that stands in the title, and "the listed player" in its place. */
function isNamedInTitle({ title }: Pair, name: readonly Token[], reference: readonly Token[]): boolean {
  const words = reference.filter(({ key }) => key !== 'the')
  if (words.length !== 2 || !deictic.has(words[0]!.key) || name.length === 0 || name.length > 6) return false
  const isName = name.every(({ word, key }) => word.isCapital || fillers.has(key))
  return isName && (title.size === 0 || name.every(({ key }) => title.has(key)))
}
