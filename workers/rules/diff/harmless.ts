import type { Difference } from './align.ts'
import type { Harmless } from './Change.ts'
import { isMisspelling, isSameStem } from './spelling.ts'
import type { Token } from './tokens.ts'

/** Two readings, with what is needed to judge a difference between them. */
export type Pair = {
  readonly before: readonly Token[]
  readonly after: readonly Token[]
  /** Neighbouring words of the text before, as "one two". */
  readonly pairsBefore: ReadonlyMap<string, number>
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

/**
 * Why a difference changes nothing; null when it may change something. Each reason is a proof of sorts, and what has none
 * counts as a change: to miss one is worse than to show one too many.
 */
export function harmless(pair: Pair, { before: [b0, b1], after: [a0, a1] }: Difference): Harmless | null {
  const before = pair.before.slice(b0, b1)
  const after = pair.after.slice(a0, a1)
  const keysBefore = before.map(({ key }) => key)
  const keysAfter = after.map(({ key }) => key)
  if (isAside(before, pair.asideBefore) && isAside(after, pair.asideAfter)) return 'background'
  if (isGrammar(pair, keysBefore, keysAfter, b0, a0)) return 'grammar'
  if (keysBefore.length === keysAfter.length) {
    const rest = keysBefore.map((key, i) => [key, keysAfter[i]!] as const).filter(([x, y]) => x !== y)
    if (rest.every(([x, y]) => isMisspelling(x, y) || isSameStem(x, y))) return 'spelling'
  }
  if (isSeason(keysBefore, keysAfter) || isSeason(keysAfter, keysBefore)) return 'season'
  if (isNamedInTitle(pair, before, after) || isNamedInTitle(pair, after, before)) return 'named_in_title'
  if (isCorrection(pair, before, after, b0, a1)) return 'correction'
  return null
}

const isAside = (words: readonly Token[], aside: ReadonlySet<number>): boolean =>
  words.every(({ word }) => aside.has(word.sentence))

function isGrammar(
  pair: Pair,
  before: readonly string[],
  after: readonly string[],
  b0: number,
  a0: number,
): boolean {
  const joins = (keys: readonly string[]) => keys.length === 1 && (keys[0] === 'vs' || keys[0] === 'and')
  if (joins(before) && joins(after)) return true
  if ([...before, ...after].every((key) => fillers.has(key))) return true
  // A word written twice, and once.
  if (after.length === 0 && before.length === 1) return pair.before[b0 - 1]?.key === before[0]
  if (before.length === 0 && after.length === 1) return pair.after[a0 - 1]?.key === after[0]
  return false
}

/** "2024-25" is the season that ends in 2025, and is called 2025 too. */
function isSeason(long: readonly string[], short: readonly string[]): boolean {
  const [first, second] = long
  if (long.length !== 2 || short.length !== 1 || !/^20[0-9]{2}$/.test(first!) || !/^[0-9]{2}$/.test(second!))
    return false
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

/**
 * A word set right: the new words stand between the same neighbours elsewhere in the old text, and the old words stood so
 * nowhere else. Never for names, numbers or anything that decides.
 */
function isCorrection(
  pair: Pair,
  before: readonly Token[],
  after: readonly Token[],
  b0: number,
  a1: number,
): boolean {
  if (before.length === 0 || after.length === 0 || before.length > 2 || after.length > 2) return false
  if (
    [...before, ...after].some(({ word, key }) => word.kind !== 'word' || word.isCapital || deciding.has(key))
  )
    return false
  const left = pair.before[b0 - 1]?.key
  const right = pair.after[a1]?.key
  if (left === undefined || right === undefined) return false
  const times = (first: string, second: string) => pair.pairsBefore.get(`${first} ${second}`) ?? 0
  const isNewKnown = times(left, after[0]!.key) > 0 && times(after.at(-1)!.key, right) > 0
  return isNewKnown && times(left, before[0]!.key) === 1 && times(before.at(-1)!.key, right) === 1
}
const deciding = new Set(
  `not no yes never only any all none or and if unless except must may will shall should would could more less fewer greater
  lower higher least most before after by until above below over under equal first last both either neither each every`.split(
    /\s+/,
  ),
)
