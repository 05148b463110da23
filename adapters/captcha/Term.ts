import { type Dimension, isSame, over, times } from './dimension.ts'
import * as Fraction from './Fraction.ts'
import type { Mention } from './Mention.ts'

/** What can be done with two: `from` and `into` take them the other way round. */
export const operations = ['add', 'subtract', 'from', 'multiply', 'divide', 'into'] as const
export type Operation = (typeof operations)[number]

/** A number, or several with what is done with them. */
export type Term = {
  readonly value: Fraction.Fraction
  readonly dimension: Dimension | null
  /** Percents and halves, which are so much of something. */
  readonly isShare: boolean
  readonly formula: string
  /** What was done last, or null for a number by itself. */
  readonly operation: Operation | 'mean' | null
}

export const termOf = ({ value, dimension, type }: Mention): Term => ({
  value,
  dimension: type === 'plain' ? dimension : {},
  isShare: type === 'share',
  formula: Fraction.toText(value),
  operation: null,
})

const signs: Readonly<Record<Operation, string>> = {
  add: '+',
  subtract: '-',
  from: '-',
  multiply: '×',
  divide: '÷',
  into: '÷',
}

/** Null where it makes no sense: nothing is divided by zero, or multiplied by one, and a share is of something that is none. */
export function join(operation: Operation, a: Term, b: Term): Term | null {
  if (operation === 'from') return join('subtract', b, a)
  if (operation === 'into') return join('divide', b, a)
  if (a.isShare && b.isShare) return null
  if (operation === 'multiply' && (isOne(a) || isOne(b))) return null
  if (a.isShare && operation !== 'multiply') return operation === 'add' ? join('add', b, a) : null
  // More or less by a share is more or less by so much of it.
  const by = b.isShare && operation !== 'multiply' ? join('multiply', a, b) : b
  if (by === null || (operation === 'divide' && (b.isShare || isOne(b) || b.value.over === 0n))) return null
  const value = reckon[operation](a.value, by.value)
  const formula = `${wrap(a)} ${signs[operation]} ${wrap(by)}`
  return { value, dimension: dimensionOf(operation, a, by), isShare: false, formula, operation }
}

const one = Fraction.of(1n)
const isOne = ({ value }: Term): boolean => Fraction.isEqual(value, one)

const wrap = ({ operation, formula }: Term): string => (operation === null ? formula : `(${formula})`)

const reckon = {
  add: Fraction.add,
  subtract: Fraction.subtract,
  multiply: Fraction.multiply,
  divide: Fraction.divide,
}

function dimensionOf(operation: Operation, a: Term, b: Term): Dimension | null {
  if (operation === 'multiply' || operation === 'divide') {
    if (a.dimension === null || b.dimension === null) return null
    return operation === 'multiply' ? times(a.dimension, b.dimension) : over(a.dimension, b.dimension)
  }
  if (a.dimension === null || b.dimension === null) return a.dimension ?? b.dimension
  return isSame(a.dimension, b.dimension) ? a.dimension : null
}

/** Of a sum of so many. */
export const meanOf = (sum: Term, count: number): Term => ({
  ...sum,
  value: Fraction.divide(sum.value, Fraction.of(BigInt(count))),
  formula: `(${sum.formula}) ÷ ${count}`,
  operation: 'mean',
})
