/** An exact number; the denominator is positive. */
export type Fraction = { readonly over: bigint; readonly under: bigint }

export const of = (over: bigint, under = 1n): Fraction =>
  under < 0n ? { over: -over, under: -under } : { over, under }

/** `4.5` and `1200`; the text is digits with one point at most. */
export function parse(text: string): Fraction {
  const [whole = '0', decimals = ''] = text.split('.')
  return of(BigInt(whole + decimals), 10n ** BigInt(decimals.length))
}

export const add = (a: Fraction, b: Fraction): Fraction =>
  of(a.over * b.under + b.over * a.under, a.under * b.under)
export const subtract = (a: Fraction, b: Fraction): Fraction => add(a, of(-b.over, b.under))
export const multiply = (a: Fraction, b: Fraction): Fraction => of(a.over * b.over, a.under * b.under)
export const divide = (a: Fraction, b: Fraction): Fraction => of(a.over * b.under, a.under * b.over)
export const isEqual = (a: Fraction, b: Fraction): boolean => a.over * b.under === b.over * a.under
export const isLess = (a: Fraction, b: Fraction): boolean => a.over * b.under < b.over * a.under

/** With two decimals, halves away from zero. */
export function toFixed({ over, under }: Fraction): string {
  const size = over < 0n ? -over : over
  const cents = (size * 200n + under) / (2n * under)
  const sign = over < 0n && cents > 0n ? '-' : ''
  return `${sign}${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
}

/** As short as it can be told: 4.5, 23. */
export const toText = (value: Fraction): string => toFixed(value).replace(/\.00$|(?<=\.\d)0$/, '')
