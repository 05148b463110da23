import { keccak256, sha256 as viemSha256 } from 'viem/utils'
import * as Bytes from './Bytes.ts'
import * as Json from './Json.ts'

/** keccak256 everywhere; SHA-256 only to read what others have hashed with it. */
export type Hash = Bytes.Hex

export const ofBytes = (bytes: Uint8Array): Hash => keccak256(bytes)
export const rawOfBytes = (bytes: Uint8Array): Uint8Array => keccak256(bytes, 'bytes')
export const ofText = (text: string): Hash => keccak256(Bytes.fromText(text))

/** The hash of a value's one spelling: keccak256(utf8(canonical(value))). */
export const ofJson = (value: unknown): Hash => ofText(Json.canonical(value))

export const sha256 = (bytes: Uint8Array): Uint8Array => viemSha256(bytes, 'bytes')
