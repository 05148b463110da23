import type * as Aap from '../Aap.ts'
import * as Issue from '../Issue.ts'

/** The `key:value` pairs of a rule or of §§source: each key once, unknown ones kept. */
export const none: Readonly<Record<string, string>> = Object.freeze({})

// A name that starts with a letter cannot be `__proto__`, nor an index that objects would sort to the front.
const keyForm = /^[a-z][a-z0-9_-]*$/

export const isKey = (text: string): boolean => keyForm.test(text)

/**
 * Fills the known fields of `into` and gives back the rest in its order. Of two pairs with one key the first is kept, so
 * that a line added at the end changes nothing.
 */
export function read<key extends string>(
  into: Record<key, string | null>,
  known: (text: string) => key | null,
  pairs: readonly Aap.Pair[],
  issues: Issue.Issue[],
): Readonly<Record<string, string>> {
  let extra: Record<string, string> | null = null
  // An empty value leaves its field null, so its key is remembered here.
  let empty: Set<string> | null = null
  for (const pair of pairs) {
    let field = pair.key === null ? null : known(pair.key)
    const key = field ?? keyOf(pair, issues)
    if (key === null) continue
    field ??= known(key)
    const isTaken = field !== null ? into[field] !== null : extra !== null && Object.hasOwn(extra, key)
    if (isTaken || empty?.has(key)) {
      Issue.report(issues, 'error', 'DUPLICATE_KEY', pair, `\`${key}\` stands twice; the first one is kept.`)
    } else if (pair.value === '') {
      empty ??= new Set()
      empty.add(key)
      Issue.report(issues, 'error', 'EMPTY_VALUE', pair, `\`${key}\` has no value.`)
    } else if (field !== null) into[field] = pair.value
    else {
      extra ??= {}
      extra[key] = pair.value
      Issue.report(issues, 'warning', 'UNKNOWN_KEY', pair, `\`${key}\` is no known key here; it is kept.`)
    }
  }
  return extra ?? none
}

/** A pair's key; null, with an issue, when it cannot be one. */
function keyOf(pair: Aap.Pair, issues: Issue.Issue[]): string | null {
  const { key } = pair
  if (key === null) {
    Issue.report(issues, 'error', 'NOT_A_PAIR', pair, 'A `key:value` should stand here; this has no colon.')
    return null
  }
  if (isKey(key)) return key
  const message = 'A key is written with a–z, 0–9, _ and -, and starts with a letter.'
  Issue.report(issues, 'error', 'INVALID_KEY', pair, message)
  const lower = key.toLowerCase()
  return isKey(lower) ? lower : null
}

/** Where a key stands, to say so in an issue. */
export const find = (pairs: readonly Aap.Pair[], key: string): Aap.Pair | undefined =>
  pairs.find((pair) => pair.key?.toLowerCase() === key)
