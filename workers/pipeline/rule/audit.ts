import {
  Decimal,
  Docket,
  Evidence,
  Instant,
  type Json,
  Rule,
  type Spec,
  Trace,
} from '../../../protocol/index.ts'
import { agree } from '../../source/agree.ts'
import type { Audited } from '../Subject.ts'
import { crossCheckId, crossCheckIn, sampleId } from './compile.ts'

/** What the evidence of an auto rule comes to; each has a rule of the market that decides by it. */
export type RuleAnalysis =
  | 'met'
  | 'not-met'
  | 'no-sample'
  | 'unreachable'
  | 'too-early'
  | 'tier-too-low'
  | 'disagreement'

/**
 * Reasons over the evidence of an auto rule: a pure function of spec and evidence, so the same evidence always gives the same
 * steps. It reads the samples as the items hold them; that they are those of the items' texts is for `replay` to check.
 */
export function auditRule(spec: Spec.PromptSpec, evidence: Evidence.EvidenceBundle): Audited {
  const { market } = spec
  const { op, target } = market.resolution_rules.predicate!
  const crossCheck = crossCheckIn(spec)
  const item = find(evidence, sampleId)
  const other = find(evidence, crossCheckId)
  const steps: Trace.ReasoningStep[] = []
  const step = (
    step_id: string,
    type: Trace.ReasoningStep['type'],
    cited: readonly (Evidence.EvidenceItem | undefined)[],
    prior_step_ids: string[],
    action: string,
    output: Json.Json,
  ) => {
    const evidence_ids = cited.flatMap((one) => (one === undefined ? [] : [one.evidence_id]))
    steps.push(Trace.commit({ step_id, type, inputs: { evidence_ids, prior_step_ids }, action, output }))
  }

  step('search', 'search', [item, other], [], 'ask every source that the plan names', {
    asked: spec.data_requirements.map((one) => one.requirement_id),
    answered: evidence.items.map((one) => one.evidence_id),
  })
  step('extract-sample', 'extract', [item], ['search'], 'read the sample of the source that the rule names', {
    status: item?.retrieval.status ?? null,
    sample: item?.normalized ?? null,
  })
  if (crossCheck !== null) {
    step('extract-cross-check', 'extract', [other], ['search'], 'read the sample of the second provider', {
      status: other?.retrieval.status ?? null,
      sample: other?.normalized ?? null,
    })
  }
  const freshness = checkFreshness(spec, item)
  step('check-freshness', 'check', [item], ['extract-sample'], 'check window, deadline and tier', freshness)
  const value = sampleValue(item)
  const agreement = crossCheck === null ? null : compare(value, sampleValue(other), crossCheck.toleranceBps)
  if (agreement !== null) {
    step(
      'check-agreement',
      'check',
      [item, other],
      ['extract-sample', 'extract-cross-check'],
      'check that both providers agree',
      agreement,
    )
  }
  const met = value === null ? null : holds(op, value, target)
  const comparison = {
    value,
    op,
    target,
    met,
    margin_bps: value === null ? null : bps(value, target, target),
  }
  step('compare', 'deduce', [item], ['check-freshness'], 'compare the sample with the target', comparison)
  const finding = conclude(freshness, met, agreement)
  const prior = steps.map((one) => one.step_id)
  step('analysis', 'aggregate', [item, other], prior.slice(1), 'say what the evidence comes to', { finding })

  const cited = new Set(steps.flatMap((one) => one.inputs.evidence_ids))
  const trace_id = `trace-${market.market_id}`
  return {
    trace: {
      schema_version: 'v1',
      trace_id,
      steps,
      policy: {
        determinism: 'deterministic',
        temperature: 0,
        seed: 42,
        max_tier: market.min_provenance_tier,
      },
      evidence_refs: [...cited].sort(),
    },
    report: { schema_version: 'v1', trace_id, summary: summarize(finding, comparison), assumptions: [] },
  }
}

const holds = (op: Rule.Op, value: string, target: string): boolean =>
  Docket.holds(Rule.opCodes[op], Decimal.toFixed18(value), Decimal.toFixed18(target))

/** The sample's value; null where there is none, or none that the contract could hold. */
const sampleValue = (item: Evidence.EvidenceItem | undefined): string | null => {
  const value = item?.normalized?.value ?? null
  return value !== null && Decimal.fitsFixed18(value) ? value : null
}

const find = ({ items }: Evidence.EvidenceBundle, id: string) => items.find((one) => one.evidence_id === id)

export type Freshness = {
  readonly readable: boolean
  readonly has_sample: boolean
  readonly after_deadline: boolean
  readonly in_window: boolean
  readonly tier: number | null
  readonly tier_admitted: boolean
}

function checkFreshness({ market }: Spec.PromptSpec, item: Evidence.EvidenceItem | undefined): Freshness {
  const observed = item === undefined ? null : Evidence.observedAt(item)
  const { start, end } = market.resolution_window
  const tier = item === undefined ? null : Evidence.derivedTier(item)
  return {
    readable: item !== undefined && item.retrieval.status < 400,
    has_sample: sampleValue(item) !== null,
    // A high or a low is not final before the deadline, and a sample at the deadline can't be there.
    after_deadline:
      item !== undefined &&
      Instant.parse(item.retrieval.retrieved_at) >= Instant.parse(market.resolution_deadline),
    in_window:
      item !== undefined &&
      item.normalized !== null &&
      observed! >= Instant.parse(start) &&
      observed! <= Instant.parse(end),
    tier,
    tier_admitted: tier !== null && tier <= market.min_provenance_tier,
  }
}

export type Agreement = {
  readonly difference_bps: number | null
  readonly tolerance_bps: number
  readonly agree: boolean
}

function compare(own: string | null, other: string | null, tolerance_bps: number): Agreement {
  const samples = [own, other].map((value) => (value === null ? null : { value }))
  const { agrees, spreadBps } = agree(samples, tolerance_bps)
  const isRatio = spreadBps !== null && spreadBps <= largestRatio
  return { difference_bps: isRatio ? Number(spreadBps) : null, tolerance_bps, agree: agrees }
}

// Beyond this, how many basis points it is says nothing any more.
const largestRatio = 1_000_000_000n

/** (a − b) / |base| in basis points, away from zero; null when there is no base, or the ratio is no ratio any more. */
export function bps(a: string, b: string, base: string): number | null {
  const [x, y, z] = [Decimal.toFixed18(a), Decimal.toFixed18(b), Decimal.toFixed18(base)]
  if (z === 0n) return null
  const [difference, size] = [x > y ? x - y : y - x, z < 0n ? -z : z]
  const ratio = (difference * 10_000n + size - 1n) / size
  if (ratio > largestRatio) return null
  return x < y ? -Number(ratio) : Number(ratio)
}

function conclude(freshness: Freshness, met: boolean | null, agreement: Agreement | null): RuleAnalysis {
  if (!freshness.readable) return 'unreachable'
  if (!freshness.after_deadline) return 'too-early'
  if (!freshness.has_sample || !freshness.in_window) return 'no-sample'
  if (!freshness.tier_admitted) return 'tier-too-low'
  if (agreement !== null && !agreement.agree) return 'disagreement'
  return met ? 'met' : 'not-met'
}

const summarize = (
  finding: RuleAnalysis,
  { value, op, target }: { value: string | null; op: string; target: string },
) => (value === null ? `No sample: ${finding}.` : `The sample is ${value}; ${op} ${target}: ${finding}.`)
