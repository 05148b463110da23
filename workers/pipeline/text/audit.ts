import { Evidence, Instant, type Json, Page, type Spec, Trace } from '../../../protocol/index.ts'
import { displayIn } from '../questionIn.ts'
import { modelProvider } from '../Recorded.ts'
import type { Audited } from '../Subject.ts'
import { policyFor } from './pagesIn.ts'
import { type Known, type Reasoned, reason } from './reason.ts'
import type { SourceClass } from './TextSource.ts'

/** What a step says of a page. */
export type PageStep = {
  readonly page: string
  readonly class: SourceClass
  /** Why it says nothing; null for one that can be read. */
  readonly fault: string | null
  readonly complete: boolean
}

/** What a step says of a fact: pieces of page and question, and what code found about them. */
export type FactStep = {
  readonly page: string
  readonly quote: string | null
  readonly subject: string | null
  readonly predicate: string | null
  readonly object: string | null
  readonly value: string | null
  readonly unit: string | null
  /** When what it tells of began, as far as that was read. */
  readonly dated: string | null
  readonly modality: string
  readonly proposed: string | null
  /** What speaks against it: docs/evaluating.md has the table. */
  readonly codes: readonly string[]
  /** Which way, and by what, where code itself finds it. */
  readonly direction: { readonly side: string; readonly by: string } | null
  readonly bears: 'YES' | 'NO' | null
}

export type Conclusion = { readonly finding: string; readonly deciding: readonly string[] }

/**
 * Builds the trace of a market in words from its evidence, in which the readers' replies are kept: a pure function, so that the same
 * evidence always gives the same steps. No word of a model enters a step but pieces that stand in the page or in the question.
 */
export function auditText(spec: Spec.PromptSpec, evidence: Evidence.EvidenceBundle): Audited {
  const reasoned = reason(spec, evidence)
  const steps = stepsOf(spec, evidence, reasoned)
  const cited = new Set(steps.flatMap((one) => one.inputs.evidence_ids))
  const trace_id = `trace-${spec.market.market_id}`
  const { facts, agreed, finding } = reasoned
  return {
    trace: {
      schema_version: 'v1',
      trace_id,
      steps,
      policy: {
        determinism: 'recorded',
        temperature: 0,
        seed: 42,
        max_tier: spec.market.min_provenance_tier,
      },
      evidence_refs: [...cited].sort(),
    },
    report: {
      schema_version: 'v1',
      trace_id,
      summary: `${facts.length} facts were given, ${agreed.length} by both readers: ${finding}.`,
      assumptions: [],
    },
  }
}

function stepsOf(
  spec: Spec.PromptSpec,
  evidence: Evidence.EvidenceBundle,
  reasoned: Reasoned,
): Trace.ReasoningStep[] {
  const { pages, facts, agreed, alone, silent, counted, afterDeadline, finding, deciding } = reasoned
  const steps: Trace.ReasoningStep[] = []
  const add = (
    step_id: string,
    type: Trace.ReasoningStep['type'],
    [evidence_ids, prior_step_ids]: readonly [string[], string[]],
    action: string,
    output: Json.Json,
  ) => steps.push(Trace.commit({ step_id, type, inputs: { evidence_ids, prior_step_ids }, action, output }))
  const has = (id: string) => evidence.items.some((item) => item.evidence_id === id)
  const fetched = spec.data_requirements.map((one) => one.requirement_id).filter(has)
  const asked = spec.data_requirements.map((one) => one.requirement_id)
  add('search', 'search', [fetched, []], 'ask every source that the plan names', {
    asked,
    answered: fetched,
    after_deadline: afterDeadline,
  })
  for (const page of pages.pages)
    add(
      `page-${page.id}`,
      'check',
      [[page.id].filter(has), ['search']],
      'see whether the page can be read',
      pageStep(spec, page),
    )
  for (const known of facts) {
    const { page, reply } = known.given
    const prior = [`page-${page}`].filter((id) => steps.some(({ step_id }) => step_id === id))
    const cited = [...[page].filter((id) => prior.length > 0 && has(id)), reply]
    add(
      known.id,
      'extract',
      [cited, ['search', ...prior]],
      'check each part of what a reader found',
      factStep(spec, known),
    )
  }
  const replies = evidence.items.flatMap(({ evidence_id: id, source }) =>
    source.provider === modelProvider ? [id] : [],
  )
  const all = ['search', ...facts.map(({ id }) => id)].slice(0, 512)
  add('agree', 'deduce', [replies, all], 'keep what both readers found', {
    agreed: [...agreed],
    alone: [...alone],
  })
  const read = pages.pages.filter(({ view }) => view.fault === null).map(({ id }) => id)
  add('silence', 'check', [read, ['agree']], 'count the words, and look for silence that says something', {
    silent,
    counted: counted === null ? null : { ...counted },
  })
  add('analysis', 'aggregate', [[], ['search', 'agree', 'silence']], 'say what the pages come to', {
    finding,
    deciding: [...deciding],
  })
  return steps
}

function pageStep(spec: Spec.PromptSpec, { id, view }: Reasoned['pages']['pages'][number]): PageStep {
  const { fault, source } = view
  return { page: id, class: policyFor(spec, id)!.class, fault, complete: source.complete_for !== null }
}

function factStep(spec: Spec.PromptSpec, { given, checked }: Known): FactStep {
  const { fact, page } = given
  const { codes, direction, bears, span } = checked
  const known = `${checked.page?.text ?? ''}\n${displayIn(spec)}`
  const piece = (text: string | null) => (text !== null && known.includes(text) ? text : null)
  return {
    page: checked.page === null ? 'none' : page,
    quote: codes.includes('QUOTE_ABSENT') ? null : Page.collapse(fact.quote).trim(),
    subject: piece(fact.subject),
    predicate: piece(fact.predicate),
    object: piece(fact.object),
    value: piece(fact.value),
    unit: piece(fact.unit),
    dated: span === null ? null : instantOf(span.instant ?? span.first * 86_400),
    modality: fact.modality,
    proposed: fact.bears,
    codes: [...codes],
    direction: direction === null ? null : { side: direction.side, by: direction.by },
    bears,
  }
}

const lastSecond = Instant.parse('9999-12-31T23:59:59Z')
const instantOf = (at: number): string | null => (at < 0 || at > lastSecond ? null : Instant.format(at))

/** Marks what a verdict may rest on: the primary pages that were read, and those that decide. */
export function markUsed(spec: Spec.PromptSpec, evidence: Evidence.EvidenceBundle): Evidence.EvidenceBundle {
  const { pages, facts, deciding, silent, counted } = reason(spec, evidence)
  const decisive = new Set([
    ...facts.filter(({ id }) => deciding.includes(id)).map(({ given }) => given.page),
    ...[silent, counted?.page].filter((id) => id != null),
  ])
  const used = new Set(
    pages.pages.flatMap(({ id, view }) =>
      view.fault === null && (view.source.role === 'primary' || decisive.has(id)) ? [id] : [],
    ),
  )
  const items = evidence.items.map((item) => ({ ...item, used: used.has(item.evidence_id) }))
  return { ...evidence, items, provenance_summary: Evidence.summarize(items) }
}
