import type { BaseError, Hash } from '../../protocol/index.ts'
import { type Query, SourceError, type Source as SourceOf } from '../../protocol/source/index.ts'

export {
  NotYetError,
  type Sample,
  SourceError,
  type Trouble,
  UnreadableReplyError,
  UnsupportedRequirementError,
} from '../../protocol/source/index.ts'

/**
 * A source as workers ask it. Requests travel by a transport, so that the same source works live, recorded and replayed.
 */
export type Source = SourceOf<Requirement, Request>

/** One metric of one asset, in one window. */
export type Requirement = Query & {
  readonly requirementId: string
  readonly provider: string
  /** keccak256 of the lower-case `provider:asset:metric`. */
  readonly sourceId: Hash.Hash
}

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

export class StatusError extends SourceError {
  override readonly name = 'Source.StatusError'
  readonly trouble = 'unreachable'
  readonly isRetryable: boolean
  readonly status: number
  constructor(provider: string, reply: Reply) {
    const isRetryable = reply.status === 429 || reply.status >= 500
    const remedy = isRetryable
      ? 'It is busy or broken: ask again later.'
      : 'Look at the asset and the metric of the rule, and whether the provider wants a key.'
    super(`${provider} answered with status ${reply.status}.`, { metaMessages: [remedy] })
    this.status = reply.status
    this.isRetryable = isRetryable
  }
}
