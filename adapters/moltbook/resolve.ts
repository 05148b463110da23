import { Address, Instant, type Proof, Question, Rule, type Vote } from '../../protocol/index.ts'
import type { Market, OutcomeEvidence } from './Market.ts'
import type { Resolving, Subject } from './Resolving.ts'

export type Resolution =
  /** Null is no outcome: the market is invalid. */
  | {
      readonly kind: 'resolved'
      readonly outcome: Vote.YesOrNo | null
      readonly value: string | null
      readonly evidence: OutcomeEvidence
      readonly proof: Proof.Proof | null
    }
  | { readonly kind: 'waiting'; readonly why: string }
  /** Somebody has to decide: the resolver that the rule names, if it does. */
  | { readonly kind: 'manual'; readonly resolver: string | null }

/** Sources come back from most troubles within a day; after that, silence is an answer (C35). */
const patience = 86_400

/**
 * Resolves a market whose deadline has passed: the value at the deadline, compared with the target, with a proof of both. What may
 * still change, and what cannot be reached for now, waits for the next cycle.
 */
export async function resolve(resolving: Resolving, market: Market, now: number): Promise<Resolution> {
  const subject = subjectOf(market)
  const { rule } = subject.parsed
  if (!Rule.isAuto(rule)) return { kind: 'manual', resolver: rule.resolver }
  const { to } = Rule.window(rule, subject)
  const isLate = now > to + patience
  const attempt = await resolving.resolve(subject, rule)
  if (attempt.kind === 'failed') {
    if (attempt.isPassing && !isLate) return { kind: 'waiting', why: attempt.why }
    return withoutEvidence(attempt.message)
  }
  if (attempt.failure !== null && !isLate) return { kind: 'waiting', why: attempt.failure }
  return fromProof(attempt.proof)
}

/** Off-chain markets stand on no chain and in no contract: both are zero in their proofs. */
const nowhere = { chain_id: 0, contract: Address.zero }

function subjectOf(market: Market): Subject {
  const { chain_id, contract } = market.onchain ?? nowhere
  return Question.pose({
    chain_id,
    market: contract,
    market_id: market.onchain?.market_id ?? market.id,
    round: 1,
    question: market.question_raw,
    deadline: Instant.parse(market.deadline),
    created: Instant.parse(market.created_at),
  })
}

function fromProof(proof: Proof.Proof): Resolution {
  const { verdict, por_root } = proof.bundle
  const sample = proof.evidence.items.find((item) => item.used) ?? proof.evidence.items[0]!
  const condition = proof.prompt_spec.market.resolution_rules.rules.find(
    ({ rule_id }) => rule_id === verdict.resolution_rule_id,
  )?.condition
  return {
    kind: 'resolved',
    outcome: verdict.outcome === 'INVALID' ? null : verdict.outcome,
    value: sample.normalized?.value ?? null,
    evidence: {
      kind: 'source',
      note: `${verdict.resolution_rule_id}: ${condition ?? ''}`.slice(0, 1_024),
      uri: sample.source.uri,
      response_hash: sample.retrieval.response_hash,
      observed_at: sample.normalized?.observed_at ?? null,
      retrieved_at: sample.retrieval.retrieved_at,
      por_root,
    },
    proof,
  }
}

/** What nobody could be asked about is invalid, and says so. */
export const withoutEvidence = (note: string): Resolution => ({
  kind: 'resolved',
  outcome: null,
  value: null,
  evidence: { ...noEvidence, kind: 'none', note: note.slice(0, 1_024) },
  proof: null,
})

/** What a person decided, with his reasons. */
export const byResolver = (outcome: Vote.Outcome, note: string, uri: string | null): Resolution => ({
  kind: 'resolved',
  outcome: outcome === 'INVALID' ? null : outcome,
  value: null,
  evidence: { ...noEvidence, kind: 'resolver', note: note.slice(0, 1_024), uri },
  proof: null,
})

const noEvidence = {
  uri: null,
  response_hash: null,
  observed_at: null,
  retrieved_at: null,
  por_root: null,
} as const
