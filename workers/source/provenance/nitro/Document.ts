import { BaseError } from '../../../../protocol/index.ts'
import * as Cbor from './Cbor.ts'

/** An attestation document of an AWS Nitro enclave: COSE_Sign1 around a map of CBOR. Reading it trusts nothing in it. */
export type Document = {
  /** Milliseconds since 1970, by the clock of the hypervisor. */
  readonly timestamp: number
  /** What was measured of the enclave, by register: PCR0 is its image. */
  readonly pcrs: ReadonlyMap<number, Uint8Array>
  /** Of the key that signed the document, as DER. */
  readonly certificate: Uint8Array
  /** Its issuers, the root first. */
  readonly cabundle: readonly Uint8Array[]
  /** What the enclave wanted to be attested. */
  readonly userData: Uint8Array | null
  /** What was signed, and the signature: r ‖ s. */
  readonly signed: Uint8Array
  readonly signature: Uint8Array
}

/** COSE: the algorithm ES384 is number −35, under the key 1. */
const [algorithmKey, es384] = [1, -35]
const signatureBytes = 96
const coseSign1 = 18

/** Reads the bytes of a document. */
export function read(bytes: Uint8Array): Document {
  const decoded = Cbor.decode(bytes)
  const parts = isTagged(decoded) && decoded.tag === coseSign1 ? decoded.value : decoded
  if (!Array.isArray(parts) || parts.length !== 4) throw new UnreadableError('it is not a COSE_Sign1')
  const [header, unprotected, payload, signature] = parts as readonly Cbor.Cbor[]
  const protectedHeader = bytesOf(header, 'the protected header')
  const headers = mapOf(Cbor.decode(protectedHeader), 'the protected header')
  if (headers.size !== 1 || headers.get(algorithmKey) !== es384)
    throw new UnreadableError('its algorithm is not ES384')
  if (mapOf(unprotected, 'the unprotected header').size !== 0)
    throw new UnreadableError('it has an unprotected header')
  const content = bytesOf(payload, 'the payload')
  return {
    ...readPayload(content),
    signed: toBeSigned(protectedHeader, content),
    signature: sized(bytesOf(signature, 'the signature'), signatureBytes),
  }
}

function readPayload(content: Uint8Array): Omit<Document, 'signed' | 'signature'> {
  const payload = mapOf(Cbor.decode(content), 'the payload')
  if (payload.get('digest') !== 'SHA384') throw new UnreadableError('its digest is not SHA384')
  const timestamp = payload.get('timestamp')
  if (typeof timestamp !== 'number' || timestamp <= 0) throw new UnreadableError('it has no timestamp')
  const userData = payload.get('user_data') ?? null
  return {
    timestamp,
    pcrs: readRegisters(payload.get('pcrs')),
    certificate: bytesOf(payload.get('certificate'), 'certificate'),
    cabundle: readBundle(payload.get('cabundle')),
    userData: userData === null ? null : bytesOf(userData, 'user_data'),
  }
}

function readRegisters(value: Cbor.Cbor | undefined): ReadonlyMap<number, Uint8Array> {
  const registers = new Map<number, Uint8Array>()
  for (const [index, measured] of mapOf(value, 'pcrs')) {
    if (typeof index !== 'number') throw new UnreadableError('a register has no number')
    registers.set(index, bytesOf(measured, `PCR${index}`))
  }
  return registers
}

const longestChain = 16

function readBundle(value: Cbor.Cbor | undefined): readonly Uint8Array[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > longestChain)
    throw new UnreadableError('it has no chain of certificates')
  return value.map((one) => bytesOf(one, 'cabundle'))
}

/** `Sig_structure` of RFC 9052: what a COSE_Sign1 without outer data is signed over. */
export function toBeSigned(protectedHeader: Uint8Array, payload: Uint8Array): Uint8Array {
  const context = new TextEncoder().encode('Signature1')
  return Buffer.concat([
    Uint8Array.of(0x84, 0x60 + context.length),
    context,
    ...byteString(protectedHeader),
    Uint8Array.of(0x40),
    ...byteString(payload),
  ])
}

function byteString(bytes: Uint8Array): Uint8Array[] {
  const { length } = bytes
  if (length < 24) return [Uint8Array.of(0x40 + length), bytes]
  if (length < 256) return [Uint8Array.of(0x58, length), bytes]
  if (length < 65_536) return [Uint8Array.of(0x59, length >> 8, length & 255), bytes]
  return [Uint8Array.of(0x5a, length >>> 24, (length >> 16) & 255, (length >> 8) & 255, length & 255), bytes]
}

const isTagged = (value: Cbor.Cbor): value is Cbor.Tagged =>
  typeof value === 'object' && value !== null && 'tag' in value

function bytesOf(value: Cbor.Cbor | undefined, what: string): Uint8Array {
  if (value instanceof Uint8Array) return value
  throw new UnreadableError(`${what} is not a byte string`)
}

function mapOf(value: Cbor.Cbor | undefined, what: string): Cbor.CborMap {
  if (value instanceof Map) return value
  throw new UnreadableError(`${what} is not a map`)
}

function sized(bytes: Uint8Array, size: number): Uint8Array {
  if (bytes.length === size) return bytes
  throw new UnreadableError(`its signature is ${bytes.length} bytes, not ${size}`)
}

/** Thrown for bytes that are not an attestation document. */
export class UnreadableError extends BaseError {
  override readonly name = 'Document.UnreadableError'
  constructor(why: string) {
    super(`The attestation document cannot be read: ${why}.`)
  }
}
