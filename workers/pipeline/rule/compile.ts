import { Hash, Instant, Rule, Schema, Spec } from '../../../protocol/index.ts'
import type { Requirement } from '../../source/Source.ts'
import { policies } from '../policy/Policies.ts'
import { withQuestion } from '../questionIn.ts'
import type { Compiled, CrossCheck, Missing, Subject } from '../Subject.ts'

export const sampleId = 'sample'
export const crossCheckId = 'cross-check'

/** What every agent of the procedure must not do, whatever it is told. */
export const forbidden: readonly string[] = [
  ...policies.orchestrator.policy.forbidden_behaviors,
  ...policies.collector.policy.forbidden_behaviors,
]

/**
 * Compiles a § auto rule: a pure function of the question's text and the market's times, so that anyone can compile it again.
 * What the question leaves open is listed instead.
 */
export function compileRule(subject: Subject, crossCheck: CrossCheck | null = null): Compiled | Missing {
  const { question: text, parsed, deadline, created } = subject
  const missing: string[] = []
  if (deadline === null) missing.push('deadline')
  for (const issue of parsed.issues) if (issue.severity === 'error') missing.push(`question:${issue.code}`)
  const { rule } = parsed
  if (missing.length > 0 || deadline === null || !Rule.isAuto(rule)) return invalid(missing)
  const metric = Rule.metricUsed(rule)
  // Highs and lows are measured from the market's creation, which only the chain knows.
  if (Rule.isExtreme(metric) && created === null) return invalid(['created'])
  const bounds = Rule.window(rule, { created: created ?? deadline, deadline })
  const requirements = [
    requirement(sampleId, { provider: rule.provider!, asset: rule.asset!, metric }, bounds),
    ...(crossCheck === null ? [] : [requirement(crossCheckId, crossCheck, bounds)]),
  ]
  const window = { start: Instant.format(bounds.from), end: Instant.format(bounds.to) }
  const [op, target, maxTier] = [rule.op as Rule.Op, rule.target!, Rule.maxTier(rule)]
  const market: Spec.MarketSpec = {
    schema_version: 'v1',
    market_id: subject.market_id,
    question: text,
    event_definition: eventDefinition(rule, metric, op, target, window),
    timezone: 'UTC',
    resolution_deadline: Instant.format(deadline),
    resolution_window: window,
    resolution_rules: {
      rules: ruleTable(metric, op, target, crossCheck),
      predicate: { source_id: Rule.sourceId(rule), op, target },
    },
    allowed_sources: requirements.map(({ requirementId, provider }) => ({
      source_id: provider,
      provider,
      description: requirementId === sampleId ? 'named by the rule' : 'asked to check the source of the rule',
      max_tier: requirementId === sampleId ? maxTier : 3,
    })),
    min_provenance_tier: maxTier,
    dispute_policy: { challenge_window_seconds: 7_200, max_rounds: 3 },
  }
  const spec: Spec.PromptSpec = {
    schema_version: 'v1',
    task_type: 'prediction_resolution',
    market,
    prediction_semantics: {
      target_entity: rule.asset!,
      predicate: `${metric} ${op}`,
      threshold: target,
      timeframe: timeframe(created, deadline),
    },
    data_requirements: requirements.map(({ requirementId, provider }) => ({
      requirement_id: requirementId,
      source_id: provider,
      description: requirementId === sampleId ? `${metric} in the window` : describeCrossCheck(crossCheck!),
      min_provenance_tier: requirementId === sampleId ? maxTier : 3,
      window,
    })),
    output_schema: 'DeterministicVerdict/v1',
    forbidden_behaviors: [...forbidden],
    prompt_hashes: [],
  }
  // A name too long for the models can't be proven about, so it is as good as missing.
  if (!Spec.promptSpec.safeParse(spec).success) return invalid(['question:TOO_LONG'])
  const plan = Schema.read(Spec.toolPlan, {
    schema_version: 'v1',
    plan_id: `plan-${subject.market_id}-${subject.round}`,
    market_id: subject.market_id,
    steps: requirements.map(({ requirementId, provider, asset, metric }) => ({
      step_id: `fetch-${requirementId}`,
      requirement_id: requirementId,
      source_id: provider,
      method: 'GET',
      target: `${provider}:${asset}:${metric}`,
      max_tier: requirementId === sampleId ? maxTier : 3,
    })),
  })
  return { status: 'READY', spec: withQuestion(spec, subject), plan, requirements, crossCheck, replies: [] }
}

const invalid = (missing: readonly string[]): Missing => ({
  status: 'INVALID',
  missing_fields: missing.length === 0 ? ['rule'] : [...new Set(missing)],
})

function requirement(
  requirementId: string,
  { provider, asset, metric }: Pick<CrossCheck, 'provider' | 'asset' | 'metric'>,
  window: Requirement['window'],
): Requirement {
  const sourceId = Hash.ofText(`${provider}:${asset}:${metric}`.toLowerCase())
  return { requirementId, provider, asset, metric, sourceId, window }
}

function eventDefinition(
  rule: Rule.Rule,
  metric: string,
  op: Rule.Op,
  target: string,
  { start, end }: { start: string; end: string },
): string {
  const sample = Rule.isExtreme(metric)
    ? `the extreme of all samples from ${start} to ${end}`
    : `the first sample from ${start} to ${end}`
  return `${metric} of ${rule.asset} at ${rule.provider} is ${op} ${target}, measured by ${sample}.`
}

type ResolutionRules = Spec.MarketSpec['resolution_rules']['rules']

function ruleTable(
  metric: string,
  op: string,
  target: string,
  crossCheck: CrossCheck | null,
): ResolutionRules {
  const rules: ResolutionRules = [
    { rule_id: 'met', outcome: 'YES', condition: `${metric} ${op} ${target}` },
    { rule_id: 'not-met', outcome: 'NO', condition: `not ${metric} ${op} ${target}` },
    { rule_id: 'no-sample', outcome: 'INVALID', condition: 'the source has no sample in the window' },
    { rule_id: 'unreachable', outcome: 'INVALID', condition: 'the source could not be read' },
    { rule_id: 'too-early', outcome: 'INVALID', condition: 'the source was read before the deadline' },
    {
      rule_id: 'tier-too-low',
      outcome: 'INVALID',
      condition: 'the sample is proven less well than required',
    },
  ]
  if (crossCheck === null) return rules
  const { toleranceBps } = crossCheck
  return [
    ...rules,
    {
      rule_id: 'disagreement',
      outcome: 'INVALID',
      condition: `the second provider is off by more than ${toleranceBps} bps, or has no sample`,
    },
  ]
}

export const timeframe = (created: number | null, deadline: number): string =>
  created === null
    ? `up to ${Instant.format(deadline)}`
    : `${Instant.format(created)} to ${Instant.format(deadline)}`

/** When the market was created, as the spec says it; null where it does not. */
export function createdIn({ timeframe: text }: Spec.PromptSpec['prediction_semantics']): number | null {
  const start = text.slice(0, text.indexOf(' to '))
  return Instant.isInstant(start) ? Instant.parse(start) : null
}

const describeCrossCheck = ({ provider, asset, metric, toleranceBps }: CrossCheck): string =>
  `must agree within ${toleranceBps} bps: ${provider}:${asset}:${metric}`

// The provider has no colon, a metric has none either; the asset is all that stands between them.
const crossCheckForm = /^must agree within (\d{1,5}) bps: ([^:]+):(.+):([^:]+)$/

/** The second provider that a spec was compiled with; null where there is none. */
export function crossCheckIn(spec: Spec.PromptSpec): CrossCheck | null {
  const description = spec.data_requirements.find((one) => one.requirement_id === crossCheckId)?.description
  const match = description === undefined ? null : crossCheckForm.exec(description)
  if (match === null) return null
  return { toleranceBps: Number(match[1]), provider: match[2]!, asset: match[3]!, metric: match[4]! }
}
