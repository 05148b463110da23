/**
 * Text as the rubric reads it: ASCII lower case, plain punctuation, sentences, words. Only ASCII letters change case and
 * no Unicode table is consulted, so Node and the CRE guest read every text alike. Every function is linear in its input.
 */
export type Sentence = {
  /** Position in the text, from 0. */
  readonly index: number
  readonly words: readonly string[]
  /** The words joined by single spaces: equal keys mean the same sentence. */
  readonly key: string
  /** The folded sentence with its punctuation, without citation marks such as [3] or [4, 7]. */
  readonly folded: string
}

// A worker may disguise words with characters that show nothing.
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g
// An address in the text is not prose, and not a source either: sources have their own list.
const address = /https?:\/\/[^\s)\]]*/g
const upperCase = /[A-Z]+/g
const word = /[a-z0-9\u0080-\uffff]+(?:'[a-z]+)?/g
const citation = /\[\d[\d, ]{0,40}\]/g

/** Lower case (ASCII only), straight quotes, plain dashes and spaces, nothing invisible. */
export function fold(text: string): string {
  return text
    .replace(invisible, '')
    .replace(upperCase, (run) => run.toLowerCase())
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/[\u201c\u201d\u00ab\u00bb]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u00a0\u2000-\u200a\u202f\u3000]/g, ' ')
    .replace(/[\u3002\uff01\uff1f]/g, '. ')
}

export const words = (folded: string): string[] => folded.match(word) ?? []

/** Splits folded text at line ends and at full stops, question and exclamation marks that a space follows. */
export function sentences(text: string): Sentence[] {
  const folded = text.replace(address, '\n')
  const out: Sentence[] = []
  let start = 0
  for (let i = 0; i <= folded.length; i++) {
    if (i < folded.length && !isBoundary(folded, i)) continue
    if (i > start) add(out, folded.slice(start, i + 1))
    start = i + 1
  }
  return out
}

function add(out: Sentence[], raw: string): void {
  const folded = raw.replace(citation, ' ')
  const found = words(folded)
  if (found.length > 0) out.push({ index: out.length, words: found, key: found.join(' '), folded })
}

function isBoundary(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (breaks.has(code)) return true
  if (code !== fullStop && code !== question && code !== exclamation) return false
  const next = text.charCodeAt(at + 1)
  // NaN at the text's end: the loop's last step closes the sentence there anyway.
  if (!(next <= space) && !closing.has(next)) return false
  return code !== fullStop || !isAbbreviation(text, at)
}

/** "vs.", "st.", "u.s.", "p.m.": a full stop that ends no sentence. */
function isAbbreviation(text: string, at: number): boolean {
  let start = at
  while (start > 0 && at - start < 4 && isLetter(text.charCodeAt(start - 1))) start--
  const length = at - start
  if (length === 1) return true
  return length > 0 && length < 4 && abbreviations.has(text.slice(start, at))
}

const isLetter = (code: number): boolean => code >= 0x61 && code <= 0x7a

const abbreviations = new Set([
  'vs',
  'st',
  'mr',
  'mrs',
  'ms',
  'dr',
  'jr',
  'sr',
  'inc',
  'no',
  'fc',
  'co',
  'gov',
  'sen',
])

/** Line ends, and the marks of markup, tables and data, which prose does without. */
const breaks = new Set([...'\n|<>{}`'].map((mark) => mark.charCodeAt(0)))
const space = 0x20
const exclamation = 0x21
/** Quotes and a parenthesis that end behind a sentence's last mark. */
const closing = new Set([0x22, 0x27, 0x29])
const fullStop = 0x2e
const question = 0x3f
