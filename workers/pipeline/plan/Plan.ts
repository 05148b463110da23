import { Schema, Spec } from '../../../protocol/index.ts'
import type { Entry } from '../../source/registry/Entry.ts'
import type { SourceRegistry } from '../../source/registry/SourceRegistry.ts'
import type { SearchPort } from '../../source/search/SearchPort.ts'
import type { Subject } from '../Subject.ts'
import type { TextSource } from '../text/TextSource.ts'

/** What plans are made with, besides the question. */
export type Planning = {
  readonly registry: SourceRegistry | null
  readonly search: SearchPort | null
  /** Searches, pages and all: no plan makes more calls. */
  readonly budget: number
  /** Who runs the worker, for sources that ask for it. */
  readonly contact: string | null
}

/** Steps of a plan and sources of a config are at most as many. */
export const mostCalls = 16
export const usualCalls = 12

/** A page that will be fetched, and what the registry says of it. */
export type PlannedSource = {
  readonly source: TextSource
  readonly entry: Entry | null
  readonly headers: Readonly<Record<string, string>>
}

export type PlannedSearch = { readonly id: string; readonly query: string }

/** What was not planned, and why: for the operator, and for the reader of a proof. */
export type Skipped = { readonly source: string; readonly why: string }

export type Plan = {
  readonly sources: readonly PlannedSource[]
  readonly searches: readonly PlannedSearch[]
  readonly skipped: readonly Skipped[]
  readonly budget: number
  readonly registryHash: string | null
}

/** The plan as the protocol has it: searches first, because they find pages of later steps. */
export const toToolPlan = (
  { searches, sources, registryHash }: Pick<Plan, 'searches' | 'sources' | 'registryHash'>,
  { market_id, round }: Pick<Subject, 'market_id' | 'round'>,
): Spec.ToolPlan =>
  Schema.read(Spec.toolPlan, {
    schema_version: 'v1',
    plan_id: `plan-${market_id}-${round}`,
    market_id,
    ...(registryHash === null ? {} : { registry_hash: registryHash }),
    steps: [
      ...searches.map(({ id, query }) => ({
        step_id: id,
        requirement_id: id,
        source_id: 'search',
        method: 'SEARCH',
        target: query,
        max_tier: 3,
      })),
      ...sources.map(({ source }) => ({
        step_id: `fetch-${source.id}`,
        requirement_id: source.id,
        source_id: source.id,
        method: 'GET',
        target: source.url,
        max_tier: source.maxTier,
      })),
    ],
  })
