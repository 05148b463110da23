import { cost } from './cost.ts'
import type { Gap, Glyph } from './Glyph.ts'
import { type Entry, lexicon } from './lexicon.ts'
import { type Match, makeMatcher } from './match.ts'
import { plant } from './Trie.ts'

/** A word as it was read. */
export type Token = {
  /** Null for letters that are no word, and for numbers in digits. */
  readonly entry: Entry | null
  readonly digits: string
  /** Where it stands in the text. */
  readonly start: number
  readonly end: number
  /** The gap between it and the token before. */
  readonly gap: Gap
  readonly before: string
  /** For a number: another number that it could nearly as well be. */
  readonly rival: Entry | null
}

/** Glyphs from `start` up to `end` read as one word, or as none. */
type Edge = {
  readonly start: number
  readonly end: number
  readonly entry: Entry | null
  readonly cost: number
}

const trie = plant(lexicon)
const longestJunk = 16
// Two readings are as good as each other when less than a wrong letter lies between them.
const closeness = 6

/** The cheapest way to read all glyphs: each belongs to a word, to a number in digits, or to letters that are no word. */
export function decode(glyphs: readonly Glyph[]): Token[] {
  const matchFrom = makeMatcher(trie, glyphs)
  const edges = glyphs.map((_, start) => edgesFrom(glyphs, start, matchFrom))
  const before = costsBefore(edges)
  const after = costsAfter(edges)
  const path: Edge[] = []
  for (let at = 0; at < glyphs.length; at = path.at(-1)!.end)
    path.push(edges[at]!.reduce((a, b) => (b.cost + after[b.end]! < a.cost + after[a.end]! ? b : a)))
  return path.map((edge) => {
    const [first, last] = [glyphs[edge.start]!, glyphs[edge.end - 1]!]
    const { entry } = edge
    const rival = entry?.role === 'number' ? rivalOf(edge, edges, before, after) : null
    return {
      entry,
      digits: first.digits,
      start: first.start,
      end: last.end,
      gap: first.gap,
      before: first.before,
      rival,
    }
  })
}

function edgesFrom(glyphs: readonly Glyph[], start: number, matchFrom: (start: number) => Match[]): Edge[] {
  const { letter, gap } = glyphs[start]!
  const enter = cost.word + (start === 0 ? 0 : cost.between[gap])
  const isGlued = gap === 'none' && start > 0
  if (letter === '') return [{ start, end: start + 1, entry: null, cost: enter }]
  const words = matchFrom(start).map((match) => {
    const extra = isGlued && match.entry.role === 'number' ? cost.gluedNumber : 0
    return { ...match, start, cost: match.cost + enter + extra }
  })
  const junk: Edge[] = []
  let spent = cost.junk + enter + (isGlued ? cost.gluedJunk : 0)
  for (let end = start + 1; end <= start + longestJunk && glyphs[end - 1]?.letter; end++) {
    spent += cost.junkLetter + (end === start + 1 ? 0 : cost.within[glyphs[end - 1]!.gap])
    const isGluedAfter = glyphs[end] !== undefined && glyphs[end]!.gap === 'none'
    junk.push({ start, end, entry: null, cost: spent + (isGluedAfter ? cost.gluedJunk : 0) })
  }
  return [...words, ...junk]
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
  const total = after[0]!
  const isRival = ({ start, end, entry, cost }: Edge) =>
    entry?.role === 'number' &&
    entry.value !== chosen.entry!.value &&
    Math.abs(end - chosen.end) <= 2 &&
    before[start]! + cost + after[end]! < total + closeness
  return edges[chosen.start]!.find(isRival)?.entry ?? null
}
