import { budgetOf, generousBudgetOf } from './budget.ts'
import { cost } from './cost.ts'
import { type Edge, isNumber } from './Edge.ts'
import type { Glyph } from './Glyph.ts'
import { type Entry, lexicon } from './lexicon.ts'
import { type Match, makeMatcher } from './match.ts'
import { plant } from './Trie.ts'

const matchNumbers = makeMatcher(
  plant(new Map([...lexicon].filter(([, { role }]) => role === 'number')), generousBudgetOf),
)

/** The cheapest number that a whole stretch of letters might be. */
function numberIn(scrap: readonly Glyph[], fits: (match: Match) => boolean): Entry | null {
  const matches = matchNumbers(scrap)(0).filter((match) => match.end === scrap.length && fits(match))
  return matches.length === 0 ? null : matches.reduce((a, b) => (b.cost < a.cost ? b : a)).entry
}

/** The number that letters which are no word might have been; or the part of its neighbour that a misspelt word might. */
export function lostNumber(
  glyphs: readonly Glyph[],
  edge: Edge,
  earlier: Edge | undefined,
  later: Edge | undefined,
): Entry | null {
  const isJunk = edge.entry === null && glyphs[edge.start]!.letter !== ''
  const isBeforeDigit = edge.slips > 0 && isNumber(later) && later!.entry!.value < 10
  const isAfterTens = edge.slips > 0 && isNumber(earlier) && earlier!.entry!.value >= 20
  if (!isJunk && !isBeforeDigit && !isAfterTens) return null
  return numberIn(
    glyphs.slice(edge.start, edge.end),
    ({ entry: { value } }) => isJunk || (isBeforeDigit && value >= 20) || (isAfterTens && value < 10),
  )
}

/** The number that a digit would belong to if the words beside it were none: `for try four`, `seven en`. */
export function longerNumber(glyphs: readonly Glyph[], path: readonly Edge[], at: number): Entry | null {
  const value = path[at]!.entry!.value
  if (value === 0 || value > 9) return null
  return tensBefore(glyphs, path[at - 1], path[at]!) ?? (value > 2 ? teenFrom(glyphs, path, at) : null)
}

const longestTens = 10

function tensBefore(glyphs: readonly Glyph[], earlier: Edge | undefined, digit: Edge): Entry | null {
  if (earlier === undefined || isNumber(earlier) || glyphs[digit.start]!.gap === 'clause') return null
  for (let start = digit.start - 3; start >= Math.max(0, digit.start - longestTens); start--) {
    if (glyphs[start]!.letter === '' || glyphs[start + 1]!.gap === 'clause') return null
    const tens = numberIn(
      glyphs.slice(start, digit.start),
      ({ entry, slips }) => entry.value >= 20 && slips <= budgetOf(entry.word.length, entry),
    )
    if (tens !== null) return tens
  }
  return null
}

/** A scrap of letters after a digit with which it is but one letter away from a teen. */
function teenFrom(glyphs: readonly Glyph[], path: readonly Edge[], at: number): Entry | null {
  const [digit, ...after] = path.slice(at, at + 3)
  for (const scrap of after) {
    if (isNumber(scrap) || (scrap.entry !== null && scrap.entry.role !== 'plain')) return null
    if (glyphs[scrap.start]!.gap === 'clause') return null
    // A scrap may hold more than the lost letters; a word does not.
    const teens = matchNumbers(glyphs.slice(digit!.start, scrap.end))(0).filter(
      ({ end, entry, slips }) =>
        entry.value > 12 &&
        entry.value < 20 &&
        slips <= cost.slip &&
        (scrap.entry === null ? end > digit!.end - digit!.start : end === scrap.end - digit!.start),
    )
    const teen = teens[0]?.entry ?? null
    if (teen !== null) return teen
  }
  return null
}
