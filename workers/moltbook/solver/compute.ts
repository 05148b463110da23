import * as Fraction from './Fraction.ts'
import type { Operation } from './rules.ts'

export type Result = { readonly value: Fraction.Fraction; readonly formula: string }

/** Null where the numbers do not fit: nothing is left of less, and nothing is divided by zero. */
export function compute(operation: Operation, values: readonly Fraction.Fraction[]): Result | null {
  const [a, b] = values as [Fraction.Fraction, Fraction.Fraction]
  const [x, y] = [Fraction.toText(a), Fraction.toText(b)]
  const hundred = Fraction.of(100n)
  switch (operation) {
    case 'add':
      return { value: Fraction.add(a, b), formula: `${x} + ${y}` }
    case 'subtract':
      return Fraction.isLess(a, b) ? null : { value: Fraction.subtract(a, b), formula: `${x} - ${y}` }
    case 'subtractFrom':
      return compute('subtract', [b, a])
    case 'difference':
      return Fraction.isLess(a, b) ? compute('subtract', [b, a]) : compute('subtract', [a, b])
    case 'multiply':
      return { value: Fraction.multiply(a, b), formula: `${x} × ${y}` }
    case 'divide':
      return b.over === 0n ? null : { value: Fraction.divide(a, b), formula: `${x} ÷ ${y}` }
    case 'divideInto':
      return compute('divide', [b, a])
    case 'average':
      return { value: Fraction.divide(Fraction.add(a, b), Fraction.of(2n)), formula: `(${x} + ${y}) ÷ 2` }
    default: {
      const change = Fraction.divide(
        operation === 'raise' ? Fraction.add(hundred, b) : Fraction.subtract(hundred, b),
        hundred,
      )
      return {
        value: Fraction.multiply(a, change),
        formula: `${x} × (100 ${operation === 'raise' ? '+' : '-'} ${y}) ÷ 100`,
      }
    }
  }
}
