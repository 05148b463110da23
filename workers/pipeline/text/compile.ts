import { Instant, Schema, Spec } from '../../../protocol/index.ts'
import { displayOf, withQuestion } from '../questionIn.ts'
import { forbidden, timeframe } from '../rule/compile.ts'
import type { Compiled, Missing, Subject } from '../Subject.ts'
import type { Structure } from './ModelReply.ts'
import { appliesTo, type TextConfig, toAllowed, toRequirement } from './TextSource.ts'

/** How long after the deadline pages may still be read for what happened before it. */
export const readingSeconds = 2_592_000
/** How long a market can have been open where nobody can be asked when it was created. */
const longestMarket = 31_536_000

/** Sources for a question, and what is missing before any model need be asked. */
export function sourcesFor({ sources }: TextConfig, subject: Subject) {
  const applying = sources.filter((source) => appliesTo(source, displayOf(subject)))
  const missing: string[] = []
  if (subject.deadline === null) missing.push('deadline')
  if (applying.length === 0) missing.push('sources')
  else if (!applying.some((source) => source.class === 'primary')) missing.push('primary_source')
  return { sources: applying, missing }
}

/** Compiles a free-text question from a model's structure of it. Window, sources and rules are none of the model's. */
export function compileText(
  config: TextConfig,
  subject: Subject,
  structure: Structure,
  promptHashes: readonly string[],
): Omit<Compiled, 'replies'> | Missing {
  if (structure.status === 'INVALID') return structure
  const { sources, missing } = sourcesFor(config, subject)
  const { deadline, created } = subject
  if (missing.length > 0 || deadline === null) return { status: 'INVALID', missing_fields: missing }
  const from = created ?? Math.max(0, deadline - longestMarket)
  const start = Instant.format(from)
  const resolution_deadline = Instant.format(deadline)
  const allowed = sources.map((source) => toAllowed(source, config.admit))
  const spec = {
    schema_version: 'v1',
    task_type: 'prediction_resolution',
    market: {
      schema_version: 'v1',
      market_id: subject.market_id,
      question: subject.question,
      event_definition: structure.event_definition,
      timezone: 'UTC',
      resolution_deadline,
      resolution_window: { start, end: Instant.format(deadline + readingSeconds) },
      resolution_rules: { rules: [...rules], predicate: null },
      allowed_sources: allowed,
      min_provenance_tier: 3,
      dispute_policy: { challenge_window_seconds: 7_200, max_rounds: 3 },
    },
    prediction_semantics: {
      target_entity: structure.target_entity,
      predicate: structure.predicate,
      threshold: structure.threshold,
      timeframe: timeframe(created, deadline),
    },
    data_requirements: sources.map((source) => ({
      requirement_id: source.id,
      source_id: source.id,
      description: source.url,
      min_provenance_tier: source.maxTier,
      window: { start, end: resolution_deadline },
    })),
    output_schema: 'DeterministicVerdict/v1',
    forbidden_behaviors: [...forbidden],
    prompt_hashes: [...promptHashes],
  }
  const read = Spec.promptSpec.safeParse(spec)
  if (!read.success) return { status: 'INVALID', missing_fields: ['question:TOO_LONG'] }
  const plan = Schema.read(Spec.toolPlan, {
    schema_version: 'v1',
    plan_id: `plan-${subject.market_id}-${subject.round}`,
    market_id: subject.market_id,
    steps: sources.map((source) => ({
      step_id: `fetch-${source.id}`,
      requirement_id: source.id,
      source_id: source.id,
      method: 'GET',
      target: source.url,
      max_tier: source.maxTier,
    })),
  })
  const requirements = sources.map((source) => toRequirement(source, { from, to: deadline }))
  return { status: 'READY', spec: withQuestion(read.data, subject), plan, requirements, crossCheck: null }
}

const rules = [
  {
    rule_id: 'affirmed',
    outcome: 'YES',
    condition: 'an admitted source affirms it within the window, none denies it',
  },
  {
    rule_id: 'denied',
    outcome: 'NO',
    condition: 'an admitted source denies it within the window, none affirms it',
  },
  {
    rule_id: 'silent',
    outcome: 'NO',
    condition:
      'the deadline passed, and every primary source can be read and says nothing of it within the window',
  },
  { rule_id: 'contradicted', outcome: 'INVALID', condition: 'admitted sources affirm and deny it' },
  { rule_id: 'unreachable', outcome: 'INVALID', condition: 'a primary source could not be read' },
  {
    rule_id: 'unread',
    outcome: 'INVALID',
    condition: 'a primary source speaks of it in words that decide nothing',
  },
  { rule_id: 'too-early', outcome: 'INVALID', condition: 'a source was read before the deadline' },
  { rule_id: 'uncertain', outcome: 'INVALID', condition: 'the confidence is below 6000 bps' },
] as const
