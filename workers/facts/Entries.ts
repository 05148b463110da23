import { Calendar, type PageText } from '../../protocol/index.ts'
import { daysIn } from './Days.ts'

/** The lists of a page: parts of one kind under one parent, each with the day that it gives itself. */

export type Entry = {
  readonly text: string
  readonly start: number
  readonly end: number
  /** The first day that the entry names, in days since 1970; null where it names none. */
  readonly day: number | null
}
export type EntryList = readonly Entry[]

type Block = PageText.Block

/** Lists of which two entries or more have days, in the order of the page; headings, prose and what lies around the page make none. */
export function listsOf(page: PageText.PageText): EntryList[] {
  const lists = new Map<string, Entry[]>()
  const holders = holdersOf(page.blocks)
  page.blocks.forEach((block, i) => {
    if (!isEntry(block) || isAround(block) || (block.kind === 'group' && holders.has(i))) return
    // A term begins an entry, and its definitions belong to it.
    const key = `${block.kind === 'definition' ? 'term' : block.kind} ${block.parent}`
    const list = lists.get(key) ?? []
    const text = page.text.slice(block.start, block.end)
    const last = list.at(-1)
    if (block.kind === 'definition' && last !== undefined)
      list[list.length - 1] = {
        text: `${last.text} ${text}`,
        start: last.start,
        end: block.end,
        day: last.day ?? dayOf(page, block),
      }
    else list.push({ text, start: block.start, end: block.end, day: dayOf(page, block) })
    lists.set(key, list)
  })
  return [...lists.values()].filter((list) => list.filter(({ day }) => day !== null).length > 1)
}

const kinds = new Set<Block['kind']>(['item', 'row', 'term', 'definition', 'entry', 'record', 'group'])
const isEntry = (block: Block): boolean => kinds.has(block.kind) && !(block.kind === 'row' && block.isHeader)

const around = new Set<PageText.Mark>([
  'hidden',
  'navigation',
  'header',
  'footer',
  'aside',
  'comments',
  'related',
  'control',
  'promo',
])
const isAround = ({ marks, hints }: Block): boolean => [...marks, ...hints].some((mark) => around.has(mark))

/** Groups that hold a list or a table are sections of the page, and no entries. */
function holdersOf(blocks: readonly Block[]): ReadonlySet<number> {
  const found = new Set<number>()
  for (const { kind, parent } of blocks) {
    if (!inner.has(kind)) continue
    for (let at = parent; at !== null; at = blocks[at]!.parent) found.add(at)
  }
  return found
}
const inner = new Set<Block['kind']>(['list', 'table', 'group', 'entry', 'array'])

/** The day that markup gives, else that of a feed's item, else the first in its words. */
function dayOf(page: PageText.PageText, block: Block): number | null {
  const timed = page.dates.find(
    ({ role, start, end }) =>
      role !== 'event' && start !== null && start >= block.start && end! <= block.end && end! > start,
  )
  const own = block.kind === 'entry' ? (block.entry.published ?? block.entry.updated) : null
  const days = [timed?.iso.slice(0, 10), own, page.text.slice(block.start, block.end)].flatMap((text) =>
    text == null ? [] : daysIn(text),
  )
  const first = days.find(({ year, day }) => year !== null && day !== null)
  return first === undefined ? null : Calendar.daysOf(first.year!, first.month, first.day!)
}
