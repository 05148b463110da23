import type { Token } from './decode.ts'
import * as Fraction from './Fraction.ts'

/** A number of the problem: its words, and where they stand among the tokens. */
export type Quantity = {
  readonly value: Fraction.Fraction
  /** Its first token, and the one after its last. */
  readonly from: number
  readonly to: number
}

/** What has been read of a number so far: 2 thousands, 305. */
type Part = { readonly thousands: number; readonly rest: number; readonly last: number }

const longestDigits = 12

/** The numbers among the tokens, in order. A word that is said twice in a row is one word: `twenty, er, twenty three`. */
export function readQuantities(tokens: readonly Token[]): Quantity[] {
  const found: Quantity[] = []
  for (let at = 0; at < tokens.length; ) {
    const quantity = readDigits(tokens, at) ?? readWords(tokens, at)
    if (quantity !== null) found.push(quantity)
    at = quantity?.to ?? at + 1
  }
  return found
}

function readDigits(tokens: readonly Token[], from: number): Quantity | null {
  const digits = tokens[from]!.digits.replaceAll(',', '')
  if (digits === '' || digits.length > longestDigits) return null
  return { value: Fraction.parse(digits), from, to: from + 1 }
}

function readWords(tokens: readonly Token[], from: number): Quantity | null {
  const first = begin(tokens[from]!)
  if (first === null) return null
  let part = first
  let to = from + 1
  for (let next = nextWord(tokens, to); next < tokens.length; next = nextWord(tokens, to)) {
    const longer: Part | null = isParted(tokens, to, next) ? null : extend(part, tokens[next]!)
    if (longer === null) break
    part = longer
    to = next + 1
  }
  const decimals = readDecimals(tokens, to)
  const whole = String(part.thousands * 1000 + part.rest)
  return {
    value: Fraction.parse(`${whole}.${decimals}`),
    from,
    to: to + (decimals === '' ? 0 : 1 + decimals.length),
  }
}

function begin({ entry }: Token): Part | null {
  if (entry?.role === 'scale') return scale({ thousands: 0, rest: 1, last: 1 }, entry.value)
  return entry?.role === 'number' ? { thousands: 0, rest: entry.value, last: entry.value } : null
}

function extend(part: Part, { entry }: Token): Part | null {
  if (entry?.role === 'scale') return scale(part, entry.value)
  if (entry?.role !== 'number') return null
  const { value } = entry
  if (value === part.last) return part
  const low = part.rest % 100
  const isOpen = low === 0 && (part.rest > 0 || part.thousands > 0)
  const isTens = low >= 20 && low % 10 === 0 && value >= 1 && value <= 9
  // `seven teen`: a repeated letter does not count, so that teen and ten are one word.
  const isTeen = low >= 3 && low <= 9 && value === 10
  return isOpen || isTens || isTeen ? { ...part, rest: part.rest + value, last: value } : null
}

function scale(part: Part, by: number): Part | null {
  if (by === 1000) return part.thousands > 0 ? null : { thousands: part.rest, rest: 0, last: by }
  return part.rest > 0 && part.rest < 100 ? { ...part, rest: part.rest * by, last: by } : null
}

/** The digits after `point`, each a word of its own. */
function readDecimals(tokens: readonly Token[], at: number): string {
  if (tokens[at]?.entry?.role !== 'point') return ''
  let digits = ''
  for (let next = at + 1; ; next++) {
    const entry = tokens[next]?.entry
    if (entry?.role !== 'number' || entry.value > 9) return digits
    digits += entry.value
  }
}

/** The next token but for the `and` of `one hundred and five`. */
const nextWord = (tokens: readonly Token[], at: number): number =>
  tokens[at]?.entry?.word === 'and' && tokens[at - 1]?.entry?.role === 'scale' ? at + 1 : at

/** Whether an operator or the end of a clause stands between two parts, so that they are no one number. */
function isParted(tokens: readonly Token[], from: number, to: number): boolean {
  for (let at = from; at <= to; at++) {
    const { gap, before } = tokens[at]!
    if (gap === 'clause' || /[+*×÷=]/.test(before)) return true
  }
  return false
}

/** Whether a gap holds a sign that does something; a dash is one only where it stands alone. */
export const hasOperator = (before: string): boolean => /[+*×÷=]|\s[-−–]\s/.test(before)
