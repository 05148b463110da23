import { Bytes, Citation, Page } from '../../protocol/index.ts'

/** A page as it was fetched. */
export type FetchedPage = {
  /** By https; it must be one of the answer's `sources` too. */
  readonly url: string
  readonly text: string
  readonly contentType?: string | null | undefined
}

/**
 * Makes a citation of a passage of a page: visible text, widened by its neighbours where it is too short to be found again, cut
 * where it is too long. The passage stands in the page as a reader sees it, or in the page's source. Null where it does not, and
 * where the page cannot be cited, or where its address says the passage itself.
 *
 * @example
 * import { cite } from '@cresolver/worker'
 *
 * const page = { url: 'https://example.org/a', text: '<p>It <b>rained</b> in May.</p>', contentType: 'text/html' }
 * cite(page, 'rained') // { url: 'https://example.org/a', quote: 'It rained in' }
 * cite(page, 'It snowed.') // null
 */
export function cite(page: FetchedPage, passage: string): Citation.Citation | null {
  const pieces = Page.pieces(page.text, page.contentType ?? null)
  const visible = pieces.map(({ text }) => text).join('')
  const place = placeIn(visible, passage) ?? placeInSource(page.text, pieces, passage)
  if (place === null) return null
  const quote = cut(widen(visible, place))
  const citation = { url: page.url, quote }
  const isSound = Citation.fault([citation], [page.url]) === null && !Citation.isEcho(citation)
  return isSound && Page.contains(visible, quote) ? citation : null
}

type Place = { readonly start: number; readonly end: number }

function placeIn(visible: string, passage: string): Place | null {
  const wanted = Page.collapse(passage)
  const start = wanted === '' ? -1 : visible.indexOf(wanted)
  return start === -1 ? null : { start, end: start + wanted.length }
}

/** Where a passage of the source shows: from the first of its characters that does to the last. */
function placeInSource(source: string, pieces: readonly Page.Piece[], passage: string): Place | null {
  const from = passage === '' ? -1 : source.indexOf(passage)
  if (from === -1) return null
  const to = from + passage.length
  const shown: Place[] = []
  let at = 0
  for (const { text, start, end } of pieces) {
    if (start < to && end > from) {
      // A piece as long as its part of the source is a copy of it; any other shows as a whole.
      const isCopy = text.length === end - start
      shown.push({
        start: at + (isCopy ? Math.max(0, from - start) : 0),
        end: at + (isCopy ? Math.min(text.length, to - start) : text.length),
      })
    }
    at += text.length
  }
  const [first, last] = [shown[0], shown.at(-1)]
  return first === undefined || last === undefined ? null : { start: first.start, end: last.end }
}

/** Takes words from both sides until there are enough. */
function widen(visible: string, place: Place): string {
  let { start, end } = place
  const text = () => Page.collapse(visible.slice(start, end))
  while (Bytes.fromText(text()).length < Citation.limits.leastQuote) {
    if (start === 0 && end === visible.length) break
    start = start === 0 ? 0 : visible.lastIndexOf(' ', start - 2) + 1
    const next = visible.indexOf(' ', end + 1)
    end = next === -1 ? visible.length : next
  }
  return text()
}

const sizeOf = (text: string): number => Bytes.fromText(JSON.stringify(text)).length - 2

/** The beginning that fits, up to the end of a word where there is one. */
function cut(text: string): string {
  if (sizeOf(text) <= Citation.limits.quote) return text
  let size = 0
  let kept = ''
  for (const mark of text) {
    size += sizeOf(mark)
    if (size > Citation.limits.quote) break
    kept += mark
  }
  const end = kept.lastIndexOf(' ')
  return (end > kept.length / 2 ? kept.slice(0, end) : kept).trimEnd()
}
