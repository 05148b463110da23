import type { Hash } from '../../protocol/index.ts'

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
