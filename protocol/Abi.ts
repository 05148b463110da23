import * as Bytes from './Bytes.ts'
import * as Hash from './Hash.ts'

/** A word of the head as it is, or something of any length that the head points to. */
export type Part = Uint8Array | { readonly tail: Uint8Array }

/** keccak256 of what Solidity's abi.encode gives. */
export function hashOf(...parts: readonly Part[]): Hash.Hash {
  const heads: Uint8Array[] = []
  const tails: Uint8Array[] = []
  let offset = 32 * parts.length
  for (const part of parts) {
    if (part instanceof Uint8Array) heads.push(part)
    else {
      heads.push(uint(offset, 32))
      tails.push(part.tail)
      offset += part.tail.length
    }
  }
  return Hash.ofBytes(Bytes.concat(...heads, ...tails))
}

/** A string in normal form C, without blanks at its ends. */
export function text(value: string): Part {
  const bytes = Bytes.fromText(value.normalize('NFC').trim())
  const padding = new Uint8Array((32 - (bytes.length % 32)) % 32)
  return { tail: Bytes.concat(uint(bytes.length, 32), bytes, padding) }
}

/** One word that holds an integer of at most `size` bytes. */
export function uint(value: bigint | number, size: number): Uint8Array {
  return Bytes.concat(new Uint8Array(32 - size), Bytes.uint(value, size))
}
