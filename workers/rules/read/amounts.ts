import type { Comparator } from '../ParsedRule.ts'
import { type Lexicon, lexicon, matchAt } from '../text/Phrases.ts'
import type { Word } from '../text/Words.ts'

/** A number with what it is compared by and counted in. */
export type Amount = {
  readonly comparator: Comparator | null
  /** A decimal, written out. */
  readonly value: string
  readonly upper: string | null
  readonly unit: string | null
  readonly at: number
  readonly start: number
  readonly end: number
}

const before: Readonly<Record<string, Comparator>> = {
  above: 'gt',
  over: 'gt',
  'greater than': 'gt',
  'more than': 'gt',
  'higher than': 'gt',
  exceed: 'gt',
  exceeds: 'gt',
  '>': 'gt',
  'at least': 'gte',
  reach: 'gte',
  reaches: 'gte',
  hit: 'gte',
  hits: 'gte',
  '≥': 'gte',
  '> =': 'gte',
  'greater than or equal to': 'gte',
  'equal to or greater than': 'gte',
  'equal to or above': 'gte',
  'equal to or higher than': 'gte',
  below: 'lt',
  under: 'lt',
  'less than': 'lt',
  'fewer than': 'lt',
  'lower than': 'lt',
  '<': 'lt',
  'at most': 'lte',
  'dip to': 'lte',
  'dips to': 'lte',
  'drop to': 'lte',
  'fall to': 'lte',
  '≤': 'lte',
  '< =': 'lte',
  'less than or equal to': 'lte',
  'equal to or less than': 'lte',
  'equal to or lower than': 'lte',
  'equal to or below': 'lte',
  exactly: 'eq',
  between: 'between',
}
const after: Readonly<Record<string, Comparator>> = {
  '+': 'gte',
  'or more': 'gte',
  'or higher': 'gte',
  'or greater': 'gte',
  'or above': 'gte',
  'or over': 'gte',
  'or less': 'lte',
  'or lower': 'lte',
  'or fewer': 'lte',
  'or below': 'lte',
}
const beforePhrases = lexicon(Object.keys(before))
const afterPhrases = lexicon(Object.keys(after))

const scales: Readonly<Record<string, number>> = {
  k: 3,
  thousand: 3,
  m: 6,
  mm: 6,
  mn: 6,
  million: 6,
  b: 9,
  bn: 9,
  billion: 9,
  t: 12,
  trillion: 12,
}
const currencies: ReadonlyMap<string, string> = new Map([
  ['$', 'usd'],
  ['€', 'eur'],
  ['£', 'gbp'],
  ['¥', 'jpy'],
])
const units: Readonly<Record<string, string>> = {
  '%': 'percent',
  percent: 'percent',
  percentage: 'percent',
  bps: 'bps',
  'basis points': 'bps',
  '°f': 'fahrenheit',
  '° f': 'fahrenheit',
  'degrees fahrenheit': 'fahrenheit',
  '°c': 'celsius',
  '° c': 'celsius',
  'degrees celsius': 'celsius',
  points: 'points',
  goals: 'goals',
  runs: 'runs',
  seats: 'seats',
  votes: 'votes',
  times: 'times',
  tweets: 'posts',
  posts: 'posts',
  'executive orders': 'executive orders',
  views: 'views',
  games: 'games',
  tokens: 'tokens',
  inches: 'inches',
  days: 'days',
  earthquakes: 'earthquakes',
}
const unitPhrases = lexicon(Object.keys(units))

/** The amounts of a text that are compared with something, or carry a unit, in order. */
export function readAmounts(words: readonly Word[]): Amount[] {
  const found: Amount[] = []
  for (let at = 0; at < words.length; at++) {
    const first = numberAt(words, at)
    if (first === null) continue
    const lead = leadBefore(words, at)
    const second = rangeEnd(words, first.next)
    const end = (second ?? first).next
    const trail = matchAt(words, end, afterPhrases)
    const unit = unitAt(words, end + (trail?.count ?? 0)) ?? unitAt(words, end)
    const comparator =
      second !== null && (lead === null || lead === 'between') ? 'between' : (lead ?? comparatorOf(trail))
    const named = first.unit ?? second?.unit ?? unit
    if (comparator !== null || named !== null) {
      found.push({
        ...valuesOf(first, second),
        comparator,
        unit: named,
        at,
        start: words[at]!.start,
        end: words[end - 1]!.end,
      })
    }
    at = end - 1
  }
  return found
}

const comparatorOf = (trail: { phrase: string } | null): Comparator | null =>
  trail === null ? null : (after[trail.phrase] ?? null)

type Read = { digits: string; scale: number; unit: string | null; next: number }

/** "$10-13m": a scale written once is the scale of both. */
function valuesOf(first: Read, second: Read | null): { value: string; upper: string | null } {
  if (second === null) return { value: scaled(first.digits, first.scale), upper: null }
  const scale = first.scale === 0 ? second.scale : first.scale
  return { value: scaled(first.digits, scale), upper: scaled(second.digits, second.scale) }
}

function numberAt(words: readonly Word[], at: number): Read | null {
  const first = words[at]
  if (first === undefined || first.kind === 'word' || first.kind === 'address') return null
  const currency = first.kind === 'mark' ? currencies.get(first.text) : undefined
  const word = words[currency === undefined ? at : at + 1]
  if (word?.kind !== 'number') return null
  const { digits, suffix } = splitNumber(word.text)
  let next = at + (currency === undefined ? 1 : 2)
  let scale = suffix === '' ? 0 : scales[suffix]
  if (digits === null || scale === undefined) return null
  const follows = words[next]?.text ?? ''
  if (scale === 0 && Object.hasOwn(scales, follows) && follows.length > 1) {
    scale = scales[follows]!
    next++
  }
  const isPercent = words[next]?.text === '%'
  return {
    digits,
    scale,
    unit: currency ?? (isPercent ? 'percent' : null),
    next: isPercent ? next + 1 : next,
  }
}

/** The number at the other end of "10-13" or "10 and 13". */
function rangeEnd(words: readonly Word[], at: number): Read | null {
  const join = words[at]?.text
  return join === '-' || join === 'and' || join === 'to' ? numberAt(words, at + 1) : null
}

function leadBefore(words: readonly Word[], at: number): Comparator | null {
  for (let start = Math.max(0, at - 5); start < at; start++) {
    const hit = matchAt(words, start, beforePhrases)
    if (hit !== null && start + hit.count === at) return before[hit.phrase]!
  }
  // "greater than 0.5" inside "lower than or equal to": the longest phrase was tried first.
  return null
}

function unitAt(words: readonly Word[], at: number): string | null {
  const hit = matchAt(words, at, unitPhrases as Lexicon)
  return hit === null ? null : units[hit.phrase]!
}

function splitNumber(text: string): { digits: string | null; suffix: string } {
  let end = 0
  while (end < text.length && (isDigit(text.charCodeAt(end)) || text[end] === '.' || text[end] === ',')) end++
  const digits = text.slice(0, end).replaceAll(',', '')
  const isPlain = digits.length <= 24 && digits.indexOf('.') === digits.lastIndexOf('.')
  return { digits: isPlain ? digits : null, suffix: text.slice(end) }
}

/** Moves the point, without floats: 1.25 by 6 places is 1250000. */
function scaled(digits: string, places: number): string {
  const [whole = '0', fraction = ''] = digits.split('.')
  const moved = whole + fraction.slice(0, places).padEnd(places, '0')
  const rest = fraction.slice(places).replace(/0{1,24}$/, '')
  const integer = moved.replace(/^0{1,40}(?=[0-9])/, '')
  return rest === '' ? integer : `${integer}.${rest}`
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39
