import { cost } from './cost.ts'
import type { Glyph } from './Glyph.ts'
import type { Entry } from './lexicon.ts'
import type { Match, MatchFrom } from './match.ts'

/** Glyphs from `start` up to `end` read as one word, or as none: one way to go on reading. */
export type Edge = {
  readonly start: number
  readonly end: number
  /** Null for letters that are no word, and for a number in digits. */
  readonly entry: Entry | null
  readonly cost: number
  /** The part of the cost that wrong letters have. */
  readonly slips: number
}

export const isNumber = (edge: Edge | undefined): boolean => edge?.entry?.role === 'number'

const longestJunk = 16
const shortest = 3

/** Every way to go on reading at a place, with what it costs there. */
export function edgesFrom(glyphs: readonly Glyph[], start: number, matchFrom: MatchFrom): Edge[] {
  const enter = cost.word + (start === 0 ? 0 : cost.between[glyphs[start]!.gap])
  if (glyphs[start]!.letter === '') return [{ start, end: start + 1, entry: null, cost: enter, slips: 0 }]
  const matches = matchFrom(start)
  const words = matches
    .filter((match) => !maySwallow(match) || !matches.some((shorter) => isSwallowed(glyphs, shorter, match)))
    .map((match) => ({ ...match, start, cost: enter + match.cost + surcharge(glyphs, start, match) }))
  return [...words, ...junkFrom(glyphs, start, enter)]
}

const maySwallow = ({ slips, entry }: Match): boolean => slips > 0 && entry.role === 'number'

/** `seven cem` is no misspelt seventeen: a number that ends in a gap does not take letters of the next word. */
const isSwallowed = (glyphs: readonly Glyph[], shorter: Match, match: Match): boolean =>
  shorter.entry.role === 'number' &&
  shorter.slips < match.slips &&
  shorter.end < match.end &&
  glyphs[shorter.end]!.gap !== 'none'

function surcharge(glyphs: readonly Glyph[], start: number, { end, entry: { role, word } }: Match): number {
  if (role === 'number')
    return cost.gluedNumber * (Number(isGluedAt(glyphs, start)) + Number(isGluedAt(glyphs, end)))
  // `is um` is no sum.
  const isWeak = role === 'plain' || (role === 'total' && word.length <= shortest)
  if (!isWeak) return 0
  let spaces = 0
  for (let at = start + 1; at < end; at++) if (!['none', 'signs'].includes(glyphs[at]!.gap)) spaces++
  return cost.plainInPieces * spaces + (role === 'plain' && isGluedAt(glyphs, start) ? cost.gluedPlain : 0)
}

function junkFrom(glyphs: readonly Glyph[], start: number, enter: number): Edge[] {
  const junk: Edge[] = []
  let spent = enter + cost.junk + (isGluedAt(glyphs, start) ? cost.gluedJunk : 0)
  for (let end = start + 1; end <= start + longestJunk && glyphs[end - 1]?.letter; end++) {
    spent += cost.junkLetter + (end === start + 1 ? 0 : cost.within[glyphs[end - 1]!.gap])
    junk.push({
      start,
      end,
      entry: null,
      cost: spent + (isGluedAt(glyphs, end) ? cost.gluedJunk : 0),
      slips: 0,
    })
  }
  return junk
}

/** Whether nothing stands between a glyph and the one before. */
const isGluedAt = (glyphs: readonly Glyph[], at: number): boolean =>
  at > 0 && at < glyphs.length && glyphs[at]!.gap === 'none'
