import { BaseError, Decision, type Docket, type Question, Round, type Vote } from '../../protocol/index.ts'

/** Before its rule can be decided a worker without a decision says so, and signs nothing: not yet is not Invalid. */

/** The body of that reply, with status 503. */
export const notReadyBody = JSON.stringify({ reason: 'not-ready' })

/** Seconds after which a caller is asked back at the latest. */
const longestRetry = 30

/** What of a question says from when on it can be decided. */
export type Awaited = { readonly rule: Docket.Rule | null; readonly deadline: number }

/** What a question waits for. Its time of creation matters to no instant that is looked at here. */
export function awaitedOf(posed: { readonly parsed: Question.Parsed; readonly deadline: number }): Awaited {
  return { rule: Round.docketRule({ ...posed, createdAt: 0 }), deadline: posed.deadline }
}

/**
 * Throws `NotReadyError` where an answer with this outcome, decided at `now` in Unix seconds, must not be given yet. A high or low
 * waits whatever its outcome is, so `YES` tells whether working on it makes sense.
 */
export function refuseEarly(awaited: Awaited, outcome: Vote.Outcome, now: number): void {
  if (!Decision.isHeldBack(awaited, outcome, now)) return
  const left = Math.ceil((awaited.rule?.readyAt ?? now) - now)
  throw new NotReadyError(Math.min(longestRetry, Math.max(1, left)))
}

/** Thrown where a rule cannot be decided yet. Nothing is at fault: the caller is to ask again. */
export class NotReadyError extends BaseError {
  override readonly name = 'Worker.NotReadyError'
  /** Seconds, at most 30. */
  readonly retryAfter: number
  constructor(retryAfter: number) {
    super('The rule cannot be decided yet.')
    this.retryAfter = retryAfter
  }
}
