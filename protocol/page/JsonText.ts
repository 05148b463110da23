import { isSpace, type Segment, Writer } from './Segment.ts'

/**
 * The visible text of JSON: the text of each value in order, parted by spaces; strings decoded, numbers and the rest as they
 * are written, keys left out. It is scanned, not parsed, so depth costs nothing and a text that was cut off shows what there is.
 */
export function segments(raw: string): readonly Segment[] {
  const writer = new Writer(raw)
  let i = 0
  while (i < raw.length) {
    const code = raw.charCodeAt(i)
    if (code === quote) {
      const end = endOfString(raw, i + 1)
      writer.part(i, i + 1)
      if (!isKey(raw, end)) string(writer, raw, i + 1, end)
      writer.part(end, end + 1)
      i = end + 1
    } else if (isMark(code)) {
      writer.part(i, i + 1)
      i++
    } else {
      const start = i
      while (i < raw.length && !isMark(raw.charCodeAt(i)) && raw.charCodeAt(i) !== quote) i++
      writer.copy(start, i)
    }
  }
  return writer.segments
}

/** Brackets, commas, colons and white space part values. */
const isMark = (code: number): boolean =>
  isSpace(code) ||
  code === 0x2c ||
  code === 0x3a ||
  code === 0x5b ||
  code === 0x5d ||
  code === 0x7b ||
  code === 0x7d

/** Where the closing quote stands, or the text's end. */
function endOfString(raw: string, from: number): number {
  let i = from
  while (i < raw.length && raw.charCodeAt(i) !== quote) i += raw.charCodeAt(i) === backslash ? 2 : 1
  return Math.min(i, raw.length)
}

function isKey(raw: string, end: number): boolean {
  let i = end + 1
  while (isSpace(raw.charCodeAt(i))) i++
  return raw.charCodeAt(i) === colon
}

function string(writer: Writer, raw: string, start: number, end: number): void {
  let from = start
  for (let i = start; i < end; i++) {
    if (raw.charCodeAt(i) !== backslash) continue
    const escaped = escapeAt(raw, i, end)
    writer.copy(from, i)
    writer.put(escaped.text, i, escaped.end)
    from = escaped.end
    i = escaped.end - 1
  }
  writer.copy(from, end)
}

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** What an escape stands for; a character that needs none stands for itself. */
function escapeAt(raw: string, at: number, end: number): { readonly text: string; readonly end: number } {
  const mark = raw[at + 1]
  if (mark === undefined || at + 1 >= end) return { text: '', end: at + 1 }
  const digits = raw.slice(at + 2, Math.min(at + 6, end))
  if (mark === 'u' && /^[0-9a-fA-F]{4}$/.test(digits))
    return { text: String.fromCharCode(parseInt(digits, 16)), end: at + 6 }
  return { text: escapes[mark] ?? mark, end: at + 2 }
}

const quote = 0x22
const colon = 0x3a
const backslash = 0x5c
