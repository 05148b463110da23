import { createHash } from 'node:crypto'
import { keccak256 } from '../protocol/core.ts'

/** The bytes that nodes sign and the forwarder checks: a header of 109 bytes, then the workflow's payload. */
export type Identity = {
  readonly workflowId: Uint8Array
  /** Ten ASCII characters. */
  readonly workflowName: Uint8Array
  readonly workflowOwner: Uint8Array
}

export type Header = Identity & {
  readonly executionId: Uint8Array
  /** Seconds. */
  readonly timestamp: number
  readonly donId: number
  readonly configVersion: number
  readonly reportId: number
}

export const headerSize = 109

const sha256 = (...parts: readonly (Uint8Array | string)[]): Uint8Array => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return new Uint8Array(hash.digest())
}

const bytes = (buffer: Buffer): Uint8Array => new Uint8Array(buffer)
const concat = (...parts: readonly Uint8Array[]): Uint8Array => bytes(Buffer.concat(parts))

function uint(value: number, size: number): Uint8Array {
  const buffer = Buffer.alloc(size)
  buffer.writeUIntBE(value, 0, size)
  return bytes(buffer)
}

/** A workflow's id: everything that makes it behave as it does, its configuration included. */
export function workflowId(
  owner: Uint8Array,
  name: string,
  binary: Uint8Array,
  config: Uint8Array,
): Uint8Array {
  const id = sha256(owner, name, binary, config)
  id[0] = 0x00
  return id
}

/** A workflow's name as reports carry it: the first ten hex digits of its SHA-256, in ASCII. */
export const encodeName = (name: string): Uint8Array =>
  bytes(Buffer.from(Buffer.from(sha256(name)).toString('hex').slice(0, 10)))

/** An execution's id: the same trigger of the same workflow is the same execution on every node. */
export const executionId = (workflow: Uint8Array, triggerEvent: string): Uint8Array =>
  sha256(Buffer.from(workflow).toString('hex'), triggerEvent)

export const encode = (header: Header, payload: Uint8Array): Uint8Array =>
  concat(
    uint(1, 1),
    header.executionId,
    uint(header.timestamp, 4),
    uint(header.donId, 4),
    uint(header.configVersion, 4),
    header.workflowId,
    header.workflowName,
    header.workflowOwner,
    uint(header.reportId, 2),
    payload,
  )

/** What `encode` wrote, of at least `headerSize` bytes. */
export function decode(rawReport: Uint8Array): Header & { readonly version: number } {
  const view = new DataView(rawReport.buffer, rawReport.byteOffset, rawReport.byteLength)
  return {
    version: view.getUint8(0),
    executionId: rawReport.slice(1, 33),
    timestamp: view.getUint32(33),
    donId: view.getUint32(37),
    configVersion: view.getUint32(41),
    workflowId: rawReport.slice(45, 77),
    workflowName: rawReport.slice(77, 87),
    workflowOwner: rawReport.slice(87, 107),
    reportId: view.getUint16(107),
  }
}

/** configDigest ‖ sequence number ‖ zeros; the forwarder hashes it and reads nothing in it. */
export const context = (configDigest: Uint8Array, sequence: number): Uint8Array =>
  concat(configDigest, new Uint8Array(27), uint(sequence, 4), new Uint8Array(1), new Uint8Array(32))

/** What is signed: raw, without EIP-191. */
export const digest = (rawReport: Uint8Array, reportContext: Uint8Array): Uint8Array =>
  keccak256(concat(keccak256(rawReport), reportContext))

/** Stands for the DON's configuration: who its nodes are, and how many may fail. */
export const configDigest = (signers: readonly string[], f: number): Uint8Array =>
  sha256('cresolver local don', String(f), ...signers)
