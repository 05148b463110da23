import * as Issue from '../Issue.ts'

/** Which characters a question may be written in: what every reader sees, and sees alike. */

// The fast path: printable ASCII, line feeds and § need no further look. They are NFC, too.
const special = /[\x00-\x09\x0b-\x1f\x7f-\xa6\xa8-\uffff]/

export const isPlain = (text: string): boolean => !special.test(text)

/** Control characters, of which a line feed (alone, or after a carriage return) is the only one allowed. */
const isControl = (code: number): boolean =>
  code < 0x20 || (code >= 0x7f && code <= 0x9f) || code === 0x2028 || code === 0x2029

/** Code points without a glyph of their own (zero-width, bidirectional controls, fillers), which can hide text. */
const isInvisible = (code: number): boolean =>
  code === 0xad ||
  code === 0x34f ||
  code === 0x61c ||
  code === 0x115f ||
  code === 0x1160 ||
  code === 0x17b4 ||
  code === 0x17b5 ||
  (code >= 0x180b && code <= 0x180e) ||
  (code >= 0x200b && code <= 0x200f) ||
  (code >= 0x202a && code <= 0x202e) ||
  (code >= 0x2060 && code <= 0x206f) ||
  code === 0x3164 ||
  code === 0xfeff ||
  code === 0xffa0 ||
  (code >= 0xfff0 && code <= 0xfffb) ||
  // The first half of U+E0000–U+E03FF: tags and further variation selectors.
  code === 0xdb40

/** Spaces of any width, a tab, and the carriage return of a CRLF: what is left out around names and values. */
export const isBlank = (code: number): boolean =>
  code === 0x20 || code === 0x09 || code === 0x0d || (code >= 0xa0 && isWideSpace(code))

const isWideSpace = (code: number): boolean =>
  code === 0xa0 ||
  code === 0x1680 ||
  (code >= 0x2000 && code <= 0x200a) ||
  code === 0x202f ||
  code === 0x205f ||
  code === 0x3000

/** What may stand unseen before a §. */
export const isNoise = (code: number): boolean => isBlank(code) || isControl(code) || isInvisible(code)

const isHigh = (code: number): boolean => code >= 0xd800 && code <= 0xdbff
const isLow = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff

/** Notes each character that may not stand in a question, and a text that is not in normal form C. */
export function check(text: string, issues: Issue.Issue[], limit: number): void {
  let line = 1
  let lineStart = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code >= 0x20 && code < 0x7f) continue
    if (code === 0x0a) {
      line++
      lineStart = i + 1
      continue
    }
    if (code === 0x0d && text.charCodeAt(i + 1) === 0x0a) continue
    const at = { line, column: i - lineStart + 1 }
    if (isControl(code)) {
      const message = `The control character ${name(code)} may not stand in a question; a line ends with LF or CRLF.`
      Issue.report(issues, 'error', 'CONTROL_CHARACTER', at, message)
    } else if (isInvisible(code)) {
      const what = code === 0xdb40 ? 'from U+E0000 on' : name(code)
      const message = `The invisible character ${what} may not stand in a question.`
      Issue.report(issues, 'error', 'INVISIBLE_CHARACTER', at, message)
      if (code === 0xdb40 && isLow(text.charCodeAt(i + 1))) i++
    } else if (code === 0xfffd) {
      const message = 'U+FFFD stands where bytes were not UTF-8; encode the text as UTF-8.'
      Issue.report(issues, 'error', 'REPLACEMENT_CHARACTER', at, message)
    } else if (isHigh(code) && isLow(text.charCodeAt(i + 1))) i++
    else if (isHigh(code) || isLow(code)) {
      const message = `${name(code)} is half of a surrogate pair, which no UTF-8 can spell.`
      Issue.report(issues, 'error', 'LONE_SURROGATE', at, message)
    }
    if (issues.length > Issue.max) return
  }
  // Normalising a long run of combining marks takes quadratic time, and a text over the limit is refused anyway.
  if (text.length <= limit) checkNormalForm(text, issues)
}

const name = (code: number): string => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`

function checkNormalForm(text: string, issues: Issue.Issue[]): void {
  const normal = text.normalize('NFC')
  if (normal === text) return
  let at = 0
  while (text.charCodeAt(at) === normal.charCodeAt(at)) at++
  const lineStart = text.lastIndexOf('\n', at - 1) + 1
  let line = 1
  for (let i = text.indexOf('\n'); i !== -1 && i < at; i = text.indexOf('\n', i + 1)) line++
  const message =
    'The text is not in Unicode normal form C from here on; the same characters can be written shorter.'
  Issue.report(issues, 'error', 'NOT_NFC', { line, column: at - lineStart + 1 }, message)
}

/** Whether a text takes more than `limit` bytes of UTF-8. */
export function isLongerThan(text: string, limit: number): boolean {
  if (text.length > limit) return true
  // No UTF-16 unit takes more than three bytes.
  if (text.length * 3 <= limit) return false
  return byteLength(text) > limit
}

export function byteLength(text: string): number {
  let bytes = text.length
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x80) continue
    if (code < 0x800) bytes += 1
    // Each half of a surrogate pair stands for two of its four bytes.
    else if (isHigh(code) || isLow(code)) bytes += 1
    else bytes += 2
  }
  return bytes
}
