import type { Address } from './Brand.ts'
import * as Bytes from './Bytes.ts'
import * as Docket from './Docket.ts'
import { BaseError } from './Errors.ts'
import type * as Hash from './Hash.ts'
import * as Vote from './Vote.ts'

/** One round's result as the DON signs it and the contract reads it: packed, big endian, one spelling. */
export type Report = {
  /** The chain and the contract it is for: any other one refuses it. */
  readonly chainId: number
  readonly market: Address
  readonly marketId: bigint
  readonly round: number
  /** Unix seconds after which the contract refuses it. */
  readonly expiresAt: number
  readonly roundRoot: Hash.Root
  /** Leaves of the transcript under `roundRoot`. */
  readonly leafCount: number
  /** null: no quorum. */
  readonly outcome: Vote.Outcome | null
  /** One per worker asked, in seat order. */
  readonly records: readonly Record[]
  /** On auto rules; null on manual ones. */
  readonly docket: Docket.Docket | null
}

/** What is reported of one worker: its vote and its three scores. */
export type Record = {
  readonly vote: Vote.Vote
  readonly resQuality: number
  readonly srcQuality: number
  readonly analysisDepth: number
}

/** The version byte of a report. */
export const version = 2
/** The bytes in front of the records. */
export const headerSize = 112
/** The bytes of one record. */
export const recordSize = 4

/** A CRE report may have 5,000 bytes, of which the forwarder's header takes 109. */
export const maxSize = 4_891

/** How long the report of `n` workers is. */
export const size = (n: number, hasDocket: boolean): number =>
  headerSize + n * recordSize + (hasDocket ? Docket.ruleSize + n * Docket.checkSize : 0)

/**
 * Packs a report into the bytes that the DON signs.
 *
 * @example
 * const report = {
 *   chainId: 31337,
 *   market: Address.of('0x5fbdb2315678afecb367f032d93f642f64180aa3'),
 *   marketId: 7n,
 *   round: 1,
 *   expiresAt: 1771635540,
 *   roundRoot: Hash.asRoot(Hash.ofText('the transcript')),
 *   leafCount: 7,
 *   outcome: 'YES',
 *   records: [{ vote: Vote.cast('YES'), resQuality: 70, srcQuality: 60, analysisDepth: 50 }],
 *   docket: null,
 * }
 * const bytes = Report.encode(report)
 * bytes.length === Report.size(1, false) // true
 * Report.decode(bytes) // report
 */
export function encode(report: Report): Uint8Array {
  const { records, docket } = report
  if (docket !== null && docket.checks.length !== records.length) {
    throw new LengthMismatchError(records.length, docket.checks.length)
  }
  const bytes = Bytes.concat(
    Bytes.uint(version, 1),
    Bytes.uint(report.chainId, 8),
    addressOf(report.market),
    Bytes.uint(report.marketId, 32),
    Bytes.uint(report.round, 4),
    Bytes.uint(report.expiresAt, 8),
    Bytes.bytes32(report.roundRoot),
    Bytes.uint(report.leafCount, 4),
    Bytes.uint(Vote.code(report.outcome), 1),
    Bytes.uint(records.length, 2),
    ...records.map(packRecord),
    docket === null ? new Uint8Array(0) : Docket.pack(docket),
  )
  if (bytes.length > maxSize) throw new TooLargeError(bytes.length)
  return bytes
}

function addressOf(address: Address): Uint8Array {
  const bytes = Bytes.fromHex(address)
  if (bytes.length !== addressSize) throw new Bytes.WrongLengthError(addressSize, bytes.length)
  return bytes
}

const addressSize = 20

function packRecord(record: Record): Uint8Array {
  return Uint8Array.of(
    Vote.toByte(reportable(record.vote)),
    score(record.resQuality),
    score(record.srcQuality),
    score(record.analysisDepth),
  )
}

function reportable(vote: Vote.Vote): Vote.Vote {
  if (vote.reason !== null && Vote.isReserved(vote.reason)) throw new ReservedReasonError(vote.reason)
  return vote
}

function score(value: number): number {
  if (!Number.isInteger(value) || value < 0 || value > 100) throw new ScoreOutOfRangeError(value)
  return value
}

/**
 * Reads a report; bytes that are not its one spelling are an error.
 *
 * @example
 * Report.decode(new Uint8Array(112)) // throws Report.UnknownVersionError
 */
export function decode(bytes: Uint8Array): Report {
  if (bytes.length > maxSize) throw new TooLargeError(bytes.length)
  const reader = new Bytes.Reader(bytes)
  const actual = reader.number(1)
  if (actual === 1) throw new FirstEditionError()
  if (actual !== version) throw new UnknownVersionError(actual)
  const head = {
    chainId: safe(reader.uint(8)),
    market: Bytes.toHex(reader.take(addressSize)) as Address,
    marketId: reader.uint(32),
    round: reader.number(4),
    expiresAt: safe(reader.uint(8)),
    roundRoot: reader.bytes32() as Hash.Root,
    leafCount: reader.number(4),
    outcome: Vote.fromCode(reader.number(1)),
  }
  const n = reader.number(2)
  const records = Array.from({ length: n }, () => readRecord(reader))
  const docket = reader.remaining === 0 ? null : readDocket(reader, n)
  reader.end()
  return { ...head, records, docket }
}

const readRecord = (reader: Bytes.Reader): Record => ({
  vote: reportable(Vote.fromByte(reader.number(1))),
  resQuality: score(reader.number(1)),
  srcQuality: score(reader.number(1)),
  analysisDepth: score(reader.number(1)),
})

const readDocket = (reader: Bytes.Reader, n: number): Docket.Docket => ({
  rule: Docket.readRule(reader),
  checks: Array.from({ length: n }, () => Docket.readCheck(reader)),
})

function safe(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new Bytes.OutOfRangeError(value, 'a safe integer')
  return Number(value)
}

/** Thrown for a report that is longer than CRE allows. */
export class TooLargeError extends BaseError {
  override readonly name = 'Report.TooLargeError'
  constructor(length: number) {
    super(`A report of ${length} bytes is over the limit of ${maxSize}.`)
  }
}

/** Thrown for a docket that does not have one check per record. */
export class LengthMismatchError extends BaseError {
  override readonly name = 'Report.LengthMismatchError'
  constructor(records: number, checks: number) {
    super(`${records} records but ${checks} checks.`)
  }
}

/** Thrown for a reason that only the contract may give. */
export class ReservedReasonError extends BaseError {
  override readonly name = 'Report.ReservedReasonError'
  constructor(reason: Vote.Reason) {
    super(`Only the contract itself can say that a worker is ${reason}.`)
  }
}

/** Thrown for a score that is not an integer from 0 to 100. */
export class ScoreOutOfRangeError extends BaseError {
  override readonly name = 'Report.ScoreOutOfRangeError'
  constructor(value: number) {
    super(`${value} is not a score: scores are integers from 0 to 100.`)
  }
}

/** Thrown for a report of version 1, which names neither its chain nor its contract. */
export class FirstEditionError extends BaseError {
  override readonly name = 'Report.FirstEditionError'
  constructor() {
    super('This is a report of the first edition (version 1).', {
      metaMessages: [
        `This code reads version ${version}, which names the chain and the contract it is for.`,
        'Read the report with cresolver 0.1, or request the round again from a contract of the second edition.',
      ],
    })
  }
}

/** Thrown for a report of a version that does not exist. */
export class UnknownVersionError extends BaseError {
  override readonly name = 'Report.UnknownVersionError'
  constructor(value: number) {
    super(`Report version ${value} is not known; this code reads version ${version}.`)
  }
}
