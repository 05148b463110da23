import { budgetOf } from './budget.ts'
import { type Edge, edgesFrom, isNumber } from './Edge.ts'
import type { Gap, Glyph } from './Glyph.ts'
import { type Entry, lexicon } from './lexicon.ts'
import { longerNumber, lostNumber } from './lost.ts'
import { makeMatcher } from './match.ts'
import { plant } from './Trie.ts'

/** A word as it was read. */
export type Token = {
  /** Null for letters that are no word, and for numbers in digits. */
  readonly entry: Entry | null
  /** As it is spelled, or its letters, none of them twice in a row. */
  readonly word: string
  readonly digits: string
  /** Where it stands in the text. */
  readonly start: number
  readonly end: number
  /** The gap between it and the token before. */
  readonly gap: Gap
  readonly before: string
  /** How many letters it has, repeated ones counted once. */
  readonly letters: number
  /** For a number, another that it could nearly as well be; for letters that are no word, a number that they might be. */
  readonly rival: Entry | null
}

const matchWords = makeMatcher(plant(lexicon, budgetOf))
// Two readings are as good as each other when less than a wrong letter lies between them.
const closeness = 6
// One with fewer wrong letters is as good even where more has to be run together: `forten` may be for ten.
const plainCloseness = 9

/** The cheapest way to read all glyphs: each belongs to a word, to a number in digits, or to letters that are no word. */
export function decode(glyphs: readonly Glyph[]): Token[] {
  const matchFrom = matchWords(glyphs)
  const edges = glyphs.map((_, start) => edgesFrom(glyphs, start, matchFrom))
  const before = costsBefore(edges)
  const after = costsAfter(edges)
  const path: Edge[] = []
  for (let at = 0; at < glyphs.length; at = path.at(-1)!.end)
    path.push(edges[at]!.reduce((a, b) => (b.cost + after[b.end]! < a.cost + after[a.end]! ? b : a)))
  return path.map((edge, i) => {
    const { digits, start, gap, before: written } = glyphs[edge.start]!
    const rival = isNumber(edge)
      ? (rivalOf(edge, edges, before, after) ?? longerNumber(glyphs, path, i))
      : lostNumber(glyphs, edge, path[i - 1], path[i + 1])
    const letters = squeezed(glyphs, edge).length
    return {
      entry: edge.entry,
      word: edge.entry?.word ?? squeezed(glyphs, edge),
      digits,
      start,
      end: glyphs[edge.end - 1]!.end,
      gap,
      before: written,
      letters,
      rival,
    }
  })
}

/** The least cost of all that stands before each place. */
function costsBefore(edges: readonly (readonly Edge[])[]): number[] {
  const costs = new Array<number>(edges.length + 1).fill(Number.POSITIVE_INFINITY)
  costs[0] = 0
  for (const from of edges)
    for (const { start, end, cost } of from) costs[end] = Math.min(costs[end]!, costs[start]! + cost)
  return costs
}

/** The least cost of all that stands after each place. */
function costsAfter(edges: readonly (readonly Edge[])[]): number[] {
  const costs = new Array<number>(edges.length + 1).fill(0)
  for (let at = edges.length - 1; at >= 0; at--)
    costs[at] = Math.min(...edges[at]!.map(({ end, cost }) => cost + costs[end]!))
  return costs
}

/** A different number in the same place that makes the whole text hardly dearer to read. */
function rivalOf(
  chosen: Edge,
  edges: readonly (readonly Edge[])[],
  before: readonly number[],
  after: readonly number[],
): Entry | null {
  const isRival = ({ start, end, entry, cost, slips }: Edge) =>
    entry?.role === 'number' &&
    entry.value !== chosen.entry!.value &&
    // A word without slips has others inside it, as fourteen has four; one with slips may be two words: `for ten`.
    (chosen.slips > 0 || (start <= chosen.start + 2 && Math.abs(end - chosen.end) <= 2)) &&
    before[start]! + cost + after[end]! < after[0]! + (slips < chosen.slips ? plainCloseness : closeness)
  // Its first letter may be one that the word before it took.
  const near = edges.slice(Math.max(0, chosen.start - 2), chosen.end)
  return near.flatMap((from) => from.filter(isRival))[0]?.entry ?? null
}

function squeezed(glyphs: readonly Glyph[], { start, end }: Edge): string {
  let word = ''
  for (let at = start; at < end; at++) if (glyphs[at]!.letter !== word.at(-1)) word += glyphs[at]!.letter
  return word
}
