import type { Hash } from '../../protocol/index.ts'
import { type Query, SourceError, type Source as SourceOf } from '../../protocol/source/index.ts'
import type { Reply, Request } from '../../services/fetch/Transport.ts'

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
