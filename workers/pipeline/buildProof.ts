import { type Evidence, Proof, type Spec, type Trace } from '../../protocol/index.ts'
import type { LeafRegistry } from './LeafRegistry.ts'
import { SOPExecutionError } from './Stage.ts'
import type { Subject, VerdictDraft } from './Subject.ts'

export type Pieces = {
  readonly spec: Spec.PromptSpec
  readonly evidence: Evidence.EvidenceBundle
  readonly trace: Trace.ReasoningTrace
  readonly verdict: VerdictDraft
  readonly ruleCheck: Proof.RuleCheck | null
}

/** Commits all pieces to one root, and refuses a root whose leaves are not those the stages emitted, in their order. */
export function buildProof(subject: Subject, pieces: Pieces, registry: LeafRegistry): Proof.Proof {
  const { chain_id, market, market_id, round } = subject
  const proof = Proof.buildPorBundle({
    chain_id,
    market,
    market_id,
    round,
    promptSpec: pieces.spec,
    evidence: pieces.evidence,
    trace: pieces.trace,
    verdict: pieces.verdict,
    ruleCheck: pieces.ruleCheck,
    createdAt: pieces.evidence.collection_time,
  })
  for (const tree of ['evidence', 'reasoning'] as const) {
    const at = registry.difference(tree, proof.leaves[tree])
    if (at !== null) {
      throw new SOPExecutionError('buildProof', 'LEAF_ORDER', {
        reason: `leaf ${at} of the ${tree} tree is not the one that a stage emitted.`,
      })
    }
  }
  registry.add('buildProof', 'por', Proof.porLeaves(proof.bundle))
  return proof
}
