import type { z } from 'zod'
import { Wire } from '../../protocol/index.ts'

/** What a worker is asked and what it answers, under the names of the agent protocol. */

/** The schema of a request to `POST /a2a/resolve`. */
export const agentResolveRequest = Wire.resolveRequest

/** A question to be resolved. `deadline` and `context` may be missing. */
export type AgentResolveRequest = z.infer<typeof agentResolveRequest>

/**
 * The schema of an answer to `POST /a2a/resolve`.
 *
 * @example
 * import { agentResolveResponse } from '@cresolver/worker'
 *
 * const response = { determination: true, confidence: 0.82, evidence: 'It rained.', sources: ['https://example.com'] }
 * agentResolveResponse.safeParse(response).success // true
 * agentResolveResponse.safeParse({ ...response, confidence: 82 }).success // false
 */
export const agentResolveResponse = Wire.resolveReply

/**
 * An answer. `determination`, `confidence`, `evidence` and `sources` are needed. `outcome` says INVALID where neither YES nor
 * NO is right, `rule_check` shows the sample where a number decides, `por` names a proof. The worker adds `attestation`.
 */
export type AgentResolveResponse = z.infer<typeof agentResolveResponse>

/** The schema of a request to `POST /a2a/challenge`. */
export const agentChallengeRequest = Wire.challengeRequest

/** Challenges to an answer. All fields but `challenges` may be missing. */
export type AgentChallengeRequest = z.infer<typeof agentChallengeRequest>

/**
 * The schema of an answer to `POST /a2a/challenge`.
 *
 * @example
 * import { agentChallengeResponse } from '@cresolver/worker'
 *
 * agentChallengeResponse.safeParse({ responses: ['Because it rained.'] }).success // true
 */
export const agentChallengeResponse = Wire.challengeReply

/** A defence: one response for each challenge, in their order. The worker adds `attestation`. */
export type AgentChallengeResponse = z.infer<typeof agentChallengeResponse>

/**
 * The honest answer of a worker that cannot decide: INVALID, with the reason as evidence. It costs nothing, while a wrong
 * guess costs half the stake.
 *
 * @example
 * import { undecided } from '@cresolver/worker'
 *
 * undecided('No source has the figure yet.').outcome // 'INVALID'
 */
export const undecided = (reason: string, sources: readonly string[] = []): AgentResolveResponse => ({
  determination: false,
  outcome: 'INVALID',
  confidence: 0,
  evidence: reason,
  sources: [...sources],
})
