import { Page } from '../../protocol/index.ts'
import type { Leaf } from './Leaves.ts'
import type { PageView } from './PageView.ts'
import { sentencesOf } from './sentences.ts'

/** Where a quote stands, and what stands around it. */
export type Place = {
  readonly start: number
  readonly end: number
  /** The sentences that hold it. */
  readonly sentence: string
  /** What stands before it, nearest last. */
  readonly before: string
  readonly after: string
  /** Of a JSON page: the value that holds it. */
  readonly leaf: Leaf | null
}

/** The parts of a passage that cells and blocks part: no name reaches from one into the next. */
export function partsOf({ borders }: PageView, { start, end, leaf }: Place, quote: string): string[] {
  if (leaf !== null) return [quote]
  const cuts = borders.filter((at) => at > start && at < end).map((at) => at - start)
  const text = Page.collapse(quote).trim()
  return [0, ...cuts].map((from, i) => text.slice(from, [...cuts, text.length][i]))
}

const reach = 500

/** All places of a quote in a page. */
export function placesOf(page: PageView, quote: string): Place[] {
  const wanted = Page.collapse(quote).trim()
  if (wanted === '') return []
  const leaves = page.leaves.filter(
    ({ text }) => text === wanted || (wanted.length > 4 && Page.collapse(text).includes(wanted)),
  )
  if (page.leaves.length > 0) return leaves.map((leaf) => inLeaf(page, wanted, leaf))
  const found: Place[] = []
  for (
    let at = page.text.indexOf(wanted);
    at !== -1 && found.length < 64;
    at = page.text.indexOf(wanted, at + 1)
  )
    found.push(placeAt(page, at, at + wanted.length))
  return found
}

function inLeaf(page: PageView, wanted: string, leaf: Leaf): Place {
  const start = page.text.indexOf(wanted)
  return {
    start,
    end: start + wanted.length,
    sentence: leaf.text,
    before: leaf.beside.join(' ; '),
    after: '',
    leaf,
  }
}

function placeAt(page: PageView, start: number, end: number): Place {
  const before = page.text.slice(Math.max(0, start - reach), start)
  const after = page.text.slice(end, end + reach)
  // A sentence does not reach beyond its block.
  const block = page.blocks.findLast((each) => each.start <= start && each.end >= end)
  const lead = page.text.slice(Math.max(block?.start ?? 0, start - reach), start)
  const rest = page.text.slice(end, Math.min(block?.end ?? page.text.length, end + reach))
  const head = sentencesOf(lead).at(-1) ?? ''
  const isOpen = head !== '' && !/[.!?]["”)]?\s?$/.test(lead)
  const tail = /[.!?]["”)]?$/.test(page.text.slice(start, end)) ? '' : (sentencesOf(rest)[0] ?? '')
  return {
    start,
    end,
    sentence: `${isOpen ? `${head} ` : ''}${page.text.slice(start, end)} ${tail}`.trim(),
    before,
    after,
    leaf: null,
  }
}
