import { type HTMLElement, parse as parseHtml } from 'node-html-parser'
import { BaseError } from '../../protocol/index.ts'

/** Foreign HTML as text: what a reader sees, without scripts, styles and comments. */
const options = { comment: false, blockTextElements: {} }

/** Nesting beyond this makes the parser slow, and no page for people has it. */
export const maxDepth = 2_000
/** The depths of all elements together, which is what the parser's time grows with; large pages have a tenth of it. */
const maxWork = 10_000_000

export function parse(html: string): HTMLElement {
  const plain = strip(html)
  checkNesting(plain)
  return parseHtml(plain, options)
}

/**
 * The text of a page, or of what a CSS selector finds there: one line for each block, blanks run together.
 *
 * @example
 * Html.toText('<p>BTC <b>75,000</b></p><script>x</script>') // 'BTC 75,000'
 */
export function toText(html: string, selector?: string): string {
  const root = parse(html)
  const elements = selector === undefined ? [root] : root.querySelectorAll(selector)
  const lines = elements.flatMap((element) => element.structuredText.split('\n'))
  return lines
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}

const hidden = ['script', 'style', 'noscript', 'template', 'iframe', 'textarea']

/** Without comments, declarations and hidden elements. One pass: the parser takes quadratic time on unclosed comments. */
function strip(html: string): string {
  const lower = html.toLowerCase()
  const kept: string[] = []
  let at = 0
  while (at < html.length) {
    const open = lower.indexOf('<', at)
    if (open === -1) break
    const end = endOfHidden(lower, open)
    if (end === null) {
      kept.push(html.slice(at, open + 1))
      at = open + 1
    } else {
      kept.push(html.slice(at, open))
      at = end
    }
  }
  kept.push(html.slice(at))
  return kept.join('')
}

/** Where something hidden that begins at `open` ends; null when what begins there is seen. Unclosed, it hides the rest. */
function endOfHidden(lower: string, open: number): number | null {
  if (lower.startsWith('<!--', open)) return after(lower, '-->', open + 4)
  if (lower.startsWith('<!', open) || lower.startsWith('<?', open)) return after(lower, '>', open)
  const name = hidden.find(
    (one) => lower.startsWith(one, open + 1) && /^[\s/>]?$/.test(lower.charAt(open + 1 + one.length)),
  )
  if (name === undefined) return null
  const close = lower.indexOf(`</${name}`, open)
  return close === -1 ? lower.length : after(lower, '>', close)
}

function after(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from)
  return found === -1 ? text.length : found + mark.length
}

const empty = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
const closedBySame = new Set('p li td th dt dd option'.split(' '))
const closedBy: Readonly<Record<string, readonly string[]>> = {
  p: ['div'],
  li: ['ul', 'ol'],
  td: ['tr', 'table'],
  th: ['tr', 'table'],
}

// All parts stop at the next `<`, so the scan is linear whatever the text.
const tag = /<(\/?)([a-zA-Z][^\s/<>]{0,63})((?:[^<>"']|"[^"<>]*"|'[^'<>]*')*\/>)?/g

/** Refuses what would take the parser long. A closing tag that fits nothing closes nothing, so no depth is taken for too small. */
function checkNesting(html: string): void {
  const open: string[] = []
  let work = 0
  for (const [, slash, rawName, selfClosed] of html.matchAll(tag)) {
    const name = rawName!.toLowerCase()
    if (empty.has(name) || selfClosed !== undefined) continue
    if (slash === '/') {
      while (open.length > 0 && closedBy[open.at(-1)!]?.includes(name)) open.pop()
      if (open.at(-1) === name) open.pop()
      continue
    }
    if (closedBySame.has(name) && open.at(-1) === name) open.pop()
    const depth = open.push(name)
    work += depth
    if (depth > maxDepth || work > maxWork) throw new TooDeepError()
  }
}

export class TooDeepError extends BaseError {
  override readonly name = 'Html.TooDeepError'
  constructor() {
    super(`The page nests deeper than ${maxDepth} elements, or many elements too deep.`)
  }
}
