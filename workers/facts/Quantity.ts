/** Exact numbers: fractions of whole ones, so that thirds, conversions and thresholds compare without rounding. */
export type Quantity = { readonly top: bigint; readonly bottom: bigint }

const form = /^[-−+]?[0-9]{1,40}(?:\.[0-9]{1,40})?$/

export const of = (top: bigint | number, bottom: bigint | number = 1n): Quantity => ({
  top: BigInt(top),
  bottom: BigInt(bottom),
})

/** A decimal as it is written, thousands apart by comma, space, apostrophe or not at all; null for another text. */
export function read(text: string): Quantity | null {
  const plain = ungroup(text.trim())
  if (!form.test(plain)) return null
  const sign = plain.startsWith('-') || plain.startsWith('−') ? -1n : 1n
  const [whole = '0', fraction = ''] = plain.replace(/^[-−+]/, '').split('.')
  return { top: sign * BigInt(whole + fraction), bottom: 10n ** BigInt(fraction.length) }
}

const grouped = /^[-−+]?[0-9]{1,3}(?:[, '’][0-9]{3}){1,12}(?:\.[0-9]{1,20})?$/

const ungroup = (text: string): string => {
  const even = text.replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ')
  return grouped.test(even) ? even.replace(/[, '’]/g, '') : even
}

export const times = (a: Quantity, b: Quantity): Quantity => ({
  top: a.top * b.top,
  bottom: a.bottom * b.bottom,
})
export const plus = (a: Quantity, b: Quantity): Quantity => ({
  top: a.top * b.bottom + b.top * a.bottom,
  bottom: a.bottom * b.bottom,
})
export const over = (a: Quantity, b: Quantity): Quantity =>
  b.top < 0n
    ? { top: -a.top * b.bottom, bottom: a.bottom * -b.top }
    : { top: a.top * b.bottom, bottom: a.bottom * b.top }

/** −1, 0 or 1. */
export function compare(a: Quantity, b: Quantity): -1 | 0 | 1 {
  const left = a.top * b.bottom
  const right = b.top * a.bottom
  return left < right ? -1 : left > right ? 1 : 0
}

export const equals = (a: Quantity, b: Quantity): boolean => compare(a, b) === 0

/** Without its sign. */
export const size = ({ top, bottom }: Quantity): Quantity => ({ top: top < 0n ? -top : top, bottom })

/** Rounded to so many decimals, half away from zero. */
export function round(value: Quantity, places: number): Quantity {
  const scale = 10n ** BigInt(places)
  const doubled = 2n * (value.top < 0n ? -value.top : value.top) * scale + value.bottom
  const whole = doubled / (2n * value.bottom)
  return { top: value.top < 0n ? -whole : whole, bottom: scale }
}
