import * as Docket from './Docket.ts'
import type * as Observation from './Observation.ts'
import type * as Round from './Round.ts'
import * as Score from './Score.ts'
import * as Tally from './Tally.ts'
import type * as Vote from './Vote.ts'

/**
 * Whether a round is reported now, or left for a later attempt: because its rule cannot be decided yet, or because a gateway's
 * gaps could still change it.
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

/** What the decision depends on of the round that is asked. */
export type Asked = Pick<Round.Round, 'workers' | 'deadline'> & {
  /** `Round.docketRule`: null on manual rules. */
  readonly rule: Docket.Rule | null
}

/** Reasons that say nothing of the worker: it could still be asked. */
const unasked: ReadonlySet<Vote.Reason> = new Set(['omitted-unprobed', 'gateway-altered'])

/** Workers who were left out and not asked directly. */
export const omitted = (entries: readonly Observation.Entry[]): number[] =>
  entries.flatMap(({ vote }, i) => (vote.reason !== null && unasked.has(vote.reason) ? [i] : []))

/**
 * Whether a rule cannot be decided yet, so that not yet must not be taken for Invalid.
 *
 * @example
 * const rule = { sourceId: Bytes.zero32, op: 1, target: 75_000n, from: 100, to: 200, readyAt: 200, maxTier: 3 }
 * Decision.isEarly(rule, 199) // true
 * Decision.isEarly(rule, 200) // false
 * Decision.isEarly(null, 0) // false
 */
export const isEarly = (rule: Docket.Rule | null, now: number): boolean => now < readyAtOf(rule)

const readyAtOf = (rule: Docket.Rule | null): number => rule?.readyAt ?? 0

/**
 * Decides on a round: report it, wait until it is ready or for workers who could change it, or give it up because its time is
 * over.
 *
 * @example
 * const workers = [{ agentId: 7, signer: Address.of('0x70997970c51812dc3a010c7d01b50e0d17dc79c8'), factorBps: 2_500 }]
 * const asked = { workers, deadline: 0, rule: null }
 * const entries = [Round.unanswered(Vote.none('omitted-unprobed'))]
 * const tally = Tally.count([{ vote: entries[0].vote, weight: 0n }])
 * const clock = { now: 100, requestedAt: 0, quorumGrace: 600, resolutionTimeout: 3_600 }
 * Decision.make(asked, entries, tally, clock).kind // 'wait'
 * Decision.make(asked, entries, tally, { ...clock, now: 600 }).kind // 'report'
 * Decision.make(asked, entries, tally, { ...clock, now: 3_600 }).kind // 'over'
 */
export function make(
  asked: Asked,
  entries: readonly Observation.Entry[],
  tally: Tally.Tally,
  clock: Clock,
  options: Tally.Options = {},
): Decision {
  const { now, requestedAt, quorumGrace, resolutionTimeout } = clock
  if (now >= requestedAt + resolutionTimeout)
    return { kind: 'over', why: 'the time for a report is over; anyone may expire the market' }
  if (isHeldBack(asked, tally.outcome, now))
    return { kind: 'wait', why: `the rule cannot be decided before ${readyAtOf(asked.rule)}` }
  // Later attempts probe others, and answers may still come in; once the grace is over, what is there decides.
  if (now >= Math.max(requestedAt, readyAtOf(asked.rule)) + quorumGrace) return { kind: 'report' }
  const left = omitted(entries)
  const weight = left.reduce((sum, i) => sum + mostOf(asked.workers[i]!), 0n)
  if (Tally.couldChange(tally, weight, left.length, options))
    return { kind: 'wait', why: `${left.length} workers who were left out could change the outcome` }
  if (tally.outcome === null)
    return { kind: 'wait', why: `${tally.voted} of ${tally.quorum} votes that a quorum needs` }
  return { kind: 'report' }
}

/**
 * The contract's own test: before a rule is ready only a Yes or No counts, and of a high or low not even that. Workers sign
 * nothing that it holds back.
 *
 * @example
 * const rule = { sourceId: Bytes.zero32, op: 1, target: 75_000n, from: 100, to: 200, readyAt: 200, maxTier: 3 }
 * Decision.isHeldBack({ rule, deadline: 100 }, 'INVALID', 199) // true
 * Decision.isHeldBack({ rule, deadline: 100 }, 'YES', 199) // false
 * Decision.isHeldBack({ rule, deadline: 101 }, 'YES', 199) // true
 * Decision.isHeldBack({ rule, deadline: 101 }, 'INVALID', 200) // false
 */
export function isHeldBack(
  { rule, deadline }: Pick<Asked, 'rule' | 'deadline'>,
  outcome: Vote.Outcome | null,
  now: number,
): boolean {
  if (rule === null || !isEarly(rule, now)) return false
  return Docket.isOfMany(rule, deadline) || outcome === null || outcome === 'INVALID'
}

/** The most that a worker's vote can weigh; one that was struck before weighs nothing. */
const mostOf = ({ factorBps }: Round.Worker): bigint => (factorBps === 0 ? 0n : BigInt(Score.maxWeight))
