import { Instant, type Proof, Verification } from '../../protocol/index.ts'
import { SOPExecutionError } from './Stage.ts'

/**
 * The payload that settles the market, from a proof that holds. Nothing is decided before its deadline: a yes or no from
 * evidence collected too early is refused.
 */
export function finalize(proof: Proof.Proof): Verification.ResolutionPayload {
  // Signatures were made a moment ago from the root that is checked here; checking four of them again would take most of the time.
  const signatures = { collector: null, auditor: null, judge: null, anchor: null }
  const result = Verification.verifyPorBundle({ ...proof, bundle: { ...proof.bundle, signatures } })
  if (!result.ok) {
    const [first] = result.findings
    throw new SOPExecutionError('finalize', 'REJECTED_PROOF', { reason: `${first?.code}: ${first?.message}` })
  }
  const { resolution_deadline } = proof.prompt_spec.market
  const collected = Instant.parse(proof.evidence.collection_time)
  if (proof.bundle.verdict.outcome !== 'INVALID' && collected < Instant.parse(resolution_deadline)) {
    throw new SOPExecutionError('finalize', 'BEFORE_DEADLINE', {
      reason: `the evidence was collected at ${proof.evidence.collection_time}, before ${resolution_deadline}.`,
    })
  }
  return Verification.toPayload(proof)
}
