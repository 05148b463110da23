/**
 * HTML cut into tags and text as browsers cut it, without building a tree: each character is passed once, however the tags nest
 * or fail to close. Both the visible text and the blocks of a page are read from these parts, so they agree.
 */

export type Tag = {
  /** In lower case; empty for comments and for names too long to matter. */
  readonly name: string
  readonly isEnd: boolean
  /** Where the tag begins and ends in the raw page, and where its name ends. */
  readonly start: number
  readonly nameEnd: number
  readonly end: number
}

export type Visitor = {
  /** A tag outside templates, where what stands in them would be seen; in a feed it may stand in the text of an element. */
  readonly tag: (tag: Tag, isInText: boolean) => void
  /** Text that is seen; in some elements character references are not decoded. */
  readonly text: (start: number, end: number, isDecoded: boolean) => void
  /** Text of an element that shows nothing, such as a script. */
  readonly unseen?: (tag: Tag, start: number, end: number) => void
}

/** Elements that hold text up to their own end tag, whatever looks like a tag in it; and whether a reader sees it. */
const textual: ReadonlyMap<string, 'hidden' | 'shown' | 'decoded'> = new Map([
  ['script', 'hidden'],
  ['style', 'hidden'],
  ['title', 'hidden'],
  ['iframe', 'hidden'],
  ['noembed', 'hidden'],
  ['noframes', 'hidden'],
  ['xmp', 'shown'],
  ['textarea', 'decoded'],
])

/** `from`: where to begin. `isFeed`: titles are seen, and what a CDATA section holds is text and tags like the rest. */
export type ScanOptions = { readonly from?: number; readonly isFeed?: boolean }

/** Visits tags and text in order. A bracket that begins no tag is a text of its own. */
export function scan(raw: string, visitor: Visitor, { from = 0, isFeed = false }: ScanOptions = {}): void {
  // What a template holds is shown nowhere; templates nest.
  let templates = 0
  let section: number | null = null
  let i = from
  while (i < raw.length) {
    const limit = section ?? raw.length
    const start = i
    while (i < limit && raw.charCodeAt(i) !== less) i++
    if (templates === 0 && i > start) visitor.text(start, i, true)
    if (i >= raw.length) break
    const isEnd: boolean = i === section
    if (isEnd || (isFeed && section === null && raw.startsWith(sectionStart, i))) {
      const mark = comment(i, i + (isEnd ? sectionEnd : sectionStart).length)
      if (templates === 0) visitor.tag(mark, true)
      i = mark.end
      section = isEnd ? null : endOfSection(raw, i)
      continue
    }
    const tag = cut(tagAt(raw, i), limit)
    if (tag === null) {
      if (templates === 0) visitor.text(i, i + 1, false)
      i++
      continue
    }
    if (tag.name === 'template') templates = Math.max(0, templates + (tag.isEnd ? -1 : 1))
    if (templates === 0) visitor.tag(tag, section !== null)
    i = tag.end
    const kind = tag.isEnd || (isFeed && tag.name === 'title') ? undefined : textual.get(tag.name)
    if (kind === undefined) continue
    const end = Math.min(limit, endOfText(raw, i, tag.name))
    if (templates === 0) {
      if (kind === 'hidden') visitor.unseen?.(tag, i, end)
      else visitor.text(i, end, kind === 'decoded')
    }
    i = end
  }
}

const sectionStart = '<![CDATA['
const sectionEnd = ']]>'

function endOfSection(raw: string, from: number): number {
  const end = raw.indexOf(sectionEnd, from)
  return end === -1 ? raw.length : end
}

/** What is not closed in a section ends with it. */
const cut = (tag: Tag | null, limit: number): Tag | null =>
  tag === null || tag.end <= limit ? tag : { ...tag, end: limit, nameEnd: Math.min(tag.nameEnd, limit) }

/** The tag or comment (without a name) that begins here; null where the bracket is a character like others. */
function tagAt(raw: string, at: number): Tag | null {
  const next = raw.charCodeAt(at + 1)
  if (next === exclamation && raw.startsWith('--', at + 2)) return comment(at, endOfComment(raw, at))
  if (next === exclamation || next === question) return comment(at, after(raw, '>', at))
  const isEnd = next === slash
  const start = isEnd ? at + 2 : at + 1
  if (!isLetter(raw.charCodeAt(start)))
    return isEnd && start < raw.length ? comment(at, after(raw, '>', start)) : null
  let end = start
  while (end < raw.length && !isNameEnd(raw.charCodeAt(end))) end++
  // No name that matters is longer, and a long one need not be kept.
  const name = raw.slice(start, Math.min(end, start + longestName)).toLowerCase()
  return {
    name: end - start > longestName ? '' : name,
    isEnd,
    start: at,
    nameEnd: end,
    end: endOfTag(raw, end),
  }
}

const longestName = 32

const comment = (start: number, end: number): Tag => ({ name: '', isEnd: false, start, nameEnd: end, end })

/** Past the next `mark`, or the text's end. */
function after(raw: string, mark: string, from: number): number {
  const at = raw.indexOf(mark, from)
  return at === -1 ? raw.length : at + mark.length
}

/** `-->`, or `--!>` as browsers allow; `<!-->` is a whole comment. */
function endOfComment(raw: string, at: number): number {
  for (let end = raw.indexOf('>', at + 4); end !== -1; end = raw.indexOf('>', end + 1)) {
    if (raw.startsWith('--', end - 2)) return end + 1
    if (end - 3 >= at + 4 && raw.startsWith('--!', end - 3)) return end + 1
  }
  return raw.length
}

/** Past the bracket that ends a tag; one inside a quoted value does not. */
function endOfTag(raw: string, from: number): number {
  let i = from
  while (i < raw.length) {
    const code = raw.charCodeAt(i)
    if (code === greater) return i + 1
    if (isBlank(code) || code === slash) {
      i++
      continue
    }
    i = endOfAttribute(raw, i).end
  }
  return raw.length
}

type Attribute = { readonly nameEnd: number; readonly value: number; readonly end: number }

/** Where the attribute that begins here ends, and where its value begins, quotes included; -1 where it has none. */
export function endOfAttribute(raw: string, from: number): Attribute {
  // An equals sign may be the first character of a name.
  let i = from + 1
  while (i < raw.length && !isNameEnd(raw.charCodeAt(i)) && raw.charCodeAt(i) !== equals) i++
  const nameEnd = i
  while (isBlank(raw.charCodeAt(i))) i++
  if (raw.charCodeAt(i) !== equals) return { nameEnd, value: -1, end: i }
  i++
  while (isBlank(raw.charCodeAt(i))) i++
  return { nameEnd, value: i, end: endOfValue(raw, i) }
}

function endOfValue(raw: string, from: number): number {
  let i = from
  const code = raw.charCodeAt(i)
  if (code === quote || code === apostrophe) return after(raw, code === quote ? '"' : "'", i + 1)
  while (i < raw.length && !isBlank(raw.charCodeAt(i)) && raw.charCodeAt(i) !== greater) i++
  return i
}

/** Where the end tag of an element that holds mere text begins, or the text's end. */
function endOfText(raw: string, from: number, name: string): number {
  for (let at = raw.indexOf('</', from); at !== -1; at = raw.indexOf('</', at + 2)) {
    const end = at + 2 + name.length
    if (raw.slice(at + 2, end).toLowerCase() === name && isNameEnd(raw.charCodeAt(end))) return at
  }
  return raw.length
}

const isLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a

/** White space between attributes. */
export const isBlank = (code: number): boolean =>
  code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0c || code === 0x0d

const isNameEnd = (code: number): boolean => isBlank(code) || code === slash || code === greater

const exclamation = 0x21
const quote = 0x22
const apostrophe = 0x27
const slash = 0x2f
const less = 0x3c
const equals = 0x3d
const greater = 0x3e
const question = 0x3f
