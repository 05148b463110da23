import { type Evidence, Instant, type Proof, Rule, type Spec, type Trace } from '../../../protocol/index.ts'
import { policies } from '../policy/Policies.ts'
import { questionIn } from '../questionIn.ts'
import { SOPExecutionError } from '../Stage.ts'
import type { VerdictDraft } from '../Subject.ts'
import type { Agreement, Freshness, RuleAnalysis } from './audit.ts'
import { sampleId } from './compile.ts'

const { policy } = policies.judge

/** Maps the analysis of an auto rule to its verdict: a pure function of spec and trace, with no word of a model in it. */
export function judgeRule(spec: Spec.PromptSpec, trace: Trace.ReasoningTrace): VerdictDraft {
  const { market } = spec
  const last = trace.steps.length - 1
  const finding = outputOf<{ finding: RuleAnalysis }>(trace, 'analysis').finding
  const rule = market.resolution_rules.rules.find((one) => one.rule_id === finding)
  if (rule === undefined) {
    throw new SOPExecutionError('judge', 'REJECTED_TRACE', {
      reason: `the market has no rule ${String(finding)}.`,
    })
  }
  const deciding = trace.steps.findIndex((one) => one.step_id === 'compare')
  return {
    schema_version: 'v1',
    market_id: market.market_id,
    outcome: rule.outcome,
    confidence_bps: rule.outcome === 'INVALID' ? 0 : confidence(spec, trace),
    resolution_time: market.resolution_deadline,
    resolution_rule_id: rule.rule_id,
    selected_leaf_refs: [deciding, last],
  }
}

function confidence(spec: Spec.PromptSpec, trace: Trace.ReasoningTrace): number {
  const { tier } = outputOf<Freshness>(trace, 'check-freshness')
  const { margin_bps } = outputOf<{ margin_bps: number | null }>(trace, 'compare')
  let bps: number = policy.confidence_by_tier[tier as 0 | 1 | 2 | 3]
  if (trace.steps.some((one) => one.step_id === 'check-agreement')) bps += policy.second_provider_adds
  if (margin_bps !== null && Math.abs(margin_bps) <= policy.narrow_bps) bps -= policy.narrow_takes
  if (isTouchWording(spec)) bps -= policy.touch_wording_takes
  return Math.min(bps, policy.highest)
}

/** The words ask whether something ever happens; the rule, which decides, looks at one sample. */
export function isTouchWording(spec: Spec.PromptSpec): boolean {
  const { question, rule } = questionIn(spec).parsed
  return Rule.touchWarning(question ?? '', rule) !== null
}

export const outputOf = <output>(trace: Trace.ReasoningTrace, stepId: string): output => {
  const step = trace.steps.find((one) => one.step_id === stepId)
  if (step === undefined) {
    throw new SOPExecutionError('judge', 'REJECTED_TRACE', { reason: `there is no step ${stepId}.` })
  }
  return step.output as output
}

export const agreementIn = (trace: Trace.ReasoningTrace): Agreement | null =>
  (trace.steps.find((one) => one.step_id === 'check-agreement')?.output as Agreement | undefined) ?? null

/** What the contract checks: the rule's own sample, whatever a second provider says. */
export function ruleCheck(evidence: Evidence.EvidenceBundle, verdict: VerdictDraft): Proof.RuleCheck {
  const item = evidence.items.find((one) => one.evidence_id === sampleId)
  const sample = item?.normalized ?? null
  return {
    observed_at: sample === null ? 0 : Instant.parse(sample.observed_at),
    value: sample?.value ?? '0',
    tier: item?.provenance.tier ?? 3,
    result: verdict.outcome,
  }
}
