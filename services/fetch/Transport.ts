import type { BaseError } from '../../protocol/index.ts'
import { SourceError } from '../../protocol/source/index.ts'

export type Request = {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export type Reply = {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** The text exactly as it came: it is what the receipt's hash is of. */
  readonly body: string
  /** Unix seconds; a replayed reply keeps the time of its recording. */
  readonly retrievedAt: number
  readonly method: 'GET' | 'POST' | 'REPLAY'
}

/** Carries one request. Throws a `TransportError`; a reply with an error status is a reply. */
export type Transport = (request: Request, options?: { readonly signal?: AbortSignal }) => Promise<Reply>

/** Why a request did not come back with a reply. */
export type TransportCode =
  | 'aborted'
  | 'connection'
  | 'forbidden'
  | 'not-recorded'
  | 'not-text'
  | 'secret'
  | 'timeout'
  | 'too-large'

const passing: readonly TransportCode[] = ['aborted', 'connection', 'timeout']

export class TransportError extends SourceError {
  override readonly name = 'Source.TransportError'
  readonly trouble = 'unreachable'
  readonly isRetryable: boolean
  readonly code: TransportCode
  constructor(code: TransportCode, message: string, options: BaseError.Options = {}) {
    super(message, options)
    this.code = code
    this.isRetryable = passing.includes(code)
  }
}
