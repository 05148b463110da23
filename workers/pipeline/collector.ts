import { Evidence, Instant } from '../../protocol/index.ts'
import { SourceError } from '../../protocol/source/index.ts'
import type { Transport } from '../../services/fetch/Transport.ts'
import { fetchEvidence, type Prove } from '../source/fetchEvidence.ts'
import * as Registry from '../source/Registry.ts'
import { readReply } from '../source/registry/readReply.ts'
import type { Requirement } from '../source/Source.ts'
import * as ExecutedPlan from './plan/ExecutedPlan.ts'
import { sampleId } from './rule/compile.ts'
import { SOPExecutionError, type Time } from './Stage.ts'
import type { Compiled, Subject } from './Subject.ts'
import { fetchPage } from './text/fetchPage.ts'

export type Collecting = {
  readonly collectorId: string
  readonly sources: Registry.Registry
  readonly transport: Transport
  /** Looks for a better proof than a plain reply. */
  readonly prove?: Prove | undefined
}

/** A source that gave nothing, and why: for logs and for the reader of the answer, outside every hash. */
export type Failure = {
  readonly requirementId: string
  readonly provider: string
  readonly reason: string
  /** It may be there a little later. */
  readonly isPassing: boolean
}

export type Collected = { readonly evidence: Evidence.EvidenceBundle; readonly failures: readonly Failure[] }

/** Fetches what the compiled question needs, all sources at once. One that fails does not keep the others from answering. */
export async function collector(
  context: Collecting,
  subject: Subject,
  compiled: Compiled,
  { signal, early = signal }: Time = {},
): Promise<Collected> {
  const isRule = compiled.spec.market.resolution_rules.predicate !== null
  const { market_id, round } = subject
  const prove: Prove | undefined =
    context.prove && ((found) => context.prove?.({ ...found, scope: { market_id, round } }) ?? null)
  const results: Outcome[] = await Promise.all(
    stepsOf(compiled).map(async (requirement) => {
      try {
        if (!isRule) return await fetchStep({ ...context, prove }, requirement, compiled, { early })
        return { item: mark(await fetchSample({ ...context, prove }, requirement, early), compiled) }
      } catch (error) {
        if (signal?.aborted) throw error
        return { failure: toFailure(requirement, error, early) }
      }
    }),
  )
  const items = results.flatMap((result) => (result.item !== undefined ? [result.item] : []))
  const failures = results.flatMap((result) => (result.failure !== undefined ? [result.failure] : []))
  if (items.length === 0) {
    throw new SOPExecutionError('collector', 'FAILED', {
      reason: `no source gave anything. ${failures.map(({ reason }) => reason).join(' ')}`,
      again: failures.some((one) => one.isPassing) ? 'soon' : null,
    })
  }
  const evidence = toBundle(context.collectorId, subject, items)
  return { evidence: withRecord(evidence, compiled, results), failures }
}

/** What came of a step: an item, or why there is none, and what the record of the plan says of it. */
type Outcome = {
  readonly item?: Evidence.EvidenceItem
  readonly failure?: Failure
  readonly result?: ExecutedPlan.Result
}

/** What is fetched is what the plan says, in its order. */
function stepsOf({ plan, requirements }: Compiled): Requirement[] {
  return plan.steps.flatMap(({ method, requirement_id: id }) => {
    const requirement = requirements.find((one) => one.requirementId === id)
    return method === 'SEARCH' || requirement === undefined ? [] : [requirement]
  })
}

/** Fetches a page of a plan. A reply in another layout than the registry gives is a failure with a name, and no evidence. */
async function fetchStep(
  { transport, prove }: Collecting,
  requirement: Requirement,
  { planned }: Compiled,
  { early: signal }: Time,
): Promise<Outcome> {
  const { requirementId, provider } = requirement
  const step = planned?.plan.sources.find(({ source }) => source.id === requirementId)
  const item = await fetchPage(transport, requirement, { prove, signal, headers: step?.headers })
  const { status, response_hash } = item.retrieval
  const entry = step?.entry ?? null
  const reading =
    entry === null ? null : readReply(entry, { status, body: item.content, contentType: item.content_type })
  const result = {
    step_id: `fetch-${requirementId}`,
    status,
    response_hash,
    rows: reading?.ok === true && entry?.facts !== undefined ? reading.rows.length : null,
    is_full: reading?.ok === true && reading.isFull,
    fault: status < 200 || status > 299 ? 'status' : reading?.ok === false ? reading.fault.code : null,
  }
  // That a source refused by its status is evidence of that; a page that can't be read as declared would pass for silence.
  if (reading === null || reading.ok || reading.fault.code === 'status') return { item, result }
  const { code, message } = reading.fault
  return {
    failure: {
      requirementId,
      provider,
      reason: `${code}: ${entry?.name ?? provider}: ${message}`,
      isPassing: false,
    },
    result,
  }
}

/** The bundle with the record of its plan behind what was found, where there was something to plan with. */
function withRecord(
  evidence: Evidence.EvidenceBundle,
  { plan: toolPlan, planned }: Compiled,
  outcomes: readonly Outcome[],
): Evidence.EvidenceBundle {
  if (planned === undefined) return evidence
  const { plan, searched } = planned
  const results = outcomes.map((outcome, i) => outcome.result ?? unreached(plan.sources[i]!.source.id))
  const record = ExecutedPlan.toItem({ toolPlan, plan, searched, results }, evidence.collection_time)
  const items = [...evidence.items, record]
  return { ...evidence, items, provenance_summary: Evidence.summarize(items) }
}

const unreached = (id: string): ExecutedPlan.Result => ({
  step_id: `fetch-${id}`,
  status: null,
  response_hash: null,
  rows: null,
  is_full: false,
  fault: 'unreachable',
})

const fetchSample = (
  { sources, transport, prove }: Collecting,
  requirement: Requirement,
  signal: AbortSignal | undefined,
): Promise<Evidence.EvidenceItem> =>
  fetchEvidence(Registry.sourceFor(sources, requirement), requirement, transport, {
    evidenceId: requirement.requirementId,
    ...(prove === undefined ? {} : { prove }),
    ...(signal === undefined ? {} : { signal }),
  })

/** A verdict rests on the sample of the rule's own source alone, and only if that is proven well enough. */
export function mark(item: Evidence.EvidenceItem, { spec }: Pick<Compiled, 'spec'>): Evidence.EvidenceItem {
  const isProven = Evidence.derivedTier(item) <= spec.market.min_provenance_tier
  return { ...item, used: item.evidence_id === sampleId && item.normalized !== null && isProven }
}

function toFailure(
  { requirementId, provider }: Requirement,
  error: unknown,
  early: AbortSignal | undefined,
): Failure {
  const why = early?.aborted ? early.reason : error
  const reason = why instanceof Error ? (why.message.split('\n')[0] ?? '') : 'an unknown cause'
  const isPassing = early?.aborted === true || (error instanceof SourceError && error.isRetryable)
  return { requirementId, provider, reason, isPassing }
}

/** The bundle, dated by its last receipt: no clock but the transport's own. */
export function toBundle(
  collectorId: string,
  { market_id, round }: Pick<Subject, 'market_id' | 'round'>,
  items: readonly Evidence.EvidenceItem[],
): Evidence.EvidenceBundle {
  const last = Math.max(...items.map((item) => Instant.parse(item.retrieval.retrieved_at)))
  return {
    schema_version: 'v1',
    bundle_id: `evidence-${market_id}-${round}`,
    collector_id: collectorId,
    items: [...items],
    collection_time: Instant.format(last),
    provenance_summary: Evidence.summarize(items),
  }
}
