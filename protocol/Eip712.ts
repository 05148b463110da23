import { secp256k1 } from '@noble/curves/secp256k1'
import type { Address } from './Brand.ts'
import * as Bytes from './Bytes.ts'
import { BaseError } from './Errors.ts'
import * as Hash from './Hash.ts'

/**
 * Typed-data digests and signer recovery, synchronous because the guest is. Structs here have only fields of one word,
 * so encoding is concatenation.
 */

/** The domain that a signature belongs to: an application, its version, a chain and a contract. */
export type Domain = {
  readonly name: string
  readonly version: string
  readonly chainId: number | bigint
  readonly verifyingContract: Address
}

const domainType = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'

// Hashing costs milliseconds in the guest, and a round has few types and one domain.
const hashes = new Map<string, Uint8Array>()

function hashOnce(text: string): Uint8Array {
  let hash = hashes.get(text)
  if (hash === undefined) {
    hash = Hash.rawOfBytes(Bytes.fromText(text))
    hashes.set(text, hash)
  }
  return hash
}

/** An unsigned integer as one word of 32 bytes. */
export const word = (value: bigint | number): Uint8Array => Bytes.uint(value, 32)

/** An address as one word of 32 bytes. */
export function addressWord(address: Bytes.Hex): Uint8Array {
  const bytes = Bytes.fromHex(address)
  if (bytes.length !== 20) throw new Bytes.WrongLengthError(20, bytes.length)
  return Bytes.concat(new Uint8Array(12), bytes)
}

/** A dynamic string enters a struct by its hash. */
export const textWord = (text: string): Uint8Array => Hash.rawOfBytes(Bytes.fromText(text))

/** The hash of a struct: its type's hash, then its words. */
export const structHash = (type: string, ...words: readonly Uint8Array[]): Uint8Array =>
  Hash.rawOfBytes(Bytes.concat(hashOnce(type), ...words))

/** The hash of a domain. */
export const separator = (domain: Domain): Uint8Array =>
  structHash(
    domainType,
    hashOnce(domain.name),
    hashOnce(domain.version),
    word(domain.chainId),
    addressWord(domain.verifyingContract),
  )

/**
 * What is signed: keccak256(0x1901 ‖ separator ‖ struct).
 *
 * @example
 * const domain = Wire.domain(31337, Address.of('0x5fbdb2315678afecb367f032d93f642f64180aa3'))
 * const struct = Eip712.structHash('Vote(uint256 marketId)', Eip712.word(7))
 * Eip712.digest(Eip712.separator(domain), struct).length // 66
 */
export const digest = (separator: Uint8Array, struct: Uint8Array): Hash.Hash =>
  Hash.ofBytes(Bytes.concat(Uint8Array.of(0x19, 0x01), separator, struct))

/**
 * The lower-case address that signed a digest. Only the one spelling of a signature is taken: 65 bytes, v 27 or 28,
 * s in the lower half.
 *
 * @example
 * import { privateKeyToAccount } from 'viem/accounts'
 * const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
 * const digest = Hash.ofText('what is signed')
 * const signature = await account.sign({ hash: digest })
 * Eip712.recover(digest, signature) === account.address.toLowerCase() // true
 * Eip712.recover(digest, '0x') // throws Eip712.InvalidSignatureError
 */
export function recover(digest: Hash.Hash, signature: string): Address {
  if (!/^0x[0-9a-f]{130}$/.test(signature))
    throw new InvalidSignatureError('expected 65 bytes as lower-case hex')
  const bytes = Bytes.fromHex(signature as Bytes.Hex)
  const v = bytes[64]!
  if (v !== 27 && v !== 28) throw new InvalidSignatureError(`v is ${v}, not 27 or 28`)
  try {
    const parsed = secp256k1.Signature.fromCompact(bytes.subarray(0, 64))
    if (parsed.hasHighS()) throw new InvalidSignatureError('s is in the upper half')
    const key = parsed
      .addRecoveryBit(v - 27)
      .recoverPublicKey(Bytes.fromHex(digest))
      .toRawBytes(false)
    return Bytes.toHex(Hash.rawOfBytes(key.subarray(1)).subarray(12)) as Address
  } catch (cause) {
    if (cause instanceof InvalidSignatureError) throw cause
    throw new InvalidSignatureError('no key can have made it', { cause })
  }
}

/**
 * Whether `signer` made this signature. Never throws.
 *
 * @example
 * Eip712.isSignedBy('0x70997970c51812dc3a010c7d01b50e0d17dc79c8', Hash.ofText('a digest'), 'not a signature') // false
 */
export function isSignedBy(signer: string, digest: Hash.Hash, signature: string): boolean {
  try {
    return recover(digest, signature) === signer.toLowerCase()
  } catch {
    return false
  }
}

/** Thrown for a text that cannot be a signature of any key. */
export class InvalidSignatureError extends BaseError {
  override readonly name = 'Eip712.InvalidSignatureError'
  constructor(why: string, options: { cause?: unknown } = {}) {
    super(`This is no signature: ${why}.`, options)
  }
}
