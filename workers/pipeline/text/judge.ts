import { Instant, type Spec, type Trace } from '../../../protocol/index.ts'
import { Confidence } from '../../facts/index.ts'
import { outputOf } from '../rule/judge.ts'
import { SOPExecutionError } from '../Stage.ts'
import type { VerdictDraft } from '../Subject.ts'
import type { Conclusion, FactStep, PageStep } from './audit.ts'
import { threshold } from './findings.ts'

export type Stated = { readonly id: string; readonly fact: FactStep }

/** Maps the steps of a trace to a verdict: a pure function of spec and trace, and never a model's word. */
export function judgeText(spec: Spec.PromptSpec, trace: Trace.ReasoningTrace): VerdictDraft {
  const { finding } = outputOf<Conclusion>(trace, 'analysis')
  const found = ruleOf(spec, finding)
  const deciding = decidingIn(trace)
  if (found.outcome !== 'INVALID') checkDeciding(found.outcome, finding, deciding, trace)
  const confidence = found.outcome === 'INVALID' ? 0 : confidenceIn(spec, trace, finding, deciding)
  const isDoubtful = found.outcome !== 'INVALID' && confidence < threshold
  const rule = isDoubtful ? ruleOf(spec, 'uncertain') : found
  const refs = deciding.map(({ id }) => trace.steps.findIndex((step) => step.step_id === id))
  return {
    schema_version: 'v1',
    market_id: spec.market.market_id,
    outcome: rule.outcome,
    confidence_bps: isDoubtful ? 0 : confidence,
    resolution_time: rule.outcome === 'INVALID' ? spec.market.resolution_deadline : timeOf(spec, deciding),
    resolution_rule_id: rule.rule_id,
    selected_leaf_refs: [...refs.slice(0, 63), trace.steps.length - 1],
  }
}

/** The facts of a trace, as its steps say them. */
export const factsIn = (trace: Trace.ReasoningTrace): Stated[] =>
  trace.steps.flatMap((step) =>
    step.type === 'extract' ? [{ id: step.step_id, fact: step.output as unknown as FactStep }] : [],
  )

export const pagesOf = (trace: Trace.ReasoningTrace): PageStep[] =>
  trace.steps.flatMap((step) =>
    step.step_id.startsWith('page-') ? [step.output as unknown as PageStep] : [],
  )

/** The facts that decide, in the order of the trace. */
export function decidingIn(trace: Trace.ReasoningTrace): Stated[] {
  const { deciding } = outputOf<Conclusion>(trace, 'analysis')
  return factsIn(trace).filter(({ id }) => deciding.includes(id))
}

function ruleOf({ market }: Spec.PromptSpec, id: string) {
  const rule = market.resolution_rules.rules.find(({ rule_id }) => rule_id === id)
  if (rule === undefined) refuse(`the market has no rule ${id}.`)
  return rule
}

function refuse(reason: string): never {
  throw new SOPExecutionError('judge', 'REJECTED_TRACE', { reason })
}

type Silence = { readonly silent: string | null; readonly counted: { readonly page: string } | null }

/** A yes or no stands on what its own steps say. */
function checkDeciding(
  outcome: 'YES' | 'NO',
  finding: string,
  deciding: readonly Stated[],
  trace: Trace.ReasoningTrace,
): void {
  const { silent, counted } = outputOf<Silence>(trace, 'silence')
  if (finding === 'silent' && silent === null) refuse('no page of it is silent.')
  if (finding.startsWith('counted') && counted === null) refuse('nothing in it was counted.')
  if (finding === 'silent' || finding.startsWith('counted')) return
  const { agreed } = outputOf<{ agreed: readonly string[] }>(trace, 'agree')
  const stands = ({ id, fact }: Stated) =>
    agreed.includes(id) && fact.codes.length === 0 && fact.bears === outcome
  if (deciding.length === 0 || !deciding.every(stands)) refuse(`its facts do not bear ${outcome}.`)
}

/** By the published table, from the class of the pages, the domains, and whether code found the direction. */
function confidenceIn(
  spec: Spec.PromptSpec,
  trace: Trace.ReasoningTrace,
  finding: string,
  deciding: readonly Stated[],
): number {
  const { counted } = outputOf<Silence>(trace, 'silence')
  const isPrimary = (id: string) => pagesOf(trace).some((one) => one.page === id && one.class === 'primary')
  if (finding === 'silent')
    return Confidence.confidenceOf({ kind: 'silence', source: 'primary', confirmed: true, domains: 1 })
  if (counted !== null && finding.startsWith('counted')) {
    const source = isPrimary(counted.page) ? 'primary' : 'secondary'
    return Confidence.confidenceOf({ kind: 'count', source, confirmed: true, domains: 1 })
  }
  const source = deciding.some(({ fact }) => isPrimary(fact.page)) ? 'primary' : 'secondary'
  const confirmed = deciding.some(({ fact }) => fact.direction !== null)
  const domains = new Set(deciding.map(({ fact }) => domainOf(spec, fact.page))).size
  return Confidence.confidenceOf({ kind: 'statement', source, confirmed, domains })
}

const domainOf = ({ data_requirements }: Spec.PromptSpec, page: string): string | undefined =>
  data_requirements.find(({ requirement_id }) => requirement_id === page)?.description.split('/')[2]

/** When what decides happened first; the deadline where no fact decides, or none has a day. */
function timeOf({ market }: Spec.PromptSpec, deciding: readonly Stated[]): string {
  const times = deciding.flatMap(({ fact }) => fact.dated ?? []).sort()
  const [first] = times
  return first !== undefined && Instant.isInstant(first) ? first : market.resolution_deadline
}
