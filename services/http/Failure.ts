import { BaseError } from '../../protocol/index.ts'

/** Why a request was not answered: the reason is for programs and never changes, the sentence is for people. */
export const statuses = {
  'not-json': 400,
  'not-utf8': 400,
  'too-deep': 400,
  'schema-mismatch': 400,
  'bad-http': 400,
  'cut-short': 400,
  unauthorized: 401,
  'not-found': 404,
  'unknown-proof': 404,
  'wrong-method': 405,
  'too-slow': 408,
  'does-not-rebuild': 409,
  'too-large': 413,
  'wrong-content-type': 415,
  'headers-too-large': 431,
  'rate-limited': 429,
  internal: 500,
  overloaded: 503,
  'not-ready-yet': 503,
  'chain-unavailable': 503,
  'store-unavailable': 503,
} as const
export type Reason = keyof typeof statuses
export type Status = (typeof statuses)[Reason]

export const reasons = Object.keys(statuses) as readonly Reason[]

/** What the wire carries. */
export type Body = {
  readonly error: { readonly reason: Reason; readonly message: string; readonly request_id: string }
}

export const toBody = (reason: Reason, message: string, requestId: string): Body => ({
  error: { reason, message, request_id: requestId },
})

/** A request that is refused. Its message is shown to the caller, so it repeats nothing secret and no stack. */
export class RefusedError extends BaseError {
  override readonly name = 'Http.RefusedError'
  readonly reason: Reason
  readonly retryAfter: number | undefined
  readonly headers: Readonly<Record<string, string>>
  constructor(
    reason: Reason,
    message: string,
    options: { retryAfter?: number; headers?: Readonly<Record<string, string>>; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.reason = reason
    this.retryAfter = options.retryAfter
    this.headers = options.headers ?? {}
  }
}
