import type { Comparator } from '../ParsedRule.ts'
import { isOfGrammar } from '../text/grammar.ts'
import { type Hit, matchAt } from '../text/Phrases.ts'
import type { Word } from '../text/Words.ts'
import { type Change, changeBy } from './changes.ts'
import {
  after,
  afterPhrases,
  before,
  beforePhrases,
  comparing,
  currencies,
  scales,
  unitPhrases,
  units,
} from './measures.ts'
import { numeralAt } from './numerals.ts'

/** A number with what it is compared by and counted in. */
export type Amount = {
  readonly comparator: Comparator | null
  /** A decimal, written out. */
  readonly value: string
  readonly upper: string | null
  readonly unit: string | null
  /** Where it is how far something goes: which way. */
  readonly change: Change | null
  /** Whether what compares it says nothing else: "reach $40" is also said of what is above it. */
  readonly isExact: boolean
  readonly at: number
  readonly start: number
  readonly end: number
}

/** The amounts of a text that are compared with something, or carry a unit, in order; with `spelled`, numbers in words too. */
export function readAmounts(words: readonly Word[], { spelled = false } = {}): Amount[] {
  const found: Amount[] = []
  for (let at = 0; at < words.length; at++) {
    const first = numberAt(words, at) ?? (spelled ? spelledAt(words, at) : null)
    if (first === null) continue
    const { amount, next } = amountFrom(words, at, first, spelled)
    if (amount.comparator !== null || amount.unit !== null) found.push(amount)
    at = next - 1
  }
  return found
}

function amountFrom(
  words: readonly Word[],
  at: number,
  first: NumberRead,
  spelled: boolean,
): { amount: Amount; next: number } {
  const lead = leadBefore(words, at)
  const second = rangeEnd(words, first.next)
  const end = (second ?? first).next
  // "5 or more seats", "50 bps or more".
  const counted = end + unitLength(words, end)
  const trail = matchAt(words, end, afterPhrases) ?? matchAt(words, counted, afterPhrases)
  const next = trail === null ? end : trail.at + trail.count
  const isRange = second !== null && (lead === null || before[lead.phrase] === 'between')
  const comparator = isRange ? 'between' : lead === null ? comparatorOf(trail) : before[lead.phrase]!
  const known = first.unit ?? second?.unit ?? unitAt(words, next) ?? unitAt(words, end)
  const unit = known ?? (comparator === null || !spelled ? null : countedAt(words, next))
  const amount = {
    ...valuesOf(first, second),
    comparator,
    unit,
    change: changeBy(words, lead?.at ?? at, next + unitLength(words, next), unit),
    isExact: lead === null ? trail !== null : Object.hasOwn(comparing, lead.phrase),
    at,
    start: words[at]!.start,
    end: words[end - 1]!.end,
  }
  return { amount, next: end }
}

/** What is counted by the noun after a number: "12 tornadoes". */
function countedAt(words: readonly Word[], at: number): string | null {
  const word = words[at]
  const isNoun = word?.kind === 'word' && !isOfGrammar(word.text) && !times.has(word.text)
  return isNoun && word.sentence === words[at - 1]!.sentence ? word.text : null
}
const times = new Set('today tomorrow tonight yesterday am pm next last ever'.split(' '))

const unitLength = (words: readonly Word[], at: number): number => matchAt(words, at, unitPhrases)?.count ?? 0

/** A number in words; capitals are names, such as that of a shop. */
function spelledAt(words: readonly Word[], at: number): NumberRead | null {
  const number = words[at]!.isCapital ? null : numeralAt(words, at)
  if (number === null) return null
  const scale = scales.get(words[number.next]?.text ?? '')
  const isScaled = scale !== undefined && words[number.next]!.text.length > 1
  return {
    digits: String(number.value),
    scale: isScaled ? scale : 0,
    unit: null,
    next: number.next + (isScaled ? 1 : 0),
  }
}

const comparatorOf = (trail: { phrase: string } | null): Comparator | null =>
  trail === null ? null : (after[trail.phrase] ?? null)

/** A number as it is written: its digits, how many places its scale adds, its sign's unit, and the place after it. */
export type NumberRead = { digits: string; scale: number; unit: string | null; next: number }

/** "$10-13m": a scale written once is the scale of both. */
function valuesOf(first: NumberRead, second: NumberRead | null): { value: string; upper: string | null } {
  if (second === null) return { value: scaled(first.digits, first.scale), upper: null }
  const scale = first.scale === 0 ? second.scale : first.scale
  return { value: scaled(first.digits, scale), upper: scaled(second.digits, second.scale) }
}

export function numberAt(words: readonly Word[], at: number): NumberRead | null {
  const first = words[at]
  if (first === undefined || first.kind === 'word' || first.kind === 'address') return null
  const currency = first.kind === 'mark' ? currencies.get(first.text) : undefined
  const word = words[currency === undefined ? at : at + 1]
  if (word?.kind !== 'number') return null
  const { digits, suffix } = splitNumber(word.text)
  let next = at + (currency === undefined ? 1 : 2)
  let scale = suffix === '' ? 0 : scales.get(suffix)
  if (digits === null || scale === undefined || (suffix === 'mm' && currency === undefined)) return null
  const follows = words[next]?.text ?? ''
  // "$10 mm" is ten million; "100 mm" of rain is none.
  const isLength = currency === undefined && follows === 'mm'
  const named = follows.length > 1 && !isLength ? scales.get(follows) : undefined
  if (scale === 0 && named !== undefined) {
    scale = named
    next++
  }
  const isPercent = words[next]?.text === '%' || words[next]?.text === 'percent'
  return {
    digits,
    scale,
    unit: currency ?? (isPercent ? 'percent' : null),
    next: isPercent ? next + 1 : next,
  }
}

/** The number at the other end of "10-13" or "10 and 13". */
function rangeEnd(words: readonly Word[], at: number): NumberRead | null {
  const join = words[at]?.text
  return join === '-' || join === 'and' || join === 'to' ? numberAt(words, at + 1) : null
}

function leadBefore(words: readonly Word[], at: number): Hit | null {
  for (let start = Math.max(0, at - 5); start < at; start++) {
    const hit = matchAt(words, start, beforePhrases)
    if (hit !== null && start + hit.count === at) return hit
  }
  // "greater than 0.5" inside "lower than or equal to": the longest phrase was tried first.
  return null
}

function unitAt(words: readonly Word[], at: number): string | null {
  const hit = matchAt(words, at, unitPhrases)
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
export function scaled(digits: string, places: number): string {
  const [whole = '0', fraction = ''] = digits.split('.')
  const moved = whole + fraction.slice(0, places).padEnd(places, '0')
  const rest = fraction.slice(places).replace(/0{1,24}$/, '')
  const integer = moved.replace(/^0{1,40}(?=[0-9])/, '')
  return rest === '' ? integer : `${integer}.${rest}`
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39
