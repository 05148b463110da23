import { sha256 as viemSha256 } from 'viem/utils'
import * as Bytes from './Bytes.ts'
import * as Json from './Json.ts'
import { keccak256 } from './Keccak.ts'

/** keccak256 everywhere; SHA-256 only to read what others have hashed with it. */

/** A hash of 32 bytes as lower-case hex. */
export type Hash = Bytes.Hex

/**
 * keccak256 of bytes.
 *
 * @example
 * Hash.ofBytes(new Uint8Array(0)) // '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'
 */
export const ofBytes = (bytes: Uint8Array): Hash => Bytes.toHex(keccak256(bytes))
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
