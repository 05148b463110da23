import { BaseError } from '../protocol/core.ts'

/** The nodes did not agree. */
export class ConsensusError extends BaseError {
  override readonly name = 'Consensus.ConsensusError'
  readonly why: string
  constructor(why: string) {
    super(`consensus calculation failed: ${why}`)
    this.why = why
  }
}
