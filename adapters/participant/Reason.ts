import { BaseError } from '../../protocol/index.ts'

/** Why a task ended as it did: for programs, and never renamed. What each means is said in docs/participant.md. */
export const failures = [
  'MALFORMED_TASK',
  'UNSUPPORTED_TASK',
  'UNKNOWN_EXTRACTOR',
  'UNKNOWN_SPEC',
  'SPEC_MISMATCH',
  'INVALID_RECIPE',
  'FORBIDDEN_SOURCE',
  'SOURCE_UNREACHABLE',
  'SOURCE_TIMEOUT',
  'SOURCE_TOO_LARGE',
  'SOURCE_NOT_TEXT',
  'SOURCE_STATUS',
  'UNREADABLE_REPLY',
  'NOTHING_FOUND',
  'AMBIGUOUS_VALUE',
  'VALUE_TOO_LONG',
  'RECIPE_TOO_COSTLY',
  'STALE_DATA',
  'FUTURE_TIMESTAMP',
  'ARCHIVE_FULL',
  'ARCHIVE_UNAVAILABLE',
] as const
export type Failure = (typeof failures)[number]

export const findings = [
  'SCOPE_MISMATCH',
  'MISSING_EVIDENCE',
  'MISSING_TIMESTAMP',
  'MALFORMED_SUBJECT',
  'HASH_MISMATCH',
  'SPEC_MISMATCH',
  'STALE_DATA',
  'FUTURE_TIMESTAMP',
  'NOT_REPRODUCED',
  'FORBIDDEN_SOURCE',
  'EVIDENCE_UNAVAILABLE',
  'EVIDENCE_MISMATCH',
  'RECIPE_TOO_COSTLY',
  'SNAPSHOT_MISMATCH',
  'CONSTRAINT_VIOLATED',
  'EXPIRED_INTENT',
  'REPRODUCED',
  'VERIFIED_FROM_ARCHIVE',
] as const
export type CheckCode = (typeof findings)[number]

/** A task that can't be done, and why. */
export class TaskError extends BaseError {
  override readonly name = 'Participant.TaskError'
  readonly reason: Failure
  constructor(reason: Failure, message: string, options: BaseError.Options = {}) {
    super(message, options)
    this.reason = reason
  }
}
