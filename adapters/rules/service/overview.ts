import type { Queries } from '../../../services/store/Store.ts'
import type { Service } from './Service.ts'
import { verdicts } from './sources/probe.ts'
import { countSources } from './sources/Sources.ts'

/** How things stand over all processes of a database. */
export type Overview = {
  readonly watched: number
  readonly missingRules: number
  readonly stale: number
  readonly archived: number
  readonly lastParsedAt: number | null
  readonly oldestDueAt: number | null
  readonly inReview: number
  readonly ready: number
  /** Pages that watched markets cite, by what was found there; and at how many nobody is any more. */
  readonly sources: Awaited<ReturnType<typeof countSources>>
}

export async function readOverview(store: Queries): Promise<Overview> {
  const [row] = await store.query<{
    watched: bigint
    missing: bigint
    stale: bigint
    archived: bigint
    last_parsed_at: Date | null
    oldest_due_at: Date | null
    in_review: bigint
    ready: bigint
  }>(
    `select count(*) filter (where not is_archived) as watched,
       count(*) filter (where not is_archived and reason = 'RESOLUTIONRULEPARSER_MISSING_RULES') as missing,
       count(*) filter (where not is_archived and stale_level > 0) as stale,
       count(*) filter (where is_archived) as archived,
       max(last_parsed_at) as last_parsed_at,
       min(due_at) filter (where not is_archived) as oldest_due_at,
       (select count(*) from reports where status = 'review') as in_review,
       (select count(*) from reports where status = 'ready') as ready
     from markets`,
  )
  return {
    watched: Number(row!.watched),
    missingRules: Number(row!.missing),
    stale: Number(row!.stale),
    archived: Number(row!.archived),
    lastParsedAt: row!.last_parsed_at?.getTime() ?? null,
    oldestDueAt: row!.oldest_due_at?.getTime() ?? null,
    inReview: Number(row!.in_review),
    ready: Number(row!.ready),
    sources: await countSources(store),
  }
}

/** Shows in the metrics how things stand. */
export async function showOverview({ store, metrics, now }: Service): Promise<void> {
  const one = await readOverview(store)
  metrics.markets.set({ state: 'watched' }, one.watched)
  metrics.markets.set({ state: 'missing_rules' }, one.missingRules)
  metrics.markets.set({ state: 'stale' }, one.stale)
  metrics.markets.set({ state: 'archived' }, one.archived)
  for (const verdict of ['unchecked', ...verdicts])
    metrics.sources.set({ verdict }, one.sources.byVerdict.get(verdict) ?? 0)
  metrics.waiting.set({ status: 'review' }, one.inReview)
  metrics.waiting.set({ status: 'ready' }, one.ready)
  metrics.overdue.set(one.oldestDueAt === null ? 0 : Math.max(0, (now() - one.oldestDueAt) / 1_000))
}
