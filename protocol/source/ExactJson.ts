import * as z from 'zod'
import * as Decimal from '../Decimal.ts'
import { BaseError } from '../Errors.ts'
import { NumberText } from './parseExact.ts'

/** JSON whose numbers keep the digits they were written with, and what a schema makes of them. */
export { type ExactJson, maxLength, NumberText, parse, TooLongError } from './parseExact.ts'

/** A number of the reply, as its digits. */
export const number = z.instanceof(NumberText).transform(({ source }) => source)

/** A number as a decimal that a contract can hold. */
export const decimal = number.transform(asDecimal)

function asDecimal(source: string, context: z.RefinementCtx): string {
  try {
    return toDecimal(source)
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message })
    return z.NEVER
  }
}

/** Reads digits as a whole number, such as a time. */
export function toInteger(source: string): number {
  const value = Number(source)
  if (form.test(source) && Number.isSafeInteger(value)) return value
  throw new NotWholeError(source)
}

const form = /^(-?)([0-9]{1,128})(?:\.([0-9]{1,512}))?(?:[eE]([+-]?[0-9]{1,4}))?$/
const maxExponent = 400
const maxDecimals = 18

/**
 * The plain decimal of a number's digits. Decimals after the 18th are cut off, towards zero: that is all a contract can hold, and
 * small prices are published with more. What is too large to hold is refused.
 *
 * @example
 * ExactJson.toDecimal('1.25e-7') // '0.000000125'
 */
export function toDecimal(source: string): string {
  const match = form.exec(source)
  if (match === null) throw new NotANumberError(source)
  const [, sign = '', whole = '', fraction = '', exponentText = '0'] = match
  const exponent = Number(exponentText)
  if (Math.abs(exponent) > maxExponent) throw new NotANumberError(source)
  const digits = whole + fraction
  const point = whole.length + exponent
  const integer = trimZeros(point <= 0 ? '' : digits.slice(0, point).padEnd(point, '0'))
  const decimals = (point < 0 ? '0'.repeat(-point) + digits : digits.slice(point)).slice(0, maxDecimals)
  const isZero = integer === '0' && /^0*$/.test(decimals)
  const text = `${isZero ? '' : sign}${integer}${decimals === '' ? '' : `.${decimals}`}`
  if (!Decimal.fitsFixed18(text)) throw new NotANumberError(source)
  return text
}

const trimZeros = (digits: string): string => digits.replace(/^0+/, '') || '0'

const quote = (text: string): string => JSON.stringify(text.slice(0, 64))

/** Thrown for digits that are not a number a contract can hold. */
export class NotANumberError extends BaseError {
  override readonly name = 'ExactJson.NotANumberError'
  constructor(source: string) {
    super(`${quote(source)} is no number that a contract can hold.`)
  }
}

/** Thrown for digits that are not a whole number. */
export class NotWholeError extends BaseError {
  override readonly name = 'ExactJson.NotWholeError'
  constructor(source: string) {
    super(`${quote(source)} is no whole number.`)
  }
}
