import type * as Brand from './Brand.ts'
import { BaseError } from './Errors.ts'

/** Accounts and contracts, in lower case: what is hashed has one spelling. */
export type Address = Brand.Address

/** No account and no contract. */
export const zero = `0x${'00'.repeat(20)}` as Address

/**
 * The one spelling of an address.
 *
 * @example
 * Address.of('0x5FbDB2315678afecb367f032d93F642f64180aa3') // '0x5fbdb2315678afecb367f032d93f642f64180aa3'
 * Address.of('0x5FbDB') // throws Address.InvalidAddressError
 */
export function of(text: string): Address {
  const address = text.toLowerCase()
  if (!isAddress(address)) throw new InvalidAddressError(text)
  return address
}

/** Whether a text is an address in its one spelling. */
export const isAddress = (text: string): text is Address => /^0x[0-9a-f]{40}$/.test(text)

/** Thrown when a text is not an address. */
export class InvalidAddressError extends BaseError {
  override readonly name = 'Address.InvalidAddressError'
  constructor(text: string) {
    super(`${JSON.stringify(text.slice(0, 64))} is not an address: 0x and 40 hexadecimal digits.`)
  }
}
