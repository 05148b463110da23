import type { Block } from './Blocks.ts'
import type { Span } from './Offsets.ts'

/**
 * Cuts a whole text into parts of at most `size` characters that overlap by at least `overlap`, at the borders of blocks where
 * there are some, else between words. So each passage of up to `overlap` characters stands whole in one part.
 */
export function chunksOf(
  text: string,
  blocks: readonly Block[],
  size: number,
  overlap: number,
): readonly Span[] {
  const most = Math.max(2, Math.floor(size))
  const shared = Math.max(0, Math.min(Math.floor(overlap), Math.floor(most / 2) - 1))
  const ends = [...new Set(blocks.map(({ end }) => end))].sort((a, b) => a - b)
  const starts = [...new Set(blocks.map(({ start }) => start))].sort((a, b) => a - b)
  const chunks: Span[] = []
  let start = 0
  while (start < text.length) {
    const end = endOf(text, ends, start, most, shared)
    chunks.push({ start, end })
    if (end >= text.length) break
    start = startOf(text, starts, start, end - shared)
  }
  return chunks
}

/** The last border within reach, if it leaves at least half a chunk. */
function endOf(text: string, ends: readonly number[], start: number, most: number, shared: number): number {
  const limit = start + most
  if (limit >= text.length) return text.length
  const least = start + Math.max(shared + 1, Math.ceil(most / 2))
  const border = lastUpTo(ends, limit)
  if (border !== null && border >= least) return border
  const blank = text.lastIndexOf(' ', limit)
  return blank >= least ? blank : whole(text, limit, least)
}

/** Where the next chunk begins: at the last border before the overlap, if that is a step forward. */
function startOf(text: string, starts: readonly number[], last: number, latest: number): number {
  const earliest = last + Math.max(1, Math.floor((latest - last) / 2))
  const border = lastUpTo(starts, latest)
  if (border !== null && border >= earliest) return border
  if (text[latest] === ' ') return latest
  const blank = text.lastIndexOf(' ', latest - 1)
  return blank + 1 > earliest ? blank + 1 : whole(text, latest, last + 1)
}

/** No character of two units is cut in half. */
function whole(text: string, at: number, least: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff && at - 1 >= least ? at - 1 : at
}

/** The last of ascending numbers that is at most `limit`. */
function lastUpTo(sorted: readonly number[], limit: number): number | null {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! <= limit) low = middle + 1
    else high = middle
  }
  return low === 0 ? null : sorted[low - 1]!
}
