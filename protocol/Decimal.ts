import { BaseError } from './Errors.ts'

/**
 * Decimal numbers kept as the text they were written in, `-?\d+(\.\d+)?`, and compared exactly: no floats, no rounding.
 * Exponents, a plus sign, separators, `.5` and `5.` are not decimals.
 */
export type Decimal = string

/** Longer than any 256-bit integer; a bound that keeps foreign text from costing much. */
export const maxLength = 78

const form = /^-?[0-9]+(?:\.[0-9]+)?$/

/**
 * Whether a text is a decimal number in the one form that is read here.
 *
 * @example
 * Decimal.isDecimal('-12.5') // true
 * Decimal.isDecimal('1e3') // false
 */
export const isDecimal = (text: string): boolean => text.length <= maxLength && form.test(text)

/** The number as `digits / 10^scale`, in lowest terms of ten. */
type Scaled = { readonly digits: bigint; readonly scale: number }

function scaled(text: string): Scaled {
  if (!isDecimal(text)) throw new NotDecimalError(text)
  const dot = text.indexOf('.')
  if (dot === -1) return { digits: BigInt(text), scale: 0 }
  let end = text.length
  while (text.charCodeAt(end - 1) === zero) end--
  const scale = end - 1 - dot
  // "-0.5": the sign belongs to the digits as a whole, and BigInt reads it in front of a zero as well.
  return { digits: BigInt(text.slice(0, dot) + text.slice(dot + 1, end)), scale }
}

const zero = 0x30

/**
 * −1, 0 or 1, as a is less than, equal to or more than b.
 *
 * @example
 * Decimal.compare('75000.00', '75000') // 0
 */
export function compare(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const left = scaled(a)
  const right = scaled(b)
  const scale = Math.max(left.scale, right.scale)
  const x = left.digits * 10n ** BigInt(scale - left.scale)
  const y = right.digits * 10n ** BigInt(scale - right.scale)
  return x < y ? -1 : x > y ? 1 : 0
}

const fixedScale = 18
const int128Limit = 1n << 127n

/**
 * The number × 10^18 as the contract holds it (int128). What does not fit is refused, never rounded.
 *
 * @example
 * Decimal.toFixed18('0.5') // 500000000000000000n
 * Decimal.toFixed18('0.0000000000000000001') // throws Decimal.TooPreciseError
 */
export function toFixed18(text: Decimal): bigint {
  const { digits, scale } = scaled(text)
  if (scale > fixedScale) throw new TooPreciseError(text)
  const value = digits * 10n ** BigInt(fixedScale - scale)
  if (value >= int128Limit || value < -int128Limit) throw new OutOfRangeError(text)
  return value
}

/**
 * Whether the contract can hold the number.
 *
 * @example
 * Decimal.fitsFixed18('170141183460469231731') // true
 * Decimal.fitsFixed18('170141183460469231732') // false
 */
export function fitsFixed18(text: string): boolean {
  try {
    toFixed18(text)
    return true
  } catch {
    return false
  }
}

/**
 * The shortest text of a number × 10^18.
 *
 * @example
 * Decimal.fromFixed18(500000000000000000n) // '0.5'
 */
export function fromFixed18(value: bigint): Decimal {
  if (value >= int128Limit || value < -int128Limit) throw new OutOfRangeError(`${value} / 10^18`)
  const sign = value < 0n ? '-' : ''
  const digits = (value < 0n ? -value : value).toString().padStart(fixedScale + 1, '0')
  let end = digits.length
  const dot = digits.length - fixedScale
  while (end > dot && digits.charCodeAt(end - 1) === zero) end--
  const fraction = digits.slice(dot, end)
  return `${sign}${digits.slice(0, dot)}${fraction === '' ? '' : `.${fraction}`}`
}

// Foreign text can be long: an error quotes only its beginning.
const quote = (text: string) =>
  JSON.stringify(text.length > maxLength ? `${text.slice(0, maxLength)}…` : text)

/** Thrown for a text that is not a decimal number. */
export class NotDecimalError extends BaseError {
  override readonly name = 'Decimal.NotDecimalError'
  constructor(text: string) {
    super(`${quote(text)} is not a decimal number.`, {
      metaMessages: [
        `Write digits, with one point between digits if need be and a minus in front, like -12.5; at most ${maxLength} characters.`,
      ],
    })
  }
}

/** Thrown for a number with more than 18 decimals. */
export class TooPreciseError extends BaseError {
  override readonly name = 'Decimal.TooPreciseError'
  constructor(text: string) {
    super(`${quote(text)} has more than ${fixedScale} decimals.`)
  }
}

/** Thrown for a number that is too large for the contract. */
export class OutOfRangeError extends BaseError {
  override readonly name = 'Decimal.OutOfRangeError'
  constructor(text: string) {
    super(`${quote(text)} times 10^18 does not fit int128.`, {
      metaMessages: ['The largest number is 170141183460469231731.687303715884105727.'],
    })
  }
}
