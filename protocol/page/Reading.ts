import * as Page from '../Page.ts'
import { type Attributes, attributesOf, decoded } from './Attributes.ts'
import type { Block } from './Blocks.ts'
import { csvBlocks } from './CsvBlocks.ts'
import { dateOf, HtmlDates, type PageDate, roleOf } from './Dates.ts'
import { isFeed } from './Feed.ts'
import { FeedBlocks } from './FeedBlocks.ts'
import { HtmlBlocks } from './HtmlBlocks.ts'
import { JsonBlocks } from './JsonBlocks.ts'
import { withHeadings } from './Neighbours.ts'
import { Offsets } from './Offsets.ts'
import * as Segment from './Segment.ts'
import { TextBlocks } from './TextBlocks.ts'

/** A page as it is read: its visible text, and what each part of it is. */
export type Reading = {
  readonly kind: 'html' | 'json' | 'feed' | 'text' | 'none'
  /** The visible text (`Page.visibleText`). */
  readonly text: string
  readonly title: string | null
  /** The language that the page says it is in. */
  readonly language: string | null
  readonly blocks: readonly Block[]
  readonly dates: readonly PageDate[]
}

const nothing = { title: null, language: null, blocks: [], dates: [] }

export function read(raw: string, contentType: string | null): Reading {
  const kind = Page.kindOf(raw, contentType)
  const pieces = Page.pieces(raw, contentType)
  const text = Segment.textOf(pieces)
  const offsets = new Offsets(pieces, text)
  if (kind === 'none') return { kind, text, ...nothing }
  if (kind === 'json') return readJson(raw, text, offsets)
  if (kind === 'text') return readText(raw, contentType, text, offsets)
  if (isFeed(raw)) return { kind: 'feed', text, ...new FeedBlocks(raw, text, offsets).read() }
  return { kind, text, ...readHtml(raw, text, offsets, 0) }
}

function readJson(raw: string, text: string, offsets: Offsets): Reading {
  const dates: PageDate[] = []
  const blocks = new JsonBlocks(raw, offsets, ({ key, span, isText }) => {
    if (!isText) return
    const date = dateOf(
      text.slice(span.start, Math.min(span.end, span.start + 100)),
      'json',
      roleOf(key),
      span,
    )
    // A year alone may be any number.
    if (date !== null && date.precision !== 'year') dates.push(date)
  }).read()
  return { kind: 'json', text, ...nothing, blocks, dates }
}

function readText(raw: string, contentType: string | null, text: string, offsets: Offsets): Reading {
  const type = (contentType ?? '').toLowerCase()
  const isTabbed = type.startsWith('text/tab-separated')
  if (isTabbed || type.startsWith('text/csv'))
    return { kind: 'text', text, ...nothing, blocks: csvBlocks(raw, text, offsets, isTabbed) }
  const start = htmlOf(raw)
  const head = new TextBlocks(raw, text, offsets).read(start)
  if (start === raw.length) return { kind: 'text', text, ...nothing, ...head }
  const html = readHtml(raw, text, offsets, start)
  const shifted = html.blocks.map((block) =>
    block.parent === null ? block : { ...block, parent: block.parent + head.blocks.length },
  )
  return {
    kind: 'text',
    text,
    ...html,
    blocks: [...head.blocks, ...shifted],
    dates: [...head.dates, ...html.dates],
  }
}

/** Where the HTML begins in a filing that is given as text, with its documents one after another; else the text's end. */
function htmlOf(raw: string): number {
  if (!/^\s{0,100}<(SEC-DOCUMENT|SEC-HEADER|DOCUMENT|SUBMISSION)>/.test(raw.slice(0, 200))) return raw.length
  const start =
    /<TEXT>\s{0,20}(<XBRL>\s{0,20})?(<\?xml[^>]{0,200}>\s{0,20})?(<!--[^>]{0,400}>\s{0,20}){0,4}<(!doctype )?html/i.exec(
      raw,
    )
  return start === null ? raw.length : start.index
}

type Parts = Omit<Reading, 'kind' | 'text'>

function readHtml(raw: string, text: string, offsets: Offsets, from: number): Parts {
  const dates = new HtmlDates(raw, text)
  let title: string | null = null
  let language: string | null = null
  const blocks = new HtmlBlocks(raw, text, offsets, {
    began: ({ name }, attributes) => {
      if (name === 'html' || name === 'meta') language ??= languageOf(name, attributes)
      dates.began(name, attributes)
    },
    ended: (name, attributes, span) => dates.ended(name, attributes, span),
    unseen: (tag, start, end) => {
      if (tag.name === 'title') title ??= decoded(raw, start, end)
      if (tag.name === 'script') dates.unseen(tag, attributesOf(raw, tag), start, end)
    },
  }).read(from)
  return { title, language, blocks: withHeadings(blocks, text), dates: dates.dates }
}

function languageOf(name: string, attributes: Attributes): string | null {
  if (name === 'html') return attributes.get('lang') ?? attributes.get('xml:lang') ?? null
  const isLanguage = attributes.get('http-equiv')?.toLowerCase() === 'content-language'
  return isLanguage ? (attributes.get('content') ?? null) : null
}
