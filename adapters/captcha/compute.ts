import * as Fraction from './Fraction.ts'

export type Operation =
  | 'add'
  | 'subtract'
  | 'difference'
  | 'multiply'
  | 'divide'
  | 'ratio'
  | 'average'
  | 'raise'
  | 'lower'
  | 'portion'

/** What to do with a number, and with which other. */
export type Calculation = { readonly operation: Operation; readonly value: Fraction.Fraction }

export type Result = { readonly value: Fraction.Fraction; readonly formula: string }

const hundred = Fraction.of(100n)

/** Null where the numbers do not fit: nothing is left of less, and nothing is divided by zero. */
export function compute(operation: Operation, a: Fraction.Fraction, b: Fraction.Fraction): Result | null {
  const [x, y] = [Fraction.toText(a), Fraction.toText(b)]
  switch (operation) {
    case 'add':
      return { value: Fraction.add(a, b), formula: `${x} + ${y}` }
    case 'subtract':
      return Fraction.isLess(a, b) ? null : { value: Fraction.subtract(a, b), formula: `${x} - ${y}` }
    case 'difference':
      return Fraction.isLess(a, b) ? compute('subtract', b, a) : compute('subtract', a, b)
    case 'multiply':
      return { value: Fraction.multiply(a, b), formula: `${x} × ${y}` }
    case 'divide':
      return b.over === 0n ? null : { value: Fraction.divide(a, b), formula: `${x} ÷ ${y}` }
    case 'ratio':
      return Fraction.isLess(a, b) ? compute('divide', b, a) : compute('divide', a, b)
    case 'average':
      return { value: Fraction.divide(Fraction.add(a, b), Fraction.of(2n)), formula: `(${x} + ${y}) ÷ 2` }
    case 'raise':
      return { value: percentOf(a, Fraction.add(hundred, b)), formula: `${x} × (100 + ${y}) ÷ 100` }
    case 'lower':
      return Fraction.isLess(hundred, b)
        ? null
        : { value: percentOf(a, Fraction.subtract(hundred, b)), formula: `${x} × (100 - ${y}) ÷ 100` }
    case 'portion':
      return { value: percentOf(a, b), formula: `${x} × ${y} ÷ 100` }
  }
}

const percentOf = (a: Fraction.Fraction, percent: Fraction.Fraction): Fraction.Fraction =>
  Fraction.divide(Fraction.multiply(a, percent), hundred)
