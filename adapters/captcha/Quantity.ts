import type { Token } from './decode.ts'
import * as Fraction from './Fraction.ts'
import { roleAt, wordAt } from './units.ts'

/** A number of the problem: its words, and where they stand among the tokens. */
export type Quantity = {
  readonly value: Fraction.Fraction
  readonly type: Type
  /** Its first token, and the one after its last. */
  readonly from: number
  readonly to: number
}

/** `share` is a part of something else: percents, halves. `factor` has no number of its own: doubles, twice, both. */
export type Type = 'plain' | 'share' | 'factor'

/** What has been read of a number so far: 2 thousands, 305. */
type Part = { readonly thousands: number; readonly rest: number; readonly last: number }

const longestDigits = 12
const hundredth = Fraction.of(1n, 100n)

/** The numbers among the tokens, in order. A word that is said twice in a row is one word: `twenty, er, twenty three`. */
export function readQuantities(tokens: readonly Token[]): Quantity[] {
  const found: Quantity[] = []
  for (let at = 0; at < tokens.length; ) {
    const quantity = isPronoun(tokens, at)
      ? null
      : (readFactor(tokens, at) ?? readShare(tokens, readDigits(tokens, at) ?? readWords(tokens, at)))
    if (quantity !== null)
      found.push(isNegative(tokens, quantity, found.at(-1)) ? negative(quantity) : quantity)
    at = quantity?.to ?? at + 1
  }
  return found
}

const articles: ReadonlySet<string> = new Set(
  'each every the this that other which no any another'.split(' '),
)

/** `the other one`, `each one`. */
const isPronoun = (tokens: readonly Token[], at: number): boolean =>
  wordAt(tokens, at) === 'one' &&
  articles.has(wordAt(tokens, at - 1)) &&
  !['number', 'scale', 'point'].includes(roleAt(tokens, at + 1) ?? '')

const fractions: Readonly<Record<string, bigint>> = { third: 3n, quarter: 4n, fifth: 5n, tenth: 10n }
const parts: Readonly<Record<string, bigint>> = {
  halves: 2n,
  thirds: 3n,
  quarters: 4n,
  fifths: 5n,
  eighths: 8n,
  tenths: 10n,
}

/** `doubles`, `half`, `both`, `a third of`; but `a third claw` is one more. */
function readFactor(tokens: readonly Token[], at: number): Quantity | null {
  const word = wordAt(tokens, at)
  const place = { from: at, to: at + 1 }
  if (word === 'both') return { value: Fraction.of(2n), type: 'factor', ...place }
  if (roleAt(tokens, at) === 'factor') {
    const value = Fraction.of(BigInt(tokens[at]!.entry!.value * 2), 2n)
    return { value, type: Fraction.isLess(value, Fraction.of(1n)) ? 'share' : 'factor', ...place }
  }
  if (!(word in fractions) || !['a', 'one', 'by'].includes(wordAt(tokens, at - 1))) return null
  const isEnd = at + 1 >= tokens.length || tokens[at + 1]!.gap === 'clause'
  const isPart = isEnd || ['of', 'as', 'by', 'after', 'during', 'when', 'in'].includes(wordAt(tokens, at + 1))
  return isPart ? { value: Fraction.of(1n, fractions[word]!), type: 'share', ...place } : null
}

/** With the `percent` or the `thirds` after it. */
function readShare(tokens: readonly Token[], quantity: Quantity | null): Quantity | null {
  if (quantity === null) return null
  const { value, to } = quantity
  const part = parts[wordAt(tokens, to)]
  if (roleAt(tokens, to) === 'percent')
    return { ...quantity, value: Fraction.multiply(value, hundredth), type: 'share', to: to + 1 }
  if (part === undefined) return quantity
  return { ...quantity, value: Fraction.divide(value, Fraction.of(part)), type: 'share', to: to + 1 }
}

/** `minus five` where there is nothing that five could be taken from. */
function isNegative(tokens: readonly Token[], { from }: Quantity, earlier: Quantity | undefined): boolean {
  const word = wordAt(tokens, from - 1)
  return word === 'negative' || (word === 'minus' && earlier === undefined)
}

const negative = (quantity: Quantity): Quantity => ({
  ...quantity,
  value: Fraction.subtract(Fraction.of(0n), quantity.value),
})

function readDigits(tokens: readonly Token[], from: number): Quantity | null {
  const digits = tokens[from]!.digits.replaceAll(',', '')
  if (digits === '' || digits.length > longestDigits) return null
  return { value: Fraction.parse(digits), type: 'plain', from, to: from + 1 }
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
    type: 'plain',
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
  wordAt(tokens, at) === 'and' && roleAt(tokens, at - 1) === 'scale' ? at + 1 : at

/** Whether an operator or the end of a clause stands between two parts, so that they are no one number; a dash is decoration. */
function isParted(tokens: readonly Token[], from: number, to: number): boolean {
  for (let at = from; at <= to; at++) {
    const { gap, before } = tokens[at]!
    if (gap === 'clause' || /[+*×÷=]/.test(before)) return true
  }
  return false
}

/** The sign in a gap that does something; a dash or a slash is one only where it stands alone. */
export const operatorIn = (before: string): string => (/[+*×÷=]|\s[-−–/]\s/.exec(before)?.[0] ?? '').trim()
