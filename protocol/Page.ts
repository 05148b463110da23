import * as Html from './page/Html.ts'
import * as JsonText from './page/JsonText.ts'
import * as Segment from './page/Segment.ts'

/**
 * A page as its readers see it. Whoever quotes a page and whoever looks for the quote must take the same text out of the same
 * bytes, so there is one function for it. See docs/protocol.md, "Visible text".
 */

/** How a page is read. Pictures and other bytes that are no text show nothing. */
export type Kind = 'html' | 'json' | 'text' | 'none'

/** A piece of visible text, and where it stands in the raw page. */
export type Piece = Segment.Segment

/**
 * How a page is read: by its content type, or by how it begins where the type says nothing of use.
 *
 * @example
 * Page.kindOf('{"a":1}', 'application/json; charset=utf-8') // 'json'
 * Page.kindOf('{"a":1}', 'text/plain') // 'text'
 * Page.kindOf('<!doctype html><p>Hello') // 'html'
 * Page.kindOf('%PDF-1.7', 'application/pdf') // 'none'
 */
export function kindOf(raw: string, contentType: string | null = null): Kind {
  const type = Segment.collapse((contentType ?? '').split(';')[0]!).toLowerCase()
  if (type === 'text/html' || type.endsWith('/xml') || type.endsWith('+xml')) return 'html'
  if (type.endsWith('/json') || type.endsWith('+json')) return 'json'
  if (type.startsWith('text/')) return 'text'
  const isOfOtherKind = ['image/', 'audio/', 'video/', 'font/'].some((kind) => type.startsWith(kind))
  return isOfOtherKind || type === 'application/pdf' ? 'none' : kindByStart(raw)
}

/** How much of a page is looked at to tell its kind. */
const startLength = 1_024

function kindByStart(raw: string): Kind {
  const start = Segment.collapse(raw.slice(0, startLength))
  if (start.startsWith('%PDF-') || start.includes('\u0000')) return 'none'
  if (/^<[a-zA-Z!?]/.test(start)) return 'html'
  return /^[[{] ?(["[\]{}\-0-9]|true|false|null)/.test(start) ? 'json' : 'text'
}

/**
 * The visible text in pieces. Joined they are the whole; where a piece is as long as its part of the raw text it is a copy.
 *
 * @example
 * Page.pieces('<b>R&amp;D</b>', 'text/html').length // 3
 * Page.pieces('<b>R&amp;D</b>', 'text/html')[1] // { text: '&', start: 4, end: 9 }
 */
export function pieces(raw: string, contentType: string | null = null): readonly Piece[] {
  const kind = kindOf(raw, contentType)
  if (kind === 'none') return []
  if (kind === 'html') return Html.segments(raw)
  if (kind === 'json') return JsonText.segments(raw)
  const writer = new Segment.Writer(raw)
  writer.copy(0, raw.length)
  return writer.segments
}

/**
 * The visible text of a page: of HTML without tags (inline ones join, blocks and cells part with a space), scripts, styles,
 * templates, comments and the title, entities decoded; of JSON the text of each value; white space collapsed.
 *
 * @example
 * Page.visibleText('<h1>Ra<b>te</b></h1><p>3.5&nbsp;%\n <i>a year</i>', 'text/html') // 'Rate 3.5 % a year'
 * Page.visibleText('{"date":"2026-02-20","rates":[3.50,null]}', 'application/json') // '2026-02-20 3.50 null'
 */
export const visibleText = (raw: string, contentType: string | null = null): string =>
  Segment.textOf(pieces(raw, contentType))

/**
 * A quote as it stands in visible text: its white space collapsed.
 *
 * @example
 * Page.collapse(' Rates\n rose ') // 'Rates rose'
 */
export const collapse = Segment.collapse

/**
 * Whether visible text holds a quote, word for word. One of white space alone is held by none.
 *
 * @example
 * Page.contains('The rate rose to 3.5 %.', 'rose  to\n3.5') // true
 * Page.contains('The rate rose to 3.5 %.', 'rose to 3.6') // false
 * Page.contains('The rate rose to 3.5 %.', ' ') // false
 */
export function contains(visible: string, quote: string): boolean {
  const wanted = collapse(quote)
  return wanted !== '' && visible.includes(wanted)
}
