import { PageText } from '../../protocol/index.ts'
import { type DayMention, daysIn } from './Days.ts'
import { type EntryList, listsOf } from './Entries.ts'
import { type Row, rowsOf } from './Grid.ts'
import { type Leaf, leavesOf } from './Leaves.ts'

/** A source as the operator declares it. */
export type Source = {
  readonly url: string
  readonly name: string
  readonly role: 'primary' | 'secondary'
  /** What it is complete for, in words; null where it promises nothing. */
  readonly complete_for: string | null
}

/** A page as it came. */
export type Fetched = {
  readonly url: string
  readonly status: number
  readonly content_type: string | null
  readonly body: string
}

type Span = PageText.Span

/** A page as deciding code sees it. */
export type PageView = {
  readonly url: string
  readonly source: Source
  readonly text: string
  /** What is wrong with the page; null for one that can be read. */
  readonly fault: string | null
  /** Whether it is in a language that code does not know: names and words there are the readers' matter. */
  readonly isForeign: boolean
  /** Whether nothing on the page says that its list goes on elsewhere, or that it leaves something out. */
  readonly isWhole: boolean
  /** Whether it shows excerpts or a selection, from anywhere in the whole. */
  readonly isExcerpt: boolean
  /** Places of the text that readers do not see. */
  readonly hidden: readonly Span[]
  /** Places that others than the author wrote, or that lead elsewhere. */
  readonly foreign: readonly Span[]
  /** The smallest parts of the text: paragraphs, items, rows. */
  readonly blocks: readonly Span[]
  readonly headings: readonly Span[]
  /** Where cells and other parts of a line begin: no name reaches across. */
  readonly borders: readonly number[]
  /** The days that its text names. */
  readonly days: readonly DayMention[]
  /** Days that the page gives itself for machines. */
  readonly published: readonly DayMention[]
  readonly leaves: readonly Leaf[]
  /** The rows of its tables. */
  readonly rows: readonly Row[]
  /** Its lists of dated entries. */
  readonly lists: readonly EntryList[]
  readonly title: string | null
}

/** Reads a page once, for all checks. */
export function viewPage(fetched: Fetched, source: Source): PageView {
  const { status, content_type: contentType, body: content } = fetched
  const page = PageText.read(content, contentType)
  const { codes } = PageText.healthOf({ status, contentType, content, page, truncated: false })
  const faults = codes.filter((code) => !passable.has(code))
  const marked = (marks: ReadonlySet<PageText.Mark>) =>
    page.blocks.filter((block) => [...block.marks, ...block.hints].some((mark) => marks.has(mark)))
  return {
    url: fetched.url,
    source,
    text: page.text,
    fault: faults[0] ?? null,
    isForeign: codes.includes('wrong-language') || isOther(page.language),
    isWhole: !codes.some((code) => partial.has(code)),
    isExcerpt: codes.includes('excerpt'),
    hidden: page.blocks.filter(({ marks }) => marks.includes('hidden')),
    foreign: marked(others),
    blocks: page.blocks.filter(({ kind }) => smallest.has(kind)),
    borders: page.blocks.map(({ start }) => start).sort((a, b) => a - b),
    headings: page.blocks.filter(({ kind }) => kind === 'heading'),
    days: daysIn(page.text),
    published: page.dates.flatMap(({ iso, role }) => (role === 'event' ? [] : daysIn(iso.slice(0, 10)))),
    leaves: page.kind === 'json' ? leavesOf(content) : [],
    rows: rowsOf(page),
    lists: listsOf(page),
    title: page.title,
  }
}

const isOther = (language: string | null): boolean =>
  language !== null && !language.toLowerCase().startsWith('en')

/** A list that goes on elsewhere still says what it says, and readers know more languages than code does. */
const partial: ReadonlySet<PageText.HealthCode> = new Set(['partial-list', 'excerpt'])
const passable: ReadonlySet<PageText.HealthCode> = new Set([...partial, 'wrong-language'])
const others: ReadonlySet<PageText.Mark> = new Set(['comments', 'related'])
const smallest: ReadonlySet<PageText.Block['kind']> = new Set([
  'paragraph',
  'item',
  'quote',
  'row',
  'definition',
  'term',
  'heading',
  'caption',
])
