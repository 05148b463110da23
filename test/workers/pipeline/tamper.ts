import { Proof, Trace } from '../../../protocol/index.ts'
import { judge } from '../../../workers/pipeline/judge.ts'
import { ruleCheck } from '../../../workers/pipeline/rule/judge.ts'
import type { FactStep } from '../../../workers/pipeline/text/audit.ts'

/** Changes of a proof after which all of its hashes and roots are right again, as a dishonest worker would publish it. */
export type Tampered = { readonly proof: Proof.Proof; readonly leaf: number }

/** Builds a proof anew around other parts: only what it says can be wrong with it. */
export function rebuild(proof: Proof.Proof, changes: Partial<Proof.Parts>): Proof.Proof {
  const { justification_hash: _, ...verdict } = proof.bundle.verdict
  return Proof.buildPorBundle({
    chain_id: proof.bundle.chain_id,
    market: proof.bundle.market,
    market_id: proof.bundle.market_id,
    round: proof.bundle.round,
    promptSpec: proof.prompt_spec,
    evidence: proof.evidence,
    trace: proof.trace,
    verdict,
    ruleCheck: proof.bundle.rule_check,
    createdAt: proof.created_at,
    ...changes,
  })
}

/** Replaces the outputs of steps, and commits to the new ones. */
export const withOutputs = (
  trace: Trace.ReasoningTrace,
  outputs: Readonly<Record<string, unknown>>,
): Trace.ReasoningTrace => ({
  ...trace,
  steps: trace.steps.map(({ hash_commitment, ...step }) => {
    const output = outputs[step.step_id]
    return Trace.commit(output === undefined ? step : { ...step, output: output as typeof step.output })
  }),
})

/**
 * The auditor of the seed's example that ignored a filing's timestamp: a document from after the deadline is said to lie in the
 * window, and everything that follows from it is worked out faultlessly. The leaf is that of the step that says so.
 */
export function ignoreTimestamp(proof: Proof.Proof, page = 'newsroom'): Tampered {
  const isOf = (step: Trace.ReasoningStep) =>
    step.type === 'extract' && (step.output as unknown as FactStep).page === page
  const facts = proof.trace.steps.filter(isOf)
  const leaf = proof.trace.steps.findIndex(isOf)
  const direction = { side: 'YES', by: 'wording' }
  const moved = facts.map(({ step_id, output }) => {
    const fact = { ...(output as unknown as FactStep), dated: '2026-03-12T00:00:00Z', codes: [] }
    return [step_id, { ...fact, proposed: 'YES', bears: 'YES', direction }] as const
  })
  const trace = withOutputs(proof.trace, {
    ...Object.fromEntries(moved),
    analysis: { finding: 'affirmed', deciding: [proof.trace.steps[leaf]!.step_id] },
  })
  return { proof: rebuild(proof, { trace, verdict: judge(proof.prompt_spec, trace) }), leaf }
}

/** A worker that moves the value of its sample across the target, and everything with it, but not the kept reply. */
export function moveSample(
  proof: Proof.Proof,
  value: string,
  audit: (proof: Proof.Proof) => Trace.ReasoningTrace,
): Proof.Proof {
  const items = proof.evidence.items.map((item) =>
    item.normalized === null ? item : { ...item, normalized: { ...item.normalized, value } },
  )
  const evidence = { ...proof.evidence, items }
  const trace = audit({ ...proof, evidence })
  const verdict = judge(proof.prompt_spec, trace)
  return rebuild(proof, { evidence, trace, verdict, ruleCheck: ruleCheck(evidence, verdict) })
}
