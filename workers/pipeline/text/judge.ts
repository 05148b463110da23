import type { Spec, Trace } from '../../../protocol/index.ts'
import { outputOf } from '../rule/judge.ts'
import { SOPExecutionError } from '../Stage.ts'
import type { VerdictDraft } from '../Subject.ts'
import { type Checked, concludeText, type Silence, type TextAnalysis } from './conclude.ts'
import type { Quote, QuoteCheck, Rejection } from './Quote.ts'

/** Below this a yes or no is not said. */
export const threshold = 6_000

const base = {
  affirmed: { primary: 9_000, wire: 7_500, secondary: 6_500 },
  denied: { primary: 8_500, wire: 7_000, secondary: 6_500 },
}
const silentBase = 8_000
const furtherSource = 250
const perAssumption = 500
const perRejection = 1_000

/** Maps the steps of a free-text trace to a verdict: a pure function of spec and trace, and never a model's word. */
export function judgeText(spec: Spec.PromptSpec, trace: Trace.ReasoningTrace): VerdictDraft {
  const checked = checkedIn(trace)
  const { after_deadline } = outputOf<{ after_deadline: boolean }>(trace, 'search')
  const finding = concludeText(checked, outputOf<Silence>(trace, 'check-silence'), after_deadline)
  if (outputOf<{ finding: string }>(trace, 'analysis').finding !== finding) {
    throw new SOPExecutionError('judge', 'REJECTED_TRACE', {
      reason: `its steps come to ${finding}, its analysis does not.`,
    })
  }
  const discounts = outputOf<{ rejected: Rejection[]; assumptions: number }>(trace, 'check-proposals')
  const deciding = checked.filter(({ check, claim }) => check.admitted && sideOf(finding) === claim.stance)
  const confidence = confidenceOf(finding, deciding, discounts.assumptions, discounts.rejected.length)
  const isDoubtful = confidence !== null && confidence < threshold
  const ruleId = isDoubtful ? 'uncertain' : finding
  const rule = spec.market.resolution_rules.rules.find((one) => one.rule_id === ruleId)
  if (rule === undefined)
    throw new SOPExecutionError('judge', 'REJECTED_TRACE', { reason: `the market has no rule ${ruleId}.` })
  const refs = deciding.map(({ id }) => trace.steps.findIndex((step) => step.step_id === id))
  return {
    schema_version: 'v1',
    market_id: spec.market.market_id,
    outcome: rule.outcome,
    confidence_bps: rule.outcome === 'INVALID' ? (finding === 'contradicted' ? 3_000 : 0) : confidence!,
    resolution_time: isDoubtful ? spec.market.resolution_deadline : timeOf(spec, deciding),
    resolution_rule_id: rule.rule_id,
    selected_leaf_refs: [...refs, trace.steps.length - 1].slice(0, 64),
  }
}

export function checkedIn(trace: Trace.ReasoningTrace): Checked[] {
  return trace.steps.flatMap((step) => {
    if (step.type !== 'extract') return []
    const check = outputOf<QuoteCheck>(trace, step.step_id.replace('claim', 'check'))
    return [{ id: step.step_id, claim: step.output as Quote, check }]
  })
}

const sideOf = (finding: TextAnalysis): Quote['stance'] | null =>
  finding === 'affirmed' ? 'affirms' : finding === 'denied' ? 'denies' : null

/** Null where the finding decides nothing. Assumptions and ungrounded proposals only ever lower it. */
function confidenceOf(
  finding: TextAnalysis,
  deciding: readonly Checked[],
  assumptions: number,
  rejections: number,
): number | null {
  const start = startOf(finding, deciding)
  return start === null ? null : Math.max(0, start - perAssumption * assumptions - perRejection * rejections)
}

function startOf(finding: TextAnalysis, deciding: readonly Checked[]): number | null {
  if (finding === 'silent') return silentBase
  if (finding !== 'affirmed' && finding !== 'denied') return null
  const bases = base[finding]
  const best = Math.max(...deciding.map(({ check }) => bases[check.class ?? 'secondary']))
  const sources = new Set(deciding.map(({ claim }) => claim.evidence_id)).size
  return Math.min(9_500, best + furtherSource * (sources - 1))
}

/** The earliest deciding document; the deadline where none decides. */
function timeOf({ market }: Spec.PromptSpec, deciding: readonly Checked[]): string {
  const times = deciding.flatMap(({ check }) => (check.dated === null ? [] : [check.dated.from])).sort()
  return times[0] ?? market.resolution_deadline
}
