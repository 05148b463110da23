import { bytesToHex, bytesToString, hexToBytes, stringToBytes } from 'viem/utils'
import type * as Brand from './Brand.ts'
import { BaseError } from './Errors.ts'

/** Bytes, and the big-endian packed integers of reports and leaves. */

/** Bytes as hex digits with `0x` in front. */
export type Hex = Brand.Hex

/** Hex digits to bytes. */
export const fromHex = (hex: Hex): Uint8Array => hexToBytes(hex)
/**
 * Bytes to lower-case hex digits.
 *
 * @example
 * Bytes.toHex(Bytes.fromText('§')) // '0xc2a7'
 */
export const toHex = (bytes: Uint8Array): Hex => bytesToHex(bytes)
/** Text to its bytes in UTF-8. */
export const fromText = (text: string): Uint8Array => stringToBytes(text)

/**
 * UTF-8 to text. Bytes that are not UTF-8 become U+FFFD; a byte order mark stays, so that no byte is lost unseen.
 *
 * @example
 * Bytes.toText(Uint8Array.of(0xc2, 0xa7)) // '§'
 */
export const toText = (bytes: Uint8Array): string => {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  // A decoder drops the mark only where it stands first.
  return hasMark ? bytesToString(concat(Uint8Array.of(0x20), bytes)).slice(1) : bytesToString(bytes)
}

/** 32 zero bytes: stands for a hash that is absent. */
export const zero32 = `0x${'00'.repeat(32)}` as Brand.Zero32

/**
 * Joins byte strings.
 *
 * @example
 * Bytes.concat(Uint8Array.of(1), Uint8Array.of(2, 3)) // Uint8Array.of(1, 2, 3)
 */
export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  let length = 0
  for (const part of parts) length += part.length
  const out = new Uint8Array(length)
  let offset = 0
  for (const part of parts) {
    out.set(part, offset)
    offset += part.length
  }
  return out
}

/** Whether two byte strings are the same. */
export function equal(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

/**
 * `value` as `size` big-endian bytes.
 *
 * @example
 * Bytes.uint(258, 4) // Uint8Array.of(0, 0, 1, 2)
 * Bytes.uint(256, 1) // throws Bytes.OutOfRangeError
 */
export function uint(value: bigint | number, size: number): Uint8Array {
  const big = BigInt(value)
  if (big < 0n || big >= 1n << BigInt(size * 8)) throw new OutOfRangeError(big, `uint${size * 8}`)
  return bigEndian(big, size)
}

/**
 * `value` as `size` big-endian bytes in two's complement.
 *
 * @example
 * Bytes.toHex(Bytes.int(-2n, 4)) // '0xfffffffe'
 */
export function int(value: bigint, size: number): Uint8Array {
  const half = 1n << BigInt(size * 8 - 1)
  if (value < -half || value >= half) throw new OutOfRangeError(value, `int${size * 8}`)
  return bigEndian(value < 0n ? value + 2n * half : value, size)
}

function bigEndian(value: bigint, size: number): Uint8Array {
  const out = new Uint8Array(size)
  let rest = value
  for (let i = size - 1; i >= 0 && rest > 0n; i--) {
    out[i] = Number(rest & 0xffn)
    rest >>= 8n
  }
  return out
}

/**
 * Hex digits to exactly 32 bytes; another length is an error.
 *
 * @example
 * Bytes.bytes32('0x00') // throws Bytes.WrongLengthError
 */
export function bytes32(hex: Hex): Uint8Array {
  const bytes = fromHex(hex)
  if (bytes.length !== 32) throw new WrongLengthError(32, bytes.length)
  return bytes
}

/**
 * Reads packed fields one after the other; running past the end is an error.
 *
 * @example
 * const reader = new Bytes.Reader(Uint8Array.of(0, 7, 0xff))
 * reader.number(2) // 7
 * reader.int(1) // -1n
 * reader.take(1) // throws Bytes.TruncatedError
 */
export class Reader {
  private offset = 0
  private readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  get remaining(): number {
    return this.bytes.length - this.offset
  }

  take(size: number): Uint8Array {
    if (size > this.remaining) throw new TruncatedError(this.offset + size, this.bytes.length)
    this.offset += size
    return this.bytes.subarray(this.offset - size, this.offset)
  }

  uint(size: number): bigint {
    let value = 0n
    for (const byte of this.take(size)) value = (value << 8n) | BigInt(byte)
    return value
  }

  int(size: number): bigint {
    const value = this.uint(size)
    const half = 1n << BigInt(size * 8 - 1)
    return value >= half ? value - 2n * half : value
  }

  /** An unsigned integer that fits a JavaScript number: at most 6 bytes. */
  number(size: number): number {
    let value = 0
    for (const byte of this.take(size)) value = value * 256 + byte
    return value
  }

  bytes32(): Brand.Hash {
    return toHex(this.take(32)) as Brand.Hash
  }

  /** Fails when bytes are left over, so that every value has one spelling. */
  end(): void {
    if (this.remaining > 0) throw new TrailingBytesError(this.remaining)
  }
}

/** Thrown for an integer that does not fit its field. */
export class OutOfRangeError extends BaseError {
  override readonly name = 'Bytes.OutOfRangeError'
  constructor(value: bigint, type: string) {
    super(`${value} does not fit ${type}.`)
  }
}

/** Thrown for bytes of another length than their field's. */
export class WrongLengthError extends BaseError {
  override readonly name = 'Bytes.WrongLengthError'
  constructor(expected: number, actual: number) {
    super(`Expected ${expected} bytes, got ${actual}.`)
  }
}

/** Thrown when the bytes end before the field that is read. */
export class TruncatedError extends BaseError {
  override readonly name = 'Bytes.TruncatedError'
  constructor(needed: number, actual: number) {
    super(`Expected at least ${needed} bytes, got ${actual}.`)
  }
}

/** Thrown when bytes are left over after the last field. */
export class TrailingBytesError extends BaseError {
  override readonly name = 'Bytes.TrailingBytesError'
  constructor(count: number) {
    super(`${count} bytes are left over at the end.`)
  }
}
