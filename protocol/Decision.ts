import type * as Observation from './Observation.ts'
import type * as Round from './Round.ts'
import * as Tally from './Tally.ts'
import type * as Vote from './Vote.ts'

/** Whether a round is reported now, or left for a later attempt: nobody is hurried out of a market by a gateway's gaps. */
export type Decision =
  | { readonly kind: 'report' }
  | { readonly kind: 'wait'; readonly why: string }
  | { readonly kind: 'over'; readonly why: string }

/** All in seconds of the chain's own clock. */
export type Clock = {
  readonly now: number
  readonly requestedAt: number
  readonly quorumGrace: number
  readonly resolutionTimeout: number
}

/** Reasons that say nothing of the worker: it could still be asked. */
const unasked: ReadonlySet<Vote.Reason> = new Set(['omitted-unprobed', 'gateway-altered'])

/** Workers who were left out and not asked directly. */
export const omitted = (entries: readonly Observation.Entry[]): number[] =>
  entries.flatMap(({ vote }, i) => (vote.reason !== null && unasked.has(vote.reason) ? [i] : []))

export function make(
  round: Pick<Round.Round, 'workers'>,
  entries: readonly Observation.Entry[],
  tally: Tally.Tally,
  clock: Clock,
  options: Tally.Options = {},
): Decision {
  const { now, requestedAt, quorumGrace, resolutionTimeout } = clock
  if (now >= requestedAt + resolutionTimeout)
    return { kind: 'over', why: 'the time for a report is over; anyone may expire the market' }
  // Later attempts probe others, and answers may still come in; once the grace is over, what is there decides.
  if (now >= requestedAt + quorumGrace) return { kind: 'report' }
  const left = omitted(entries)
  // At a full score a worker's weight is its factor.
  const weight = left.reduce((sum, i) => sum + BigInt(round.workers[i]!.factorBps), 0n)
  if (Tally.couldChange(tally, weight, left.length, options))
    return { kind: 'wait', why: `${left.length} workers who were left out could change the outcome` }
  if (tally.outcome === null)
    return { kind: 'wait', why: `${tally.voted} of ${tally.quorum} votes that a quorum needs` }
  return { kind: 'report' }
}
