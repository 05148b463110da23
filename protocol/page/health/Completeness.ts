import type { Reading } from '../Reading.ts'
import { isSelection } from './Excerpt.ts'
import { type Part, plain } from './Shown.ts'

/** Which part of a list a page shows, as it says itself: entries `from` to `to` `of` so many; null where it does not say. */
export type Portion = { readonly from: number | null; readonly to: number | null; readonly of: number | null }

/** A list that goes on elsewhere; null where the page says nothing of the kind. */
export function portionOf(page: Reading, parts: readonly Part[]): Portion | null {
  if (page.kind === 'json') return portionOfJson(page)
  for (const { text, kind } of parts) {
    const portion = text.length > longestNote ? null : portionOfNote(plain(text), kind === 'heading')
    if (portion !== null) return portion
  }
  return null
}

/** Longer parts are prose. */
const longestNote = 160

const pages = /\b(?:page|seite|página|pagina|sayfa) ([0-9]{1,6}) (?:of|von|sur|de|di|\/) ([0-9]{1,6})\b/
const range =
  /\b([0-9][0-9,.]{0,12}) ?(?:-|–|to|through|bis|à) ?([0-9][0-9,.]{0,12}) (?:of|out of|von|sur|de) (?:about |over )?([0-9][0-9,.]{0,12})/
const some =
  /\b(?:showing|displaying|viewing) (?:the )?(?:first |last |latest |top |most recent )?([0-9][0-9,.]{0,12}) (?:[a-z]{1,20} ){0,3}(?:of|out of) ([0-9][0-9,.]{0,12})/
const counted = /\(([0-9][0-9,.]{0,12}) of ([0-9][0-9,.]{0,12})\)/
const unknown: Portion = { from: null, to: null, of: null }

function portionOfNote(text: string, isHeading: boolean): Portion | null {
  const page = pages.exec(text)
  if (page !== null && numberOf(page[2]) > 1) return { ...unknown, from: numberOf(page[1]) === 1 ? 1 : null }
  const part = range.exec(text)
  if (part !== null) {
    const [from, to, of] = [numberOf(part[1]), numberOf(part[2]), numberOf(part[3])]
    // A range that does not fit its total is something else, such as a score.
    if (from <= to && to <= of) return from > 1 || to < of ? { from, to, of } : null
  }
  const first = some.exec(text) ?? (isHeading ? counted.exec(text) : null)
  if (first !== null && numberOf(first[1]) < numberOf(first[2])) return { ...unknown, of: numberOf(first[2]) }
  return isSelection(text) ? unknown : null
}

const numberOf = (text: string | undefined): number => Number((text ?? '').split(/[,.]/).join(''))

const totals = new Set('total total_count totalcount totalresults total_results numfound count'.split(' '))
const nexts = new Set(
  'next next_page nextpage nextpagetoken next_page_token next_cursor nextcursor'.split(' '),
)
const mores = new Set('has_more hasmore has_next hasnextpage'.split(' '))
const offsets = new Set('offset start skip from'.split(' '))

/** The keys by which interfaces tell their readers to ask again. */
function portionOfJson(page: Reading): Portion | null {
  const { goesOn, total, offset } = pagingOf(page)
  const count = longestList(page)
  if (count === 0) return goesOn ? unknown : null
  const isPart = goesOn || (total !== null && total > count) || (offset ?? 0) > 0
  if (!isPart) return null
  const from = (offset ?? 0) + 1
  return { from, to: from + count - 1, of: total }
}

type Paging = { goesOn: boolean; total: number | null; offset: number | null }

/** Deeper keys belong to the entries. */
const deepest = 3

function pagingOf({ blocks, text }: Reading): Paging {
  const paging: Paging = { goesOn: false, total: null, offset: null }
  for (const block of blocks) {
    if (block.kind !== 'value') continue
    const steps = block.path.split('/')
    if (steps.length > deepest + 1 || steps.some((step) => /^[0-9]/.test(step))) continue
    const key = steps.at(-1)!.toLowerCase()
    const value = text.slice(block.start, Math.min(block.end, block.start + 40))
    const isNumber = /^[0-9]{1,9}$/.test(value)
    if (nexts.has(key) && value !== 'null' && value !== 'false') paging.goesOn = true
    if (mores.has(key) && value === 'true') paging.goesOn = true
    if (totals.has(key) && isNumber) paging.total = Math.max(paging.total ?? 0, Number(value))
    if (offsets.has(key) && isNumber) paging.offset = Number(value)
  }
  return paging
}

/** How many entries the longest list near the top has. */
function longestList({ blocks }: Reading): number {
  const counts = new Map<number, number>()
  let longest = 0
  for (const { parent } of blocks) {
    const above = parent === null ? undefined : blocks[parent]!
    if (above?.kind !== 'array' || above.path.split('/').length > deepest + 1) continue
    const count = (counts.get(parent!) ?? 0) + 1
    counts.set(parent!, count)
    longest = Math.max(longest, count)
  }
  return longest
}
