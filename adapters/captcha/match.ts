import { cost } from './cost.ts'
import type { Glyph } from './Glyph.ts'
import type { Entry } from './lexicon.ts'
import { isVowel, type Node, type Trie } from './Trie.ts'

/** A word that the glyphs from a start up to `end` can be read as. */
export type Match = {
  readonly end: number
  readonly entry: Entry
  readonly cost: number
  /** The part of the cost that wrong letters have. */
  readonly slips: number
}

// Twice the longest word, and room for letters that do not belong: what bounds the work for each glyph.
const longestWord = 40
const dearest = 127
const lastEpoch = Math.floor(2 ** 31 / (dearest + 1)) - 1

/** The words that can be read from a place among glyphs. */
export type MatchFrom = (start: number) => Match[]

/**
 * Every word that can be read from a place on, with what that costs. The first letter must be right; a letter may be
 * written several times, with gaps between, at no more than the gaps' cost.
 */
export function makeMatcher({ root, size }: Trie): (glyphs: readonly Glyph[]) => MatchFrom {
  // The cheapest way in which a node was reached with a glyph, the dearer the less. It is as large as the lexicon and so
  // made once: each start begins higher than all before it, so that what they left counts for nothing.
  const seen = new Int32Array(size * longestWord * 2)
  let epoch = 0
  let glyphs: readonly Glyph[] = []
  let start = 0
  let found: Match[] = []

  return (read) => (from) => {
    glyphs = read
    start = from
    found = []
    if (++epoch > lastEpoch) {
      seen.fill(0)
      epoch = 1
    }
    const first = root.children.get(glyphs[start]!.letter)
    if (first !== undefined) visit(first, start + 1, 0, 0, 1)
    return found
  }

  /** `slips` is what wrong letters cost, `gaps` the rest; a word does not end (`isEnd` 0) with a letter that is not its own. */
  function visit(node: Node, at: number, gaps: number, slips: number, isEnd: 0 | 1): void {
    const total = gaps + slips
    if (slips > node.mostBudget || total > dearest || at - start >= longestWord) return
    const place = (node.id * longestWord + at - start) * 2 + isEnd
    const rank = epoch * (dearest + 1) - total
    if (seen[place]! >= rank) return
    seen[place] = rank
    if (isEnd === 1 && node.entry !== null && slips <= node.budget)
      found.push({ end: at, entry: node.entry, cost: total, slips })
    const glyph = glyphs[at]
    const letter = glyph?.letter ?? ''
    const further = gaps + (glyph === undefined ? 0 : cost.within[glyph.gap])
    if (letter !== '') {
      if (letter === glyphs[at - 1]!.letter) visit(node, at + 1, further, slips, isEnd)
      const child = node.children.get(letter)
      if (child !== undefined) visit(child, at + 1, further, slips, 1)
    }
    if (slips + cost.vowel <= node.mostBudget) slip(node, at, gaps, further, slips, letter)
  }

  /** A letter left out, taken for another, put in, or swapped with the next. */
  function slip(node: Node, at: number, gaps: number, further: number, slips: number, letter: string): void {
    const price = priceOf(letter)
    for (const child of node.list) {
      const room = child.mostBudget - slips
      if (room >= cost.slip) visit(child, at, gaps, slips + cost.slip, 1)
      if (letter === '' || child.letter === letter) continue
      const taken = child.isVowel ? price : cost.slip
      if (room >= taken) visit(child, at + 1, further, slips + taken, 1)
    }
    if (letter === '') return
    visit(node, at + 1, further, slips + price, 0)
    // Either of the two may be written twice.
    const then = glyphs[at + 1]?.letter === letter ? at + 2 : at + 1
    const next = glyphs[then]
    const swapped = next && node.children.get(next.letter)?.children.get(letter)
    if (swapped) visit(swapped, then + 1, further + cost.within[next.gap], slips + cost.swap, 1)
  }
}

const priceOf = (letter: string): number => (isVowel(letter) ? cost.vowel : cost.slip)
