import { type Evidence, type Spec, type Trace, Verification } from '../../protocol/index.ts'
import { differingSteps } from './differingSteps.ts'
import { auditRule } from './rule/audit.ts'
import { groundText } from './text/ground.ts'

export type LogicVerification = {
  readonly ok: boolean
  readonly findings: readonly Verification.Finding[]
}

/**
 * Re-checks reasoning against its evidence, without a model: every step cites what exists, every quote stands in the evidence
 * it is from, every check comes out as it says. Each finding names the leaf of the step that is wrong.
 */
export function verifyTrace(
  spec: Spec.PromptSpec,
  evidence: Evidence.EvidenceBundle,
  trace: Trace.ReasoningTrace,
): LogicVerification {
  const findings = Verification.checkTrace(trace, evidence)
  const isRule = spec.market.resolution_rules.predicate !== null
  // A trace whose citations fail is not worth reading further, and might not be readable.
  if (findings.length === 0) {
    findings.push(...(isRule ? checkRule(spec, evidence, trace) : groundText(spec, evidence, trace)))
  }
  return { ok: findings.length === 0, findings }
}

/** The reasoning over an auto rule is a function of its evidence: any other trace is wrong at its first other step. */
function checkRule(
  spec: Spec.PromptSpec,
  evidence: Evidence.EvidenceBundle,
  trace: Trace.ReasoningTrace,
): Verification.Finding[] {
  return differingSteps(auditRule(spec, evidence).trace, trace)
}
