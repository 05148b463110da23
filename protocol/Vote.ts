import { BaseError } from './Errors.ts'
import * as Fields from './Fields.ts'

/** What a worker said, or why nothing of it counts. One byte in the report: vote | reason << 2. */

/** The outcomes that a vote and a market can have. */
export const outcomes = ['YES', 'NO', 'INVALID'] as const
/** One outcome. */
export type Outcome = (typeof outcomes)[number]

/** An outcome that answers the question. */
export type YesOrNo = Exclude<Outcome, 'INVALID'>

/** The code of a vote, and of a market's outcome: 0 none, 1 Yes, 2 No, 3 Invalid. */
export type Code = 0 | 1 | 2 | 3

/**
 * The code of an outcome; 0 for none.
 *
 * @example
 * Vote.code('INVALID') // 3
 */
export const code = (outcome: Outcome | null): Code =>
  outcome === null ? 0 : ((outcomes.indexOf(outcome) + 1) as Code)

/**
 * The outcome of a code; null for 0.
 *
 * @example
 * Vote.fromCode(1) // 'YES'
 * Vote.fromCode(4) // throws Vote.UnknownCodeError
 */
export function fromCode(value: number): Outcome | null {
  if (value === 0) return null
  const outcome = outcomes[value - 1]
  if (outcome === undefined) throw new UnknownCodeError('vote', value)
  return outcome
}

/** Why a worker's vote is not counted. Below 32 it is the worker's fault; from 32 on it is not, but its absence may still cost. */
export const reasons = {
  silent: 1,
  late: 2,
  malformed: 3,
  oversized: 4,
  unsigned: 5,
  'bad-signature': 6,
  'wrong-market-or-round': 7,
  'http-error': 8,
  'false-check': 9,
  contradicted: 10,
  'no-check': 11,
  'omitted-unprobed': 32,
  'gateway-altered': 33,
  'no-endpoint': 34,
  uncounted: 35,
  'doubt-refuted': 36,
  'not-ready': 37,
  plain: 38,
  struck: 63,
} as const

/** One reason why a vote is not counted. */
export type Reason = keyof typeof reasons

const reasonsByCode = new Map<number, Reason>(
  Fields.pairs(reasons).map(([reason, value]) => [value, reason as Reason]),
)

/**
 * Whether only the contract itself gives this reason, so that no report may.
 *
 * @example
 * Vote.isReserved('struck') // true
 * Vote.isReserved('silent') // false
 */
export const isReserved = (reason: Reason): boolean => reason === 'struck' || reason === 'uncounted'

/**
 * Whether a reason is the worker's own fault: silence, in one form or another.
 *
 * @example
 * Vote.isFault('silent') // true
 * Vote.isFault('no-endpoint') // false
 */
export const isFault = (reason: Reason): boolean => reasons[reason] < 32

/**
 * Whether a worker with this reason was merely absent: not at fault, yet nothing that counts came of it.
 *
 * @example
 * Vote.isAbsence('no-endpoint') // true
 * Vote.isAbsence('not-ready') // false
 */
export const isAbsence = (reason: Reason): boolean => absences.has(reason)

const absences: ReadonlySet<Reason> = new Set([
  'omitted-unprobed',
  'gateway-altered',
  'no-endpoint',
  'doubt-refuted',
  'plain',
])

/** A counted vote, or none with its reason. */
export type Vote =
  | { readonly outcome: Outcome; readonly reason: null }
  | { readonly outcome: null; readonly reason: Reason }

/** A vote that counts. */
export const cast = (outcome: Outcome): Vote => ({ outcome, reason: null })
/** A vote that does not count, with its reason. */
export const none = (reason: Reason): Vote => ({ outcome: null, reason })

/**
 * The byte of the report's record.
 *
 * @example
 * Vote.toByte(Vote.cast('NO')) // 2
 * Vote.toByte(Vote.none('late')) // 8
 */
export const toByte = (vote: Vote): number =>
  vote.outcome === null ? reasons[vote.reason] << 2 : code(vote.outcome)

/**
 * Reads the byte of a report's record.
 *
 * @example
 * Vote.fromByte(8) // { outcome: null, reason: 'late' }
 * Vote.fromByte(9) // throws Vote.UnknownCodeError
 */
export function fromByte(byte: number): Vote {
  const outcome = fromCode(byte & 3)
  const reasonCode = byte >> 2
  if (outcome !== null) {
    // A vote that counts has no reason not to; the two together would be a second spelling.
    if (reasonCode !== 0) throw new UnknownCodeError('vote with a reason', byte)
    return cast(outcome)
  }
  const reason = reasonsByCode.get(reasonCode)
  if (reason === undefined) throw new UnknownCodeError('reason', reasonCode)
  return none(reason)
}

/** Thrown for a code that stands for nothing. */
export class UnknownCodeError extends BaseError {
  override readonly name = 'Vote.UnknownCodeError'
  constructor(what: string, value: number) {
    super(`${value} is no code of a ${what}.`)
  }
}
