import { Decimal } from '../../../protocol/index.ts'

const tokens = /"(?:[^"\\]|\\.)*"|-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/g

/**
 * Parses JSON and keeps all digits: a number that a double cannot hold comes as a text.
 *
 * @example
 * parseExactly('[1e-8, 0.1, 0.12345678901234567890]') // [1e-8, 0.1, '0.12345678901234567890']
 */
export function parseExactly(text: string): unknown {
  // First as it is: a text that is not JSON must not become some.
  JSON.parse(text)
  return JSON.parse(
    text.replace(tokens, (token) => (token.startsWith('"') || isHeld(token) ? token : JSON.stringify(token))),
  )
}

function isHeld(token: string): boolean {
  if (String(Number(token)) === token) return true
  const [written, held] = [plainDecimal(token), plainDecimal(String(Number(token)))]
  return written !== null && held !== null && Decimal.compare(written, held) === 0
}

const form = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]{1,3}))?$/
const groups = /^-?[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?$/

/**
 * The plain decimal of a number as people and programs write it, digit for digit; null for anything else. A comma parts
 * thousands or nothing.
 *
 * @example
 * plainDecimal('1e-8') // '0.00000001'
 * plainDecimal('75,000') // '75000'
 * plainDecimal('0,5') // null
 */
export function plainDecimal(written: string): string | null {
  const match = form.exec(groups.test(written) ? written.replaceAll(',', '') : written)
  if (match === null) return null
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const point = whole.length + Number(exponent)
  const digits = whole + fraction
  const integer = point <= 0 ? '0' : digits.slice(0, point).padEnd(point, '0')
  const decimals = point <= 0 ? '0'.repeat(-point) + digits : digits.slice(point)
  const text = `${sign}${integer.replace(/^0+(?=[0-9])/, '')}${decimals === '' ? '' : `.${decimals}`}`
  return Decimal.isDecimal(text) ? text : null
}
