import { exec, type JsonValue } from 'jsonpath-rfc9535'
import { ExactJson } from '../../protocol/source/index.ts'

/** Finds values in a JSON text by RFC 9535, with numbers as they were written. */
export type Document = { readonly plain: JsonValue; readonly exact: ExactJson.ExactJson }

/** The document twice: as a path must see it, and with its digits. Throws where the text is no JSON. */
export const parse = (text: string): Document => ({
  exact: ExactJson.parse(text),
  plain: JSON.parse(text) as JsonValue,
})

/** What a path leads to, in the document's order; a number is a `NumberText`. */
export function find({ plain, exact }: Document, expression: string): unknown[] {
  const found: unknown[] = []
  exec(plain, expression, (_value, path) => {
    found.push(follow(exact, path as readonly (string | number)[]))
  })
  return found
}

// The two functions of RFC 9535 that run regular expressions would run them on foreign text, with backtracking.
export function isPath(text: string): boolean {
  if (/\b(?:match|search)\s*\(/.test(text)) return false
  try {
    exec(null, text, () => undefined)
    return true
  } catch {
    return false
  }
}

/**
 * Whether a path, whoever wrote it, visits each value of a document a few times at most: unions may name one child twice, and
 * twice of that in the next step; a second descent starts from everywhere that the first one reached.
 */
export function isCheapPath(text: string): boolean {
  const bare = text.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, '_')
  const count = (mark: string) => bare.split(mark).length - 1
  const isOnce = count('..') <= 1 && count('$') === 1 && count('?') <= 2 && count('*') <= 2
  return isOnce && !bare.includes(',') && !/[a-z]\s*\(/.test(bare) && isPath(text)
}

function follow(exact: ExactJson.ExactJson, path: readonly (string | number)[]): unknown {
  let here: unknown = exact
  for (const key of path) {
    const name = typeof key === 'string' ? unescaped(key) : key
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, name)) return undefined
    here = (here as Record<string | number, unknown>)[name]
  }
  return here
}

const escapes: Readonly<Record<string, string>> = { b: '\b', t: '\t', n: '\n', f: '\f', r: '\r' }

/** The library gives keys as a normalized path spells them. */
const unescaped = (key: string): string =>
  key.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_all, code: string | undefined, char: string) =>
    code === undefined ? (escapes[char] ?? char) : String.fromCharCode(Number.parseInt(code, 16)),
  )
