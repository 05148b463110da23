/** A regular expression as a tree, as far as backtracking is concerned. */
export type Node =
  /** One character out of a set; `source` is how the pattern spells the set. */
  | { readonly kind: 'set'; readonly source: string }
  | { readonly kind: 'sequence'; readonly parts: readonly Node[] }
  | { readonly kind: 'choice'; readonly options: readonly Node[] }
  | { readonly kind: 'repeat'; readonly min: number; readonly max: number; readonly body: Node }
  /** `^ $ \b` and lookaheads: they take no character. */
  | { readonly kind: 'assertion'; readonly source: string; readonly body?: Node }

/** Reads a pattern that the engine has accepted; throws on what cannot be judged. */
export function readPattern(pattern: string): Node {
  let at = 0
  const peek = (text: string) => pattern.startsWith(text, at)

  function choice(): Node {
    const options = [sequence()]
    while (peek('|')) {
      at++
      options.push(sequence())
    }
    return options.length === 1 ? options[0]! : { kind: 'choice', options }
  }

  function sequence(): Node {
    const parts: Node[] = []
    while (at < pattern.length && !peek('|') && !peek(')')) parts.push(repeated(atom()))
    return { kind: 'sequence', parts }
  }

  function repeated(body: Node): Node {
    const found = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(pattern.slice(at))
    if (found === null) return body
    at += found[0].length
    const [, sign, low, comma, high] = found
    if (sign === '*') return { kind: 'repeat', min: 0, max: Number.POSITIVE_INFINITY, body }
    if (sign === '+') return { kind: 'repeat', min: 1, max: Number.POSITIVE_INFINITY, body }
    if (sign === '?') return { kind: 'repeat', min: 0, max: 1, body }
    const max = comma === '' ? Number(low) : high === '' ? Number.POSITIVE_INFINITY : Number(high)
    return { kind: 'repeat', min: Number(low), max, body }
  }

  function atom(): Node {
    if (peek('(')) return group()
    if (peek('[')) return { kind: 'set', source: take(classLength()) }
    if (peek('^') || peek('$')) return { kind: 'assertion', source: take(1) }
    if (peek('\\b') || peek('\\B')) return { kind: 'assertion', source: take(2) }
    if (/^\\(?:[1-9]|k<)/.test(pattern.slice(at))) throw new Error('it refers back to a group')
    const long = /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|.)/su.exec(
      pattern.slice(at),
    )
    if (long !== null) return { kind: 'set', source: take(long[0].length) }
    return { kind: 'set', source: take(String.fromCodePoint(pattern.codePointAt(at)!).length) }
  }

  function group(): Node {
    const opening = /^\((?:\?:|\?=|\?!|\?<=|\?<!|\?<[^>]*>)?/.exec(pattern.slice(at))![0]
    at += opening.length
    const body = choice()
    at++
    if (opening === '(?<=' || opening === '(?<!') throw new Error('it looks behind')
    return opening === '(?=' || opening === '(?!' ? { kind: 'assertion', source: opening, body } : body
  }

  function classLength(): number {
    let end = at + 1
    while (pattern[end] !== ']') end += pattern[end] === '\\' ? 2 : 1
    return end + 1 - at
  }

  function take(length: number): string {
    at += length
    return pattern.slice(at - length, at)
  }

  return choice()
}
