import { BaseError } from '../protocol/index.ts'

/** The same call may well succeed later: the remedy is to try again, not to change anything. */
export class RetryableError extends BaseError {
  readonly retryable = true
}
