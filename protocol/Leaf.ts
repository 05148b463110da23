import * as Bytes from './Bytes.ts'
import * as Docket from './Docket.ts'
import type * as Hash from './Hash.ts'
import * as Vote from './Vote.ts'

/**
 * Leaves that a contract must decide: a kind byte, then packed fields. All other leaves are canonical JSON, which starts
 * with `{`, so the two can't be mistaken for each other.
 */

/** The first byte of each kind of packed leaf. */
export const kinds = {
  absent: 0x00,
  rule: 0x01,
  check: 0x02,
  receipt: 0x03,
  verdict: 0x04,
  ownCheck: 0x05,
} as const

const kind = (name: keyof typeof kinds): Uint8Array => Uint8Array.of(kinds[name])

/**
 * Whether a contract can read a leaf: it starts with a kind, and is not absent.
 *
 * @example
 * Leaf.isPacked(Leaf.verdict({ marketId: 7n, round: 1, outcome: 'YES', confidenceBps: 9_000 })) // true
 * Leaf.isPacked(Bytes.fromText('{}')) // false
 * Leaf.isPacked(Leaf.absent) // false
 */
export const isPacked = (leaf: Uint8Array): boolean =>
  leaf.length > 1 && leaf[0]! > kinds.absent && leaf[0]! <= kinds.ownCheck

/** The leaf that stands where something is missing. */
export const absent: Uint8Array = kind('absent')

/** The rule of a round's transcript. */
export const rule = (value: Docket.Rule | null): Uint8Array =>
  value === null ? absent : Bytes.concat(kind('rule'), Docket.packRule(value))

/** The market and round that a leaf belongs to. */
export type Position = { readonly marketId: bigint; readonly round: number }

const place = ({ marketId, round }: Position): Uint8Array =>
  Bytes.concat(Bytes.uint(marketId, 32), Bytes.uint(round, 4))

/** A worker's check in a round's transcript. */
export const check = (
  value: Docket.Check | null,
  position: Position & { workerIndex: number },
): Uint8Array =>
  value === null
    ? absent
    : Bytes.concat(
        kind('check'),
        Docket.packCheck(value),
        place(position),
        Bytes.uint(position.workerIndex, 2),
      )

/** What a contract reads of an evidence item. */
export type Receipt = {
  readonly used: boolean
  readonly sourceId: Hash.Hash
  readonly observedAt: number
  readonly tier: number
  readonly responseHash: Hash.Hash
}

/** An evidence item of a proof of reasoning, as far as a contract can judge it. */
export const receipt = (value: Receipt): Uint8Array =>
  Bytes.concat(
    kind('receipt'),
    Bytes.uint(value.used ? 1 : 0, 1),
    Bytes.bytes32(value.sourceId),
    Bytes.uint(value.observedAt, 5),
    Bytes.uint(value.tier, 1),
    Bytes.bytes32(value.responseHash),
  )

/** What a contract reads of a verdict. */
export type Verdict = Position & { readonly outcome: Vote.Outcome; readonly confidenceBps: number }

/** The verdict of a proof of reasoning. */
export const verdict = (value: Verdict): Uint8Array =>
  Bytes.concat(
    kind('verdict'),
    Bytes.uint(Vote.code(value.outcome), 1),
    Bytes.uint(value.confidenceBps, 2),
    place(value),
  )

/** What a contract reads of a proof's own rule check. */
export type OwnCheck = Position & Omit<Docket.Check, 'porRoot'>

/** The rule check of a proof of reasoning: as in the docket, less the root that it is itself under. */
export const ownCheck = (value: OwnCheck | null): Uint8Array =>
  value === null
    ? absent
    : Bytes.concat(
        kind('ownCheck'),
        Bytes.uint(value.observedAt, 5),
        Bytes.int(value.value, 16),
        Bytes.uint(value.tier, 1),
        Bytes.uint(Vote.code(value.result), 1),
        place(value),
      )
