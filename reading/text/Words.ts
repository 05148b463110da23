/**
 * A text as the parser reads it: words, numbers, addresses and marks, each with its place in the original. One pass of
 * character codes and no regular expression, so that the time is linear whatever the text holds.
 */
export type Kind = 'word' | 'number' | 'mark' | 'address'

export type Word = {
  /** Lower case, with straight quotes and plain dashes. */
  readonly text: string
  readonly kind: Kind
  /** UTF-16 places in the original: from `start`, up to and without `end`. */
  readonly start: number
  readonly end: number
  /** Which sentence it stands in, from 0. */
  readonly sentence: number
  /** Whether the original begins with a capital letter. */
  readonly isCapital: boolean
}

export function scan(text: string): Word[] {
  const words: Word[] = []
  let sentence = 0
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (isBlank(code)) {
      if (code === lineFeed && words.at(-1)?.sentence === sentence) sentence++
      at++
      continue
    }
    if (isWrittenBreak(text, at, code)) {
      if (words.at(-1)?.sentence === sentence) sentence++
      at += 2
      continue
    }
    const end = endOf(text, at, code)
    const raw = text.slice(at, end)
    const kind = kindOf(code, raw)
    words.push({ text: fold(raw, kind), kind, start: at, end, sentence, isCapital: isCapital(code) })
    if (kind === 'mark' && endsSentence(text, words, code, end)) sentence++
    at = end
  }
  return words
}

/** A line break that somebody escaped once too often: a backslash and an n. */
const isWrittenBreak = (text: string, at: number, code: number): boolean =>
  code === backslash && (text[at + 1] === 'n' || text[at + 1] === 'r')

function endOf(text: string, at: number, code: number): number {
  if (!isWordCode(code)) return at + (isHighSurrogate(code) && at + 1 < text.length ? 2 : 1)
  if (startsAddress(text, at)) return addressEnd(text, at)
  let end = at + 1
  while (end < text.length) {
    const next = text.charCodeAt(end)
    if (isWordCode(next)) end++
    else if (joins(text, end, next)) end += 2
    else break
  }
  return end
}

/** An apostrophe between letters, or a point or comma between digits, belongs to the word. */
function joins(text: string, at: number, code: number): boolean {
  const before = text.charCodeAt(at - 1)
  const after = text.charCodeAt(at + 1)
  if (code === apostrophe || code === curlyApostrophe) return isLetter(before) && isLetter(after)
  if (code !== point && code !== comma) return false
  if (!isDigit(before) || !isDigit(after)) return false
  // "May 5,2025" is two numbers; "5,202" is one.
  return code === point || isGroup(text, at + 1)
}

const isGroup = (text: string, at: number): boolean =>
  isDigit(text.charCodeAt(at + 1)) && isDigit(text.charCodeAt(at + 2)) && !isDigit(text.charCodeAt(at + 3))

const startsAddress = (text: string, at: number): boolean =>
  text.startsWith('http://', at) || text.startsWith('https://', at)

function addressEnd(text: string, at: number): number {
  let end = at
  let open = 0
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end)
    if (isBlank(code) || endsAddress.has(code)) break
    if (code === openParenthesis) open++
    // A parenthesis that the address did not open closes what stands around it.
    if (code === closeParenthesis && --open < 0) break
  }
  while (end > at && trailing.has(text.charCodeAt(end - 1))) end--
  return end
}

function kindOf(code: number, raw: string): Kind {
  if (!isWordCode(code)) return 'mark'
  if (raw.startsWith('http') && raw.includes('://')) return 'address'
  return isDigit(code) ? 'number' : 'word'
}

function fold(raw: string, kind: Kind): string {
  if (kind === 'address') return raw
  if (kind === 'mark') return marks.get(raw.charCodeAt(0)) ?? raw
  const lower = raw.toLowerCase()
  return lower.includes('’') ? lower.replaceAll('’', "'") : lower
}

function endsSentence(text: string, words: readonly Word[], code: number, end: number): boolean {
  if (code !== point && code !== question && code !== exclamation) return false
  const next = text.charCodeAt(end)
  if (end < text.length && !isBlank(next) && marks.get(next) !== '"' && next !== closeParenthesis)
    return false
  const before = words.at(-2)
  return code !== point || before === undefined || !isAbbreviation(before.text)
}

const abbreviations = new Set(
  'vs v st mr mrs ms dr jr sr no gov sen rep inc corp ltd approx jan feb mar apr jun jul aug sep sept oct nov dec'.split(
    ' ',
  ),
)
const isAbbreviation = (word: string): boolean =>
  (word.length === 1 && isLetter(word.charCodeAt(0))) || abbreviations.has(word)

const lineFeed = 0x0a
const exclamation = 0x21
const apostrophe = 0x27
const openParenthesis = 0x28
const closeParenthesis = 0x29
const comma = 0x2c
const point = 0x2e
const question = 0x3f
const backslash = 0x5c
const curlyApostrophe = 0x2019

const quotes = '"“”„‟«»'
const marks: ReadonlyMap<number, string> = new Map([
  ...[...quotes].map((mark) => [mark.charCodeAt(0), '"'] as const),
  ...[..."'‘’‚‛´`"].map((mark) => [mark.charCodeAt(0), "'"] as const),
  ...[...'-‐‑‒–—―−'].map((mark) => [mark.charCodeAt(0), '-'] as const),
])
const endsAddress: ReadonlySet<number> = new Set(
  [...`<>[]{}|\\^\`${quotes}`].map((mark) => mark.charCodeAt(0)),
)
const trailing: ReadonlySet<number> = new Set([..."'.,;:!?*’‘"].map((mark) => mark.charCodeAt(0)))

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39
const isUpper = (code: number): boolean => code >= 0x41 && code <= 0x5a
const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff
const isBlank = (code: number): boolean =>
  code <= 0x20 || code === 0xa0 || (code >= 0x2000 && code <= 0x200f) || blanks.has(code)
const blanks = new Set([0x85, 0xad, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x2060, 0x3000, 0xfeff])
const isCapital = (code: number): boolean => isUpper(code) || (code >= 0xc0 && code <= 0xde)
const isLetter = (code: number): boolean =>
  isUpper(code) || (code >= 0x61 && code <= 0x7a) || (code >= 0xc0 && !isMarkBeyond(code))
/** General punctuation, symbols, arrows, pictures; all else beyond ASCII is taken for letters. */
const isMarkBeyond = (code: number): boolean =>
  (code >= 0x2000 && code <= 0x2bff) ||
  (code >= 0x3000 && code <= 0x303f) ||
  (code >= 0xd800 && code <= 0xf8ff)
const isWordCode = (code: number): boolean => isDigit(code) || isLetter(code)
