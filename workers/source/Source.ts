import { BaseError, type Hash, Instant } from '../../protocol/index.ts'

/**
 * Where a value comes from. A source only knows how to ask and how to read: requests travel by a transport, so that the same
 * source works live, recorded and replayed, and so that anyone can read a kept reply again.
 */
export type Source = {
  /** The word before the first colon of a rule's source. */
  readonly provider: string
  /** What to ask for this requirement; throws `UnsupportedRequirementError` when the provider does not have it. */
  plan(requirement: Requirement): Request
  /**
   * The sample a reply holds: the first one at or after the window's start and not after its end, or the extreme within the
   * window for `_high` and `_low` metrics. Null when the provider answered and has none. Pure: same body, same sample. Throws
   * `UnreadableReplyError` when the body is not what the provider's API gives.
   */
  read(body: string, requirement: Requirement): Sample | null
  /**
   * Unix seconds from which a reply with this sample, or with none, is final: a candle that has not closed yet still moves, and a
   * high can still be surpassed. `finality.ts` has the usual answer.
   */
  finalFrom?(sample: Sample | null, requirement: Requirement): number
}

/** One metric of one asset, in one window. */
export type Requirement = {
  readonly requirementId: string
  readonly provider: string
  readonly asset: string
  readonly metric: string
  /** keccak256 of the lower-case `provider:asset:metric`. */
  readonly sourceId: Hash.Hash
  /** Unix seconds, both ends included. */
  readonly window: { readonly from: number; readonly to: number }
}

export type Sample = {
  /** Unix seconds. */
  readonly observedAt: number
  /** A decimal as text: no exponent, at most 18 decimals. */
  readonly value: string
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

/**
 * What went wrong, by what it means for a verdict. A provider that answered and has no sample is no error: that is silence, and
 * evidence of it can be kept. All of these are doubt.
 * - `unreachable`: the provider could not be asked, or answered with an error.
 * - `unreadable`: it answered something its API does not say.
 * - `unsupported`: it does not have what is asked, or is not configured.
 * - `early`: the time asked for is not over, so the answer could still change.
 */
export type Trouble = 'unreachable' | 'unreadable' | 'unsupported' | 'early'

export abstract class SourceError extends BaseError {
  abstract readonly trouble: Trouble
  /** Whether asking again later can help. */
  abstract readonly isRetryable: boolean
}

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

export class UnreadableReplyError extends SourceError {
  override readonly name = 'Source.UnreadableReplyError'
  readonly trouble = 'unreadable'
  readonly isRetryable = false
  constructor(provider: string, why: string, options: { cause?: unknown } = {}) {
    super(`The reply of ${provider} cannot be read: ${why}`, options)
  }
}

export class UnsupportedRequirementError extends SourceError {
  override readonly name = 'Source.UnsupportedRequirementError'
  readonly trouble = 'unsupported'
  readonly isRetryable = false
  constructor(provider: string, why: string) {
    super(`${provider} cannot be asked for this: ${why}`, { docsPath: 'docs/sources.md' })
  }
}

export class NotYetError extends SourceError {
  override readonly name = 'Source.NotYetError'
  readonly trouble = 'early'
  readonly isRetryable = true
  /** Unix seconds from which the answer can no longer change. */
  readonly finalFrom: number
  constructor(provider: string, finalFrom: number) {
    super(`What ${provider} says now can still change.`, {
      metaMessages: [`Ask again at or after ${Instant.format(finalFrom)}.`],
    })
    this.finalFrom = finalFrom
  }
}
