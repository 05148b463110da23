import { Evidence, Instant } from '../../protocol/index.ts'
import type { Transport } from '../../services/fetch/Transport.ts'
import { fetchEvidence, type Prove } from '../source/fetchEvidence.ts'
import * as Registry from '../source/Registry.ts'
import type { Requirement } from '../source/Source.ts'
import { sampleId } from './rule/compile.ts'
import { SOPExecutionError } from './Stage.ts'
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
export type Failure = { readonly requirementId: string; readonly provider: string; readonly reason: string }

export type Collected = { readonly evidence: Evidence.EvidenceBundle; readonly failures: readonly Failure[] }

type Options = { readonly signal?: AbortSignal }

/** Fetches what the compiled question needs, all sources at once. One that fails does not keep the others from answering. */
export async function collector(
  context: Collecting,
  subject: Subject,
  compiled: Compiled,
  options: Options = {},
): Promise<Collected> {
  const isRule = compiled.spec.market.resolution_rules.predicate !== null
  const { market_id, round } = subject
  const prove: Prove | undefined =
    context.prove && ((found) => context.prove?.({ ...found, scope: { market_id, round } }) ?? null)
  const results = await Promise.all(
    compiled.requirements.map(async (requirement) => {
      try {
        const item = isRule
          ? mark(await fetchSample({ ...context, prove }, requirement, options), compiled)
          : await fetchPage(context.transport, requirement, { prove, signal: options.signal })
        return { item }
      } catch (error) {
        if (options.signal?.aborted) throw error
        return { failure: toFailure(requirement, error) }
      }
    }),
  )
  const items = results.flatMap((result) => ('item' in result ? [result.item] : []))
  const failures = results.flatMap((result) => ('failure' in result ? [result.failure] : []))
  if (items.length === 0) {
    throw new SOPExecutionError('collector', 'FAILED', {
      reason: `no source gave anything. ${failures.map(({ reason }) => reason).join(' ')}`,
    })
  }
  return { evidence: toBundle(context.collectorId, subject, items), failures }
}

const fetchSample = (
  { sources, transport, prove }: Collecting,
  requirement: Requirement,
  { signal }: Options,
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

const toFailure = ({ requirementId, provider }: Requirement, error: unknown): Failure => {
  const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'an unknown cause'
  return { requirementId, provider, reason }
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
