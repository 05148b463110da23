import type { Difference } from './align.ts'
import { isConnective, isPicture, isSelfReference } from './asides.ts'
import type { Harmless } from './Change.ts'
import { isWrongWord } from './context.ts'
import { isCorrection } from './correction.ts'
import { isPlain, isWord } from './english/English.ts'
import { isGrammar, opensSentence } from './grammar.ts'
import { isLetters } from './letters.ts'
import { isSameName } from './names.ts'
import { isApostrophe, isJoined, isMisspelling, isSlip } from './spelling.ts'
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

const articles = new Set(['the', 'a', 'an', 'of'])
const deictic = new Set(['listed', 'named', 'specified', 'given'])

/**
 * Why a difference changes nothing; null when it may change something. Each reason is a proof of sorts, and what has none
 * counts as a change: to miss one is worse than to show one too many.
 */
export function harmless(pair: Pair, difference: Difference): Harmless | null {
  const before = pair.before.slice(...difference.before)
  const after = pair.after.slice(...difference.after)
  const [keysBefore, keysAfter] = [keysOf(before), keysOf(after)]
  if (isAside(before, pair.asideBefore) && isAside(after, pair.asideAfter)) return 'background'
  if (isPicture(pair, before, after)) return 'picture'
  if (isGrammar(pair, before, after, difference)) return 'grammar'
  if (isConnective(pair, before, after)) return 'connective'
  if (isSelfReference(pair, before, after)) return 'self_reference'
  if (isSpelling(pair, before, after) || isCutOff(pair, difference)) return 'spelling'
  if (isSeason(keysBefore, keysAfter) || isSeason(keysAfter, keysBefore)) return 'season'
  if (isNamedInTitle(pair, before, after) || isNamedInTitle(pair, after, before)) return 'named_in_title'
  if (isCorrection(pair, difference)) return 'correction'
  return null
}

const keysOf = (tokens: readonly Token[]): string[] => tokens.map(({ key }) => key)

/** Numbers and days are never only background. */
const isAside = (words: readonly Token[], aside: ReadonlySet<number>): boolean =>
  words.every(({ word, key }) => aside.has(word.sentence) && (word.kind === 'address' || !/[0-9]/.test(key)))

/** The same words but for their letters and for articles. */
function isSpelling(pair: Pair, before: readonly Token[], after: readonly Token[]): boolean {
  if (isJoined(textsOf(before), textsOf(after))) return true
  if (before.length === 1 && after.length === 1) return isSameWord(pair, before[0]!, after[0]!)
  const [old, now] = [before, after].map((tokens) => tokens.filter(({ key }) => !articles.has(key)))
  if (old!.length !== now!.length || old!.length === 0) return false
  return old!.every((token, i) => token.key === now![i]!.key || isSameWord(pair, token, now![i]!))
}

const textsOf = (tokens: readonly Token[]): string[] => tokens.map(({ word }) => word.text)

function isSameWord(pair: Pair, before: Token, after: Token): boolean {
  if (before.word.kind !== 'word' || after.word.kind !== 'word') return false
  const [old, now] = [before.word.text, after.word.text]
  // Of two readings that begin with one word, such as "equal to or higher than", the words after it differ.
  if (old === now) return false
  if (isApostrophe(old, now)) return true
  if (before.word.isCapital || after.word.isCapital) return isSameCapital(pair, before, after)
  if (isSlip(old, now)) return true
  return isMisspelling(old, now) ? !isTerm(pair, old) : isWrongWord(old, now, neighboursOf(pair, before))
}

/** A word written large is a name, unless a sentence begins with it. */
function isSameCapital({ before: all, title }: Pair, before: Token, after: Token): boolean {
  const [old, now] = [before.word.text, after.word.text]
  if (before.word.isCapital !== after.word.isCapital) return isMisspelling(old, now) && isPlain(now)
  if (opensSentence(all, before) && isMisspelling(old, now) && isPlain(now)) return true
  return isSameName(old, now, title)
}

/** What is not a word and is still there, or in the title, is a term of the market's own. */
const isTerm = ({ after, title }: Pair, old: string): boolean =>
  title.has(old) || after.some(({ word }) => word.text === old)

function neighboursOf({ before }: Pair, token: Token) {
  const at = before.indexOf(token)
  return { previous: before[at - 1]?.word.text ?? '', next: before[at + 1]?.word.text ?? '' }
}

/** The last word of a text that ended in the middle of it. */
function isCutOff({ before, after }: Pair, { before: [b0, b1], after: [a0, a1] }: Difference): boolean {
  if (b1 - b0 !== 1 || a1 - a0 !== 1 || b1 !== before.length || a1 !== after.length) return false
  const [old, now] = [before[b0]!, after[a0]!]
  if (!old.isLast || old.word.isCapital || now.word.isCapital) return false
  const [start, whole] = [old.word.text, now.word.text]
  return isLetters(start) && start.length >= 2 && whole.startsWith(start) && !isWord(start) && isWord(whole)
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
  const isName = name.every(({ word, key }) => word.isCapital || articles.has(key))
  return isName && (title.size === 0 || name.every(({ key }) => title.has(key)))
}
