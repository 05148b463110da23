import { sha256 as viemSha256 } from 'viem/utils'
import * as Bytes from './Bytes.ts'
import * as Json from './Json.ts'
import { keccak256 } from './Keccak.ts'

/** keccak256 everywhere; SHA-256 only to read what others have hashed with it. */
export type Hash = Bytes.Hex

export const ofBytes = (bytes: Uint8Array): Hash => Bytes.toHex(keccak256(bytes))
export const rawOfBytes = keccak256
export const ofText = (text: string): Hash => ofBytes(Bytes.fromText(text))

/** The hash of a value's one spelling: keccak256(utf8(canonical(value))). */
export const ofJson = (value: unknown): Hash => ofText(Json.canonical(value))

export const sha256 = (bytes: Uint8Array): Uint8Array => viemSha256(bytes, 'bytes')
