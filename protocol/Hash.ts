import { sha256 as viemSha256 } from 'viem/utils'
import type * as Brand from './Brand.ts'
import * as Bytes from './Bytes.ts'
import { BaseError } from './Errors.ts'
import * as Json from './Json.ts'
import { keccak256 } from './Keccak.ts'

/** keccak256 everywhere; SHA-256 only to read what others have hashed with it. */

/** A hash of 32 bytes as lower-case hex. */
export type Hash = Brand.Hash
/** The root of a Merkle tree. */
export type Root = Brand.Root
/** The hash of a request to a worker. */
export type RequestHash = Brand.RequestHash

/**
 * 32 bytes as a hash. The reader of packed bytes must know that they are one.
 *
 * @example
 * Hash.fromRaw(Hash.rawOfBytes(Bytes.fromText('abc'))) // Hash.ofText('abc')
 */
export const fromRaw = (bytes: Uint8Array): Hash => Bytes.toHex(bytes) as Hash

/**
 * keccak256 of bytes.
 *
 * @example
 * Hash.ofBytes(new Uint8Array(0)) // '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'
 */
export const ofBytes = (bytes: Uint8Array): Hash => fromRaw(keccak256(bytes))
/**
 * keccak256 of bytes, as 32 bytes.
 *
 * @example
 * Hash.rawOfBytes(Bytes.fromText('abc')) // Bytes.fromHex(Hash.ofText('abc'))
 */
export const rawOfBytes = keccak256
/**
 * keccak256 of a text's UTF-8.
 *
 * @example
 * Hash.ofText('abc') === Hash.ofBytes(Bytes.fromText('abc')) // true
 */
export const ofText = (text: string): Hash => ofBytes(Bytes.fromText(text))

/**
 * The hash of a value's one spelling: keccak256(utf8(canonical(value))).
 *
 * @example
 * Hash.ofJson({ b: 1, a: 2 }) === Hash.ofText('{"a":2,"b":1}') // true
 */
export const ofJson = (value: unknown): Hash => ofText(Json.canonical(value))

/**
 * SHA-256 of bytes, as 32 bytes.
 *
 * @example
 * Bytes.toHex(Hash.sha256(Bytes.fromText('abc'))).slice(0, 18) // '0xba7816bf8f01cfea'
 */
export const sha256 = (bytes: Uint8Array): Uint8Array => viemSha256(bytes, 'bytes')

const form = /^0x[0-9a-f]{64}$/

/**
 * A hash that comes as text, from a chain or a file: 32 bytes in lower case, or an error.
 *
 * @example
 * Hash.of(`0x${'ab'.repeat(32)}`).length // 66
 * Hash.of('0xAB') // throws Hash.InvalidHashError
 */
export function of(text: string): Hash {
  if (!form.test(text)) throw new InvalidHashError(text)
  return text as Hash
}

/** The same as `of` for the root of a tree. */
export const asRoot = (text: string): Root => of(text) as Root

/** The same as `of` for the hash of a request. */
export const asRequestHash = (text: string): RequestHash => of(text) as RequestHash

/** Thrown when a text is not a hash in its one spelling. */
export class InvalidHashError extends BaseError {
  override readonly name = 'Hash.InvalidHashError'
  constructor(text: string) {
    super(`${JSON.stringify(text.slice(0, 80))} is not a hash: 0x and 64 hexadecimal digits in lower case.`)
  }
}
