import { BaseError } from './Errors.ts'

/**
 * Canonical JSON: RFC 8785 without floats, so that a value has one spelling and therefore one hash.
 * See docs/protocol.md, "Canonical JSON".
 */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** Deep nesting is an uncatchable trap in the CRE guest, so it is refused before anything recurses. */
export const maxDepth = 64

// With the `u` flag a surrogate in the class matches only where it has no partner.
const loneSurrogate = /[\uD800-\uDFFF]/u

/**
 * The one spelling of a value.
 *
 * @example
 * Json.canonical({ b: 1, a: ['§', null] }) // '{"a":["§",null],"b":1}'
 * Json.canonical(0.5) // throws Json.UnsafeNumberError
 */
export function canonical(value: unknown): string {
  return write(value, '', 0)
}

function write(value: unknown, path: string, depth: number): string {
  switch (typeof value) {
    case 'string':
      return writeString(value, path)
    case 'number':
      if (!Number.isSafeInteger(value)) throw new UnsafeNumberError(value, path)
      return String(value)
    case 'boolean':
      return value ? 'true' : 'false'
    case 'object':
      if (value === null) return 'null'
      if (depth >= maxDepth) throw new TooDeepError(maxDepth)
      return Array.isArray(value) ? writeArray(value, path, depth) : writeObject(value, path, depth)
    default:
      throw new NotCanonicalError(`a value of type ${typeof value}`, path)
  }
}

function writeString(value: string, path: string): string {
  if (loneSurrogate.test(value)) throw new LoneSurrogateError(path)
  return JSON.stringify(value)
}

function writeArray(values: readonly unknown[], path: string, depth: number): string {
  const parts: string[] = []
  // Not map(): it would skip the holes of a sparse array, and `[,1]` must be refused.
  for (let i = 0; i < values.length; i++) parts.push(write(values[i], `${path}/${i}`, depth + 1))
  return `[${parts.join(',')}]`
}

function writeObject(value: object, path: string, depth: number): string {
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) {
    throw new NotCanonicalError(`an instance of ${prototype.constructor?.name ?? 'a class'}`, path)
  }
  // The default order compares UTF-16 code units, which is what RFC 8785 asks for.
  const keys = Object.keys(value).sort()
  const parts = keys.map((key) => {
    const at = `${path}/${key}`
    return `${writeString(key, at)}:${write((value as Record<string, unknown>)[key], at, depth + 1)}`
  })
  return `{${parts.join(',')}}`
}

/**
 * Reads JSON text that may come from anyone: nesting is bounded before parsing, and a key may stand only once.
 * Numbers are as JSON.parse gives them; `canonical` is what refuses a float.
 *
 * @example
 * Json.parse('{"a":[1,"§"]}') // { a: [1, '§'] }
 * Json.parse('{"a":1,"a":2}') // throws Json.DuplicateKeyError
 */
export function parse(text: string, options: { depth?: number } = {}): Json {
  const limit = options.depth ?? maxDepth
  if (nesting(text, limit) > limit) throw new TooDeepError(limit)
  let value: Json
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new NotJsonError({ cause })
  }
  const duplicate = duplicateKey(text)
  if (duplicate !== undefined) throw new DuplicateKeyError(duplicate)
  return value
}

/**
 * How deep the brackets of a text nest, counted without parsing it; stops early once `limit` is passed.
 *
 * @example
 * Json.nesting('[{"a":"[["}]') // 2
 */
export function nesting(text: string, limit = Number.POSITIVE_INFINITY): number {
  let depth = 0
  let deepest = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === quote) i = endOfString(text, i)
    else if (code === openBrace || code === openBracket) {
      depth++
      if (depth > deepest) deepest = depth
      if (deepest > limit) return deepest
    } else if (code === closeBrace || code === closeBracket) depth--
  }
  return deepest
}

/** The first key that stands twice in one object of a text that is known to be JSON. */
function duplicateKey(text: string): string | undefined {
  const open: (Set<string> | undefined)[] = []
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === openBrace) open.push(new Set())
    else if (code === openBracket) open.push(undefined)
    else if (code === closeBrace || code === closeBracket) open.pop()
    else if (code === quote) {
      const end = endOfString(text, i)
      const keys = open[open.length - 1]
      if (keys !== undefined && isFollowedByColon(text, end)) {
        const raw = text.slice(i, end + 1)
        // "a" and "\u0061" are one key.
        const key = raw.includes('\\') ? (JSON.parse(raw) as string) : raw.slice(1, -1)
        if (keys.has(key)) return key
        keys.add(key)
      }
      i = end
    }
  }
  return undefined
}

/** The index of the quote that closes the string opened at `start`, or the text's end. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes++
    if (slashes % 2 === 0) return end
  }
  return text.length
}

function isFollowedByColon(text: string, end: number): boolean {
  let i = end + 1
  while (text.charCodeAt(i) <= space) i++
  return text.charCodeAt(i) === colon
}

const space = 0x20
const quote = 0x22
const colon = 0x3a
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

const at = (path: string) => (path === '' ? 'at the top' : `at ${path}`)

/** Thrown for a number that has no canonical form: a fraction, or beyond ±(2^53 − 1). */
export class UnsafeNumberError extends BaseError {
  override readonly name = 'Json.UnsafeNumberError'
  constructor(value: number, path: string) {
    super(`The number ${value} ${at(path)} is not an integer within ±(2^53 − 1).`, {
      metaMessages: ['Write decimals and larger integers as strings, and confidences in basis points.'],
    })
  }
}

/** Thrown for a string that UTF-8 cannot spell. */
export class LoneSurrogateError extends BaseError {
  override readonly name = 'Json.LoneSurrogateError'
  constructor(path: string) {
    super(`The string ${at(path)} holds half of a surrogate pair, which no UTF-8 can spell.`)
  }
}

/** Thrown for a value that JSON cannot hold. */
export class NotCanonicalError extends BaseError {
  override readonly name = 'Json.NotCanonicalError'
  constructor(what: string, path: string) {
    super(`JSON cannot hold ${what} (${at(path)}).`)
  }
}

/** Thrown for a value that nests deeper than allowed. */
export class TooDeepError extends BaseError {
  override readonly name = 'Json.TooDeepError'
  constructor(limit: number) {
    super(`The value nests deeper than ${limit} levels.`)
  }
}

/** Thrown for a text that is not JSON. */
export class NotJsonError extends BaseError {
  override readonly name = 'Json.NotJsonError'
  // The engine's own wording differs between Node and the guest, so it stays in `cause`.
  constructor(options: { cause: unknown }) {
    super('The text is not JSON.', options)
  }
}

/** Thrown for an object that has the same key twice. */
export class DuplicateKeyError extends BaseError {
  override readonly name = 'Json.DuplicateKeyError'
  constructor(key: string) {
    super(`The key ${JSON.stringify(key)} stands twice in one object.`)
  }
}
