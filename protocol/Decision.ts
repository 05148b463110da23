import type * as Observation from './Observation.ts'
import type * as Round from './Round.ts'
import * as Tally from './Tally.ts'
import type * as Vote from './Vote.ts'

/**
 * Whether a round is reported now, or left for a later attempt because a gateway's gaps could still change
 * it.
 */
export type Decision =
  | { readonly kind: 'report' }
  | { readonly kind: 'wait'; readonly why: string }
  | { readonly kind: 'over'; readonly why: string }

/** The times that the decision depends on, in seconds of the chain's own clock. */
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

/**
 * Decides on a round: report it, wait for workers who could change it, or give it up because its time is
 * over.
 *
 * @example
 * const round = { workers: [{ agentId: 7, signer: Address.of('0x70997970c51812dc3a010c7d01b50e0d17dc79c8'), factorBps: 2_500 }] }
 * const entries = [Round.unanswered(Vote.none('omitted-unprobed'))]
 * const tally = Tally.count([{ vote: entries[0].vote, weight: 0n }])
 * const clock = { now: 100, requestedAt: 0, quorumGrace: 600, resolutionTimeout: 3_600 }
 * Decision.make(round, entries, tally, clock).kind // 'wait'
 * Decision.make(round, entries, tally, { ...clock, now: 600 }).kind // 'report'
 * Decision.make(round, entries, tally, { ...clock, now: 3_600 }).kind // 'over'
 */
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
