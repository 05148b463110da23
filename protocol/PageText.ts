import type * as Blocks from './page/Blocks.ts'
import { chunksOf } from './page/Chunks.ts'
import type * as Dates from './page/Dates.ts'
import type * as Completeness from './page/health/Completeness.ts'
import * as Healths from './page/health/Health.ts'
import type * as Offsets from './page/Offsets.ts'
import * as Reading from './page/Reading.ts'

/**
 * What the parts of a page are: headings, paragraphs, rows with the heads of their cells, values of JSON with their paths, items
 * of feeds, hidden text, comments, the dates that a page gives of itself. Every part has its place in the visible text that
 * citations quote. See docs/pages.md.
 */
export type PageText = Reading.Reading
/** A part of a page, after the one that holds it. */
export type Block = Blocks.Block
/** What markup says of a part, or what names and headings suggest. */
export type Mark = Blocks.Mark
/** What ties a cell or a definition to its meaning. */
export type Head = Blocks.Head
/** What a feed says of one of its items. */
export type Entry = Blocks.Entry
/** A date that a page gives for machines. */
export type PageDate = Dates.PageDate
/** Whether a page says anything, and whether its list is whole. */
export type Health = Healths.Health
/** What is wrong with a page. */
export type HealthCode = Healths.Code
/** Which part of a list a page shows. */
export type Portion = Completeness.Portion
/** A page as it was fetched and read. */
export type Fetched = Healths.Fetched
/** A part of the visible text. */
export type Span = Offsets.Span

/**
 * Reads a page. It never throws, and takes time in proportion to the page.
 *
 * @example
 * const page = PageText.read('<table><tr><th>Town<th>Votes<tr><td>Tolland<td>1,204</table>', 'text/html')
 * page.text // 'Town Votes Tolland 1,204'
 * page.blocks.map(({ kind }) => kind) // ['table', 'row', 'cell', 'cell', 'row', 'cell', 'cell']
 * page.text.slice(page.blocks[6].heads[0].start, page.blocks[6].heads[0].end) // 'Votes'
 */
export const read = (content: string, contentType: string | null = null): PageText =>
  Reading.read(content, contentType)

/**
 * The blocks that hold a part of the visible text, the innermost first.
 *
 * @example
 * const page = PageText.read('<ul><li>One<li>Two</ul>', 'text/html')
 * PageText.blocksAt(page, 4, 7).map(({ kind }) => kind) // ['item', 'list']
 */
export function blocksAt({ blocks }: PageText, start: number, end: number): readonly Block[] {
  // Of blocks that begin in time the last is the innermost, or lies beside it under one that holds both.
  let low = 0
  let high = blocks.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (blocks[middle]!.start <= start) low = middle + 1
    else high = middle
  }
  const found: Block[] = []
  for (let at: number | null = low - 1; at !== null && at >= 0; at = blocks[at]!.parent)
    if (blocks[at]!.end >= end) found.push(blocks[at]!)
  return found
}

/**
 * The whole text in overlapping parts, cut at the borders of blocks where there are some. A passage of up to `overlap` characters
 * stands whole in one of them; `overlap` is at most half of `size`.
 *
 * @example
 * const page = PageText.read('<p>One two.</p><p>Three four.</p>', 'text/html')
 * PageText.chunks(page, 14, 3).map(({ start, end }) => page.text.slice(start, end)) // ['One two.', 'two. Three', 'Three four.']
 */
export const chunks = ({ text, blocks }: PageText, size: number, overlap: number): readonly Span[] =>
  chunksOf(text, blocks, size, overlap)

/**
 * Whether a page that was fetched says anything, and whether its list is whole, by the rules of docs/pages.md.
 *
 * @example
 * const content = '<title>Page not found</title><h1>Page not found</h1><p>The link may be broken.</p>'
 * const page = PageText.read(content, 'text/html')
 * PageText.healthOf({ status: 200, contentType: 'text/html', content, page, truncated: false }).codes // ['not-found']
 */
export const healthOf = (fetched: Fetched): Health => Healths.healthOf(fetched)
