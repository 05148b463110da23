import { BaseError } from '../../../../protocol/index.ts'

/** CBOR (RFC 8949) as far as attestation documents use it: definite lengths, shortest numbers, nothing behind the end. */
export type Cbor = number | string | boolean | null | Uint8Array | readonly Cbor[] | CborMap | Tagged
export type CborMap = ReadonlyMap<number | string, Cbor>
export type Tagged = { readonly tag: number; readonly value: Cbor }

const deepest = 8

/**
 * Reads bytes that hold one value.
 *
 * @example
 * Cbor.decode(Uint8Array.of(0x82, 0x01, 0x20)) // [1, -1]
 */
export function decode(bytes: Uint8Array): Cbor {
  const reader: Reader = { bytes, at: 0 }
  const value = read(reader, deepest)
  if (reader.at !== bytes.length) throw new UnreadableError(`bytes follow it, from ${reader.at} on`)
  return value
}

type Reader = { readonly bytes: Uint8Array; at: number }

function read(reader: Reader, depth: number): Cbor {
  if (depth === 0) throw new UnreadableError(`it is nested deeper than ${deepest} levels`)
  const [head] = take(reader, 1)
  const [major, info] = [head! >> 5, head! & 31]
  if (major === 7) return simple(info)
  const argument = readArgument(reader, info)
  if (major === 0) return argument
  if (major === 1) return -1 - argument
  if (major === 2) return take(reader, argument).slice()
  if (major === 3) return text(take(reader, argument))
  if (major === 4) return readArray(reader, argument, depth)
  if (major === 5) return readMap(reader, argument, depth)
  return { tag: argument, value: read(reader, depth - 1) }
}

function simple(info: number): boolean | null {
  if (info === 20 || info === 21) return info === 21
  if (info === 22) return null
  throw new UnreadableError(`it has the simple value ${info}`)
}

/** The number of a head: a value, a length or a count. */
function readArgument(reader: Reader, info: number): number {
  if (info < 24) return info
  if (info > 27) throw new UnreadableError('a length is not definite')
  const size = 1 << (info - 24)
  const value = take(reader, size).reduce((sum, byte) => sum * 256 + byte, 0)
  if (!Number.isSafeInteger(value)) throw new UnreadableError('a number is not within 2^53')
  const least = size === 1 ? 24 : 2 ** (4 * size)
  if (value < least) throw new UnreadableError('a number is longer than it must be')
  return value
}

function readArray(reader: Reader, count: number, depth: number): Cbor[] {
  const items: Cbor[] = []
  // Items are at least one byte, so a false count ends with the bytes.
  for (let i = 0; i < count; i++) items.push(read(reader, depth - 1))
  return items
}

function readMap(reader: Reader, count: number, depth: number): CborMap {
  const entries = new Map<number | string, Cbor>()
  for (let i = 0; i < count; i++) {
    const key = read(reader, depth - 1)
    if (typeof key !== 'number' && typeof key !== 'string')
      throw new UnreadableError('a key is neither a number nor a text')
    if (entries.has(key)) throw new UnreadableError(`the key ${key} comes twice`)
    entries.set(key, read(reader, depth - 1))
  }
  return entries
}

function take(reader: Reader, length: number): Uint8Array {
  const { bytes, at } = reader
  if (length > bytes.length - at) throw new UnreadableError('it ends too early')
  reader.at += length
  return bytes.subarray(at, reader.at)
}

function text(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new UnreadableError('a text is not UTF-8', { cause })
  }
}

/** Thrown for bytes that are not CBOR of this kind. */
export class UnreadableError extends BaseError {
  override readonly name = 'Cbor.UnreadableError'
  constructor(why: string, options: { cause?: unknown } = {}) {
    super(`The CBOR cannot be read: ${why}.`, options)
  }
}
