import { Instant, Schema, Spec } from '../../../protocol/index.ts'
import { displayOf, withQuestion } from '../questionIn.ts'
import { forbidden, timeframe } from '../rule/compile.ts'
import type { Compiled, Missing, Subject } from '../Subject.ts'
import { disagreements } from './disagreements.ts'
import { eventOf, toCommitted } from './Event.ts'
import { rules } from './findings.ts'
import type { Proposal } from './ModelReply.ts'
import { appliesTo, type TextConfig, toAllowed, toRequirement } from './TextSource.ts'

/** How long after the deadline pages may still be read for what happened before it. */
export const readingSeconds = 2_592_000
/** How long a market can have been open where nobody can be asked when it was created. */
const longestMarket = 31_536_000

/** Sources for a question, and what its own words leave open: known before any model need be asked. */
export function sourcesFor({ sources, admit }: TextConfig, subject: Subject) {
  const applying = sources.filter((source) => appliesTo(source, displayOf(subject)))
  const missing: string[] = [...eventOf(subject).spec.missing_fields]
  if (subject.deadline === null) missing.push('deadline')
  if (!applying.some((source) => admit.includes(source.class))) missing.push('sources')
  return { sources: applying, missing }
}

/**
 * Compiles a free-text question. Its event is what code reads in its words; a model adds other wordings for readers to look for, and
 * where it reads the question otherwise, nothing is decided. Window, sources and rules are none of the model's.
 */
export function compileText(
  config: TextConfig,
  subject: Subject,
  proposal: Proposal,
  promptHashes: readonly string[],
): Omit<Compiled, 'replies'> | Missing {
  const event = eventOf(subject, proposal.synonyms)
  const { sources, missing } = sourcesFor(config, subject)
  missing.push(...proposal.missing_fields)
  if (missing.length === 0) missing.push(...disagreements(event.spec, proposal))
  const { deadline, created } = subject
  if (missing.length > 0 || deadline === null)
    return { status: 'INVALID', missing_fields: [...new Set(missing)] }
  const committed = toCommitted(event)
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
      event_definition: definitionOf(committed),
      timezone: 'UTC',
      resolution_deadline,
      resolution_window: { start, end: Instant.format(deadline + readingSeconds) },
      resolution_rules: { rules: [...rules], predicate: null },
      allowed_sources: allowed,
      min_provenance_tier: 3,
      dispute_policy: { challenge_window_seconds: 7_200, max_rounds: 3 },
    },
    prediction_semantics: {
      target_entity: committed.subject?.quote ?? 'what the question is about',
      predicate: committed.predicate.quote || 'what the question asks',
      threshold: thresholdOf(committed),
      timeframe: timeframe(created, deadline),
    },
    event: committed,
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

/** The event in words of the question: code puts it together, no model does. */
function definitionOf({ subject, predicate, window }: Spec.Event): string {
  const who = subject === null ? 'What is asked' : subject.quote
  const from = window.from === null ? '' : ` from ${window.from}`
  const to = window.to === null ? '' : ` up to ${window.to}`
  return `${who}: ${predicate.quote || 'it happens'}${from}${to}.`.slice(0, 4_096)
}

const thresholdOf = ({ comparison }: Spec.Event): string | null =>
  comparison === null ? null : `${comparison.op} ${comparison.value}`.slice(0, 128)
