import {
  Bytes,
  type Evidence,
  Json,
  Merkle,
  type Spec,
  Trace,
  type Verification,
} from '../../protocol/index.ts'
import { atStep, differingSteps } from './differingSteps.ts'
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
  const findings = checkCitations(evidence, trace)
  const isRule = spec.market.resolution_rules.predicate !== null
  // A trace whose citations fail is not worth reading further, and might not be readable.
  if (findings.length === 0) {
    findings.push(...(isRule ? checkRule(spec, evidence, trace) : groundText(spec, evidence, trace)))
  }
  return { ok: findings.length === 0, findings }
}

function checkCitations(
  evidence: Evidence.EvidenceBundle,
  trace: Trace.ReasoningTrace,
): Verification.Finding[] {
  const findings: Verification.Finding[] = []
  const known = new Set(evidence.items.map((item) => item.evidence_id))
  const cited = new Set<string>()
  const earlier = new Set<string>()
  for (const [j, step] of trace.steps.entries()) {
    const { evidence_ids, prior_step_ids } = step.inputs
    const add = (code: Verification.FindingCode, message: string) => findings.push(atStep(j, code, message))
    if (step.hash_commitment !== Bytes.toHex(Merkle.leafHash(Trace.leaf(step)))) {
      add('LEAF_MISMATCH', 'The step is not the one it commits to.')
    }
    for (const id of evidence_ids) {
      cited.add(id)
      if (!known.has(id)) add('UNKNOWN_EVIDENCE', `There is no evidence ${id} in the bundle.`)
    }
    for (const id of prior_step_ids)
      if (!earlier.has(id)) add('UNKNOWN_STEP', `There is no earlier step ${id}.`)
    if (step.type !== 'search' && evidence_ids.length + prior_step_ids.length === 0) {
      add('UNGROUNDED_STEP', 'The step rests on no evidence and on no earlier step.')
    }
    if (earlier.has(step.step_id)) add('DUPLICATE_ID', `Two steps are called ${step.step_id}.`)
    earlier.add(step.step_id)
  }
  if (Json.canonical([...cited].sort()) !== Json.canonical([...trace.evidence_refs].sort())) {
    findings.push(
      atStep(trace.steps.length - 1, 'UNKNOWN_EVIDENCE', 'The references are not what the steps cite.'),
    )
  }
  return findings
}

/** The reasoning over an auto rule is a function of its evidence: any other trace is wrong at its first other step. */
function checkRule(
  spec: Spec.PromptSpec,
  evidence: Evidence.EvidenceBundle,
  trace: Trace.ReasoningTrace,
): Verification.Finding[] {
  return differingSteps(auditRule(spec, evidence).trace, trace)
}
