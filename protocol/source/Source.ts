import { BaseError } from '../Errors.ts'
import * as Instant from '../Instant.ts'

/**
 * Where a value comes from. A source only knows how to ask and how to read, so that workers and the DON ask and read alike, and
 * anyone can read a kept reply again. How the request travels is up to whoever asks.
 */
export type Source<query extends Query = Query, request = Request> = {
  /** The word before the first colon of a rule's source. */
  readonly provider: string
  /** What to ask for this query; throws `UnsupportedRequirementError` when the provider does not have it. */
  plan(query: query): request
  /**
   * The sample a reply holds: the first one at or after the window's start and not after its end, or the extreme within the
   * window for `_high` and `_low` metrics. Null when the provider answered and has none. Pure: same body, same sample. Throws
   * `UnreadableReplyError` when the body is not what the provider's API gives.
   */
  read(body: string, query: query): Sample | null
  /**
   * Unix seconds from which a reply with this sample, or with none, is final: a candle that has not closed yet still moves, and a
   * high can still be surpassed. `finality.ts` has the usual answer.
   */
  finalFrom?(sample: Sample | null, query: query): number
}

/** One metric of one asset, in one window. */
export type Query = {
  readonly asset: string
  readonly metric: string
  /** Unix seconds, both ends included. */
  readonly window: { readonly from: number; readonly to: number }
}

/** A value, and when it was true. */
export type Sample = {
  /** Unix seconds. */
  readonly observedAt: number
  /** A decimal as text: no exponent, at most 18 decimals. */
  readonly value: string
}

/** What to send to a provider. */
export type Request = { readonly method: 'GET'; readonly url: string }

/**
 * What went wrong, by what it means for a verdict. A provider that answered and has no sample is no error: that is silence, and
 * evidence of it can be kept. All of these are doubt.
 * - `unreachable`: the provider could not be asked, or answered with an error.
 * - `unreadable`: it answered something its API does not say.
 * - `unsupported`: it does not have what is asked, or is not configured.
 * - `early`: the time asked for is not over, so the answer could still change.
 */
export type Trouble = 'unreachable' | 'unreadable' | 'unsupported' | 'early'

/** What every error of a source carries: the kind of trouble, and whether asking again can help. */
export abstract class SourceError extends BaseError {
  abstract readonly trouble: Trouble
  /** Whether asking again later can help. */
  abstract readonly isRetryable: boolean
}

/** Thrown for a reply that the provider's API does not describe. */
export class UnreadableReplyError extends SourceError {
  override readonly name = 'Source.UnreadableReplyError'
  readonly trouble = 'unreadable'
  readonly isRetryable = false
  constructor(provider: string, why: string, options: { cause?: unknown } = {}) {
    super(`The reply of ${provider} cannot be read: ${why}`, options)
  }
}

/** Thrown for a query that the provider cannot answer. */
export class UnsupportedRequirementError extends SourceError {
  override readonly name = 'Source.UnsupportedRequirementError'
  readonly trouble = 'unsupported'
  readonly isRetryable = false
  constructor(provider: string, why: string) {
    super(`${provider} cannot be asked for this: ${why}`, { docsPath: 'docs/sources.md' })
  }
}

/** Thrown for a reply that could still change. */
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
