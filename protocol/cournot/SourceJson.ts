import * as Json from '../Json.ts'

/**
 * JSON whose numbers stay as they were written. Cournot hashes floats as Python spells them (`1.0`, `1e+16`), and a JavaScript
 * number forgets that spelling.
 */
export type SourceJson =
  /** A string, number, boolean or null, as it is spelled. */
  string | readonly SourceJson[] | ReadonlyMap<string, SourceJson>

/**
 * Reads a text of JSON: nesting is bounded, and a key may stand only once. Of `{"a":[1.0,"§"]}` the key `a` holds the texts `1.0` and `"§"`.
 */
export function parse(text: string): SourceJson {
  // What is no JSON, too deep or has a key twice is refused here, so that the reader below meets none of it.
  Json.parse(text)
  return new Reader(text).value()
}

/**
 * The canonical text of Cournot: keys by code point, no blanks, no nulls inside objects, and what is not ASCII left as it is. That of
 * `{"b": 1e+16, "a": null}` is `{"b":1e+16}`.
 */
export function canonical(value: SourceJson): string {
  if (typeof value === 'string') return value
  if (value instanceof Map) {
    const kept = [...value].filter(([, inner]) => inner !== 'null')
    const pairs = kept
      .sort(([a], [b]) => byCodePoint(a, b))
      .map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`)
    return `{${pairs.join(',')}}`
  }
  return `[${(value as readonly SourceJson[]).map(canonical).join(',')}]`
}

/** What a value holds under a key; undefined where it is no object. */
export const field = (value: SourceJson | undefined, key: string): SourceJson | undefined =>
  value instanceof Map ? value.get(key) : undefined

/** The list under a key, or null where there is none. */
export function list(value: SourceJson | undefined, key: string): readonly SourceJson[] | null {
  const inner = field(value, key)
  return Array.isArray(inner) ? inner : null
}

/** The text of a string under a key, or null where it is none. */
export const text = (value: SourceJson | undefined, key: string): string | null => unquote(field(value, key))

/** The texts of the strings in a list under a key. */
export const texts = (value: SourceJson | undefined, key: string): string[] =>
  (list(value, key) ?? []).flatMap((item) => unquote(item) ?? [])

const unquote = (value: SourceJson | undefined): string | null =>
  typeof value === 'string' && value.startsWith('"') ? (JSON.parse(value) as string) : null

/** Whether a value says nothing: absent, null, or an empty object, list or string. */
export const isEmpty = (value: SourceJson | undefined): boolean =>
  value === undefined || ['null', '""', '{}', '[]'].includes(canonical(value))

/** UTF-16 puts characters beyond U+FFFF before those from U+E000 on; Python does not. */
function byCodePoint(a: string, b: string): number {
  const [left, right] = [[...a], [...b]]
  for (let i = 0; i < left.length && i < right.length; i++) {
    const difference = left[i]!.codePointAt(0)! - right[i]!.codePointAt(0)!
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

/** Goes through a text that is known to be JSON. */
class Reader {
  private at = 0
  private readonly text: string

  constructor(text: string) {
    this.text = text
  }

  value(): SourceJson {
    this.skipBlanks()
    const first = this.text[this.at]
    if (first === '{') return this.object()
    if (first === '[') return this.array()
    // One spelling for strings: "\u00a7" and "§" are the same text.
    return first === '"' ? JSON.stringify(this.string()) : this.word()
  }

  private object(): SourceJson {
    const entries = new Map<string, SourceJson>()
    while (this.next() !== '}') {
      this.skipBlanks()
      const key = this.string()
      this.skipBlanks()
      this.at++
      entries.set(key, this.value())
    }
    this.at++
    return entries
  }

  private array(): SourceJson {
    const items: SourceJson[] = []
    while (this.next() !== ']') items.push(this.value())
    this.at++
    return items
  }

  /** Steps over the bracket or comma and what is blank; an end is left for the caller. */
  private next(): string {
    this.skipBlanks()
    if ('{[,'.includes(this.text[this.at]!)) this.at++
    this.skipBlanks()
    return this.text[this.at]!
  }

  private string(): string {
    const start = this.at
    for (this.at++; this.text[this.at] !== '"'; this.at++) if (this.text[this.at] === '\\') this.at++
    this.at++
    return JSON.parse(this.text.slice(start, this.at)) as string
  }

  private word(): string {
    const start = this.at
    while (this.at < this.text.length && !' \t\n\r,]}'.includes(this.text[this.at]!)) this.at++
    return this.text.slice(start, this.at)
  }

  private skipBlanks(): void {
    while (this.at < this.text.length && ' \t\n\r'.includes(this.text[this.at]!)) this.at++
  }
}
