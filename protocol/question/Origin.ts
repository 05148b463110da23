import type * as Aap from '../Aap.ts'
import * as Calendar from '../Calendar.ts'
import * as Issue from '../Issue.ts'
import * as Pairs from './Pairs.ts'

/** Where a question comes from (§§source). */
export type Origin = {
  readonly creator: string | null
  /** Platform and post: `moltbook:95759b5b`. */
  readonly origin: string | null
  /** `YYYY-MM-DD`. */
  readonly created: string | null
  /** Keys this version does not know, in their order. */
  readonly extra: Readonly<Record<string, string>>
}

export const keys = ['creator', 'origin', 'created'] as const
export type Key = (typeof keys)[number]

/** The origin of a question that names none. */
export const none: Origin = Object.freeze({ creator: null, origin: null, created: null, extra: Pairs.none })

const keyNamed = (text: string): Key | null =>
  text === 'creator' ? 'creator' : text === 'origin' ? 'origin' : text === 'created' ? 'created' : null

/** Reads `§§source key:value key:value`. */
export function read(subtag: Aap.Subtag, issues: Issue.Issue[]): Origin {
  if (subtag.pairs.length === 0) Issue.report(issues, 'error', 'EMPTY_TAG', subtag, '§§source is empty.')
  const pairs = joinWords(subtag.pairs, issues)
  const fields: Record<Key, string | null> = { creator: null, origin: null, created: null }
  const extra = Pairs.read(fields, keyNamed, pairs, issues)
  const { creator, origin, created } = fields
  if (created !== null && !isDate(created)) {
    const message = '`created` is a day of the calendar, written like `2026-02-10`.'
    Issue.report(issues, 'error', 'INVALID_CREATED', Pairs.find(pairs, 'created') ?? subtag, message)
  }
  return { creator, origin, created, extra }
}

/** A value with spaces falls into words: they are put together again, and said to be wrong. */
function joinWords(pairs: readonly Aap.Pair[], issues: Issue.Issue[]): readonly Aap.Pair[] {
  if (!pairs.some((pair) => pair.key === null)) return pairs
  const joined: Aap.Pair[] = []
  for (const pair of pairs) {
    const last = joined[joined.length - 1]
    if (pair.key === null && last !== undefined && last.key !== null) {
      const message = `The value of \`${last.key.slice(0, 32)}\` has a space; write %20 for it.`
      Issue.report(issues, 'error', 'SPACE_IN_VALUE', pair, message)
      joined[joined.length - 1] = { ...last, value: `${last.value} ${pair.value}` }
    } else joined.push(pair)
  }
  return joined
}

const dateForm = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/

/** Whether a text is `YYYY-MM-DD` and names a day of the calendar. */
export function isDate(text: string): boolean {
  const match = dateForm.exec(text)
  return match !== null && Calendar.isDate(Number(match[1]), Number(match[2]), Number(match[3]))
}
