import { RE2JS } from 're2js'
import { BaseError, Json } from '../../../protocol/index.ts'
import { ExactJson } from '../../../protocol/source/index.ts'
import * as JsonPath from '../../../services/fetch/JsonPath.ts'
import { parseTime } from '../../../services/fetch/readTime.ts'
import type { Request } from '../../../services/fetch/Transport.ts'
import { TaskError } from '../Reason.ts'
import { callData, readReturned } from './abi.ts'
import { findByCss } from './css.ts'
import type { Element, Extractor } from './Recipe.ts'

/** What was found: the value in its one spelling, and the time that the reply itself gives, where the recipe asks for it. */
export type Extracted = { readonly value: string; readonly time: number | null }

export const maxValue = 1_024

/** What a source is asked: its address, or a call to the node at that address. */
export function requestOf(sourceRef: string, extractor: Extractor): Request {
  if (extractor.type === 'rpc') {
    const { method, params } = extractor.recipe
    return call(sourceRef, method, params)
  }
  if (extractor.type === 'abi') {
    const { address, block } = extractor.recipe
    const at = typeof block === 'number' ? `0x${block.toString(16)}` : block
    return call(sourceRef, 'eth_call', [{ data: callData(extractor.recipe), to: address.toLowerCase() }, at])
  }
  return { method: 'GET', url: sourceRef }
}

// Canonical, so that the same call is the same request to whoever counts or replays it.
const call = (url: string, method: string, params: readonly Json.Json[]): Request => ({
  method: 'POST',
  url,
  body: Json.canonical({ id: 1, jsonrpc: '2.0', method, params }),
})

/**
 * Finds the value of a recipe in a reply. One that finds nothing, or two values, has found none.
 *
 * @example
 * extract({ type: 'jsonpath', recipe: '$.price' }, '{"price": 75000.50}') // { value: '75000.50', time: null }
 */
export function extract(extractor: Extractor, body: string): Extracted {
  try {
    return { value: spelt(readValue(extractor, body)), time: readTime(extractor, body) }
  } catch (error) {
    if (error instanceof TaskError) throw error
    const why = error instanceof BaseError ? ` ${error.shortMessage}` : ''
    throw new TaskError('UNREADABLE_REPLY', `The reply is nothing that the recipe reads.${why}`, {
      cause: error,
    })
  }
}

function readValue(extractor: Extractor, body: string): string {
  switch (extractor.type) {
    case 'rpc':
      return onlyOne(findByPath(replyOf(body), extractor.recipe.path))
    case 'abi':
      return readReturned(extractor.recipe, onlyOne(findByPath(replyOf(body), '$.result')))
    default:
      return onlyOne(find[extractor.type](body, extractor.recipe as string))
  }
}

function readTime(extractor: Extractor, body: string): number | null {
  if (!('time' in extractor) || extractor.time === undefined) return null
  const { recipe, format } = extractor.time
  return parseTime(onlyOne(find[extractor.type](body, recipe as string)), format)
}

const find = {
  jsonpath: (body: string, path: string) => findByPath(body, path),
  regex: (body: string, pattern: string) => findByPattern(body, pattern),
  css: (body: string, element: Element) => findByCss(body, element),
} as const

/** Strings, numbers as they were written, and booleans; anything else is no value. */
const findByPath = (body: string, path: string): string[] =>
  JsonPath.find(JsonPath.parse(body), path).map((found) => {
    if (found instanceof ExactJson.NumberText) return found.source
    if (typeof found === 'string' || typeof found === 'boolean') return String(found)
    throw new TaskError(
      'NOTHING_FOUND',
      'The path leads to something that is neither text, number nor boolean.',
    )
  })

/** The first match: its group `value`, else its first group, else all of it. Matching takes linear time. */
function findByPattern(body: string, pattern: string): string[] {
  const compiled = RE2JS.compile(pattern)
  const matcher = compiled.matcher(body)
  if (!matcher.find()) return []
  if (Object.hasOwn(compiled.namedGroups(), 'value')) return [matcher.group('value') ?? '']
  return [matcher.group(matcher.groupCount() > 0 ? 1 : 0) ?? '']
}

/** A reply of a node; one that tells of a fault has no result. */
function replyOf(body: string): string {
  const reply = Json.parse(body)
  if (typeof reply !== 'object' || reply === null || !('result' in reply))
    throw new TaskError('NOTHING_FOUND', 'The node answered with an error.')
  return body
}

function onlyOne(found: readonly string[]): string {
  const [first] = found
  if (first === undefined) throw new TaskError('NOTHING_FOUND', 'The recipe finds nothing in the reply.')
  if (found.length > 1)
    throw new TaskError('AMBIGUOUS_VALUE', `The recipe finds ${found.length} values; narrow it down to one.`)
  return first
}

/** Normal form C without blanks at its ends, as it is hashed. */
function spelt(value: string): string {
  // Normalising a long run of combining marks takes quadratic time.
  if (value.length > 4 * maxValue) throw tooLong()
  const text = value.normalize('NFC').trim()
  if (text === '') throw new TaskError('NOTHING_FOUND', 'What the recipe finds is empty.')
  if (text.length > maxValue) throw tooLong()
  // Half a surrogate pair has no hash.
  Json.canonical(text)
  return text
}

const tooLong = () =>
  new TaskError('VALUE_TOO_LONG', `What the recipe finds is longer than ${maxValue} characters.`)
