import { BaseError } from '../Errors.ts'
import * as Json from '../Json.ts'

/** A number as it was written: a double would lose digits, and two readers must agree on each. */
export class NumberText {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

/** JSON whose numbers are kept as they were written. */
export type ExactJson =
  | null
  | boolean
  | string
  | NumberText
  | readonly ExactJson[]
  | { readonly [key: string]: ExactJson }

/** The longest text that is parsed, in characters: as long as evidence may be. */
export const maxLength = 1_048_576

/**
 * Parses foreign JSON in one pass, the same in every engine: only Node's own parser would give the digits away. Takes what
 * `JSON.parse` takes, but no key twice. Throws `Json.NotJsonError`, `Json.TooDeepError`, `Json.DuplicateKeyError` or
 * `TooLongError`.
 *
 * @example
 * ExactJson.parse('[1.10, "a"]') // [ NumberText { source: '1.10' }, 'a' ]
 */
export function parse(text: string): ExactJson {
  if (text.length > maxLength) throw new TooLongError()
  const cursor: Cursor = { text, at: 0 }
  const value = readValue(cursor, 0)
  if (!Number.isNaN(next(cursor))) throw notJson(cursor)
  return value
}

type Cursor = { readonly text: string; at: number }

/** The code of the next character that is no white space; NaN at the end. */
function next(cursor: Cursor): number {
  const { text } = cursor
  let code = text.charCodeAt(cursor.at)
  while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) code = text.charCodeAt(++cursor.at)
  return code
}

function readValue(cursor: Cursor, depth: number): ExactJson {
  switch (next(cursor)) {
    case quote:
      return readString(cursor)
    case openBracket:
      return readArray(cursor, depth + 1)
    case openBrace:
      return readObject(cursor, depth + 1)
    case 0x74:
      return readWord(cursor, 'true', true)
    case 0x66:
      return readWord(cursor, 'false', false)
    case 0x6e:
      return readWord(cursor, 'null', null)
    default:
      return readNumber(cursor)
  }
}

function readWord<value>(cursor: Cursor, word: string, value: value): value {
  if (!cursor.text.startsWith(word, cursor.at)) throw notJson(cursor)
  cursor.at += word.length
  return value
}

const numberForm = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y

function readNumber(cursor: Cursor): NumberText {
  const { text, at } = cursor
  numberForm.lastIndex = at
  if (!numberForm.test(text)) throw notJson(cursor)
  cursor.at = numberForm.lastIndex
  return new NumberText(text.slice(at, cursor.at))
}

function readString(cursor: Cursor): string {
  const { text, at } = cursor
  let end = at + 1
  let isEscaped = false
  for (let code = text.charCodeAt(end); code !== quote; code = text.charCodeAt(end)) {
    // Not `< 0x20`: past the end there is NaN, which is not less than anything.
    if (!(code >= 0x20)) throw notJson(cursor)
    if (code === backslash) isEscaped = true
    end += code === backslash ? 2 : 1
  }
  cursor.at = end + 1
  if (!isEscaped) return text.slice(at + 1, end)
  try {
    return JSON.parse(text.slice(at, cursor.at)) as string
  } catch {
    throw notJson(cursor)
  }
}

function readArray(cursor: Cursor, depth: number): ExactJson[] {
  if (depth > Json.maxDepth) throw new Json.TooDeepError(Json.maxDepth)
  const items: ExactJson[] = []
  if (isEmpty(cursor, closeBracket)) return items
  do items.push(readValue(cursor, depth))
  while (goesOn(cursor, closeBracket))
  return items
}

function readObject(cursor: Cursor, depth: number): { [key: string]: ExactJson } {
  if (depth > Json.maxDepth) throw new Json.TooDeepError(Json.maxDepth)
  const fields: { [key: string]: ExactJson } = {}
  if (isEmpty(cursor, closeBrace)) return fields
  do {
    if (next(cursor) !== quote) throw notJson(cursor)
    const key = readString(cursor)
    if (next(cursor) !== colon) throw notJson(cursor)
    cursor.at++
    if (Object.hasOwn(fields, key)) throw new Json.DuplicateKeyError(key.slice(0, 64))
    const value = readValue(cursor, depth)
    // Assigning it would set the object's prototype.
    if (key === '__proto__') Object.defineProperty(fields, key, { value, enumerable: true })
    else fields[key] = value
  } while (goesOn(cursor, closeBrace))
  return fields
}

/** Steps over the opening bracket, and over the closing one if it follows. */
function isEmpty(cursor: Cursor, close: number): boolean {
  cursor.at++
  if (next(cursor) !== close) return false
  cursor.at++
  return true
}

/** Steps over a comma or the closing bracket, and says whether it was a comma. */
function goesOn(cursor: Cursor, close: number): boolean {
  const code = next(cursor)
  if (code !== comma && code !== close) throw notJson(cursor)
  cursor.at++
  return code === comma
}

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

const notJson = ({ at }: Cursor) =>
  new Json.NotJsonError({ cause: new SyntaxError(`It goes wrong at character ${at}.`) })

/** Thrown for a text that is longer than evidence may be. */
export class TooLongError extends BaseError {
  override readonly name = 'ExactJson.TooLongError'
  constructor() {
    super(`The text is longer than ${maxLength} characters.`)
  }
}
