import { secp256k1 } from '@noble/curves/secp256k1'
import * as Bytes from './Bytes.ts'
import { BaseError } from './Errors.ts'
import * as Hash from './Hash.ts'

/**
 * Typed-data digests and signer recovery, synchronous because the guest is. Structs here have only fields of one word,
 * so encoding is concatenation.
 */
export type Domain = {
  readonly name: string
  readonly version: string
  readonly chainId: number | bigint
  readonly verifyingContract: Bytes.Hex
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

export const word = (value: bigint | number): Uint8Array => Bytes.uint(value, 32)

export function addressWord(address: Bytes.Hex): Uint8Array {
  const bytes = Bytes.fromHex(address)
  if (bytes.length !== 20) throw new Bytes.WrongLengthError(20, bytes.length)
  return Bytes.concat(new Uint8Array(12), bytes)
}

/** A dynamic string enters a struct by its hash. */
export const textWord = (text: string): Uint8Array => Hash.rawOfBytes(Bytes.fromText(text))

export const structHash = (type: string, ...words: readonly Uint8Array[]): Uint8Array =>
  Hash.rawOfBytes(Bytes.concat(hashOnce(type), ...words))

export const separator = (domain: Domain): Uint8Array =>
  structHash(
    domainType,
    hashOnce(domain.name),
    hashOnce(domain.version),
    word(domain.chainId),
    addressWord(domain.verifyingContract),
  )

/** What is signed: keccak256(0x1901 ‖ separator ‖ struct). */
export const digest = (separator: Uint8Array, struct: Uint8Array): Hash.Hash =>
  Hash.ofBytes(Bytes.concat(Uint8Array.of(0x19, 0x01), separator, struct))

/**
 * The lower-case address that signed a digest. Only the one spelling of a signature is taken: 65 bytes, v 27 or 28,
 * s in the lower half.
 */
export function recover(digest: Hash.Hash, signature: string): Bytes.Hex {
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
    return Bytes.toHex(Hash.rawOfBytes(key.subarray(1)).subarray(12))
  } catch (cause) {
    if (cause instanceof InvalidSignatureError) throw cause
    throw new InvalidSignatureError('no key can have made it', { cause })
  }
}

/** Whether `signer` made this signature. Never throws. */
export function isSignedBy(signer: string, digest: Hash.Hash, signature: string): boolean {
  try {
    return recover(digest, signature) === signer.toLowerCase()
  } catch {
    return false
  }
}

export class InvalidSignatureError extends BaseError {
  override readonly name = 'Eip712.InvalidSignatureError'
  constructor(why: string, options: { cause?: unknown } = {}) {
    super(`This is no signature: ${why}.`, options)
  }
}
