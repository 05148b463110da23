import type { Queries } from '../../../services/store/Store.ts'
import { fingerprint, type Seen } from './decide.ts'
import type { Lease } from './Lease.ts'
import type { Reason } from './Reason.ts'

/** A market that was seen, but says nothing that could be parsed: what is known of it stays. */
export const keepWithout = (
  queries: Queries,
  { conditionId }: Lease,
  what: {
    readonly reason: Reason
    readonly isFresh: boolean
    readonly isResolved: boolean
    readonly now: number
    readonly dueAt: number
  },
): Promise<unknown> =>
  queries.query(
    `update markets set reason = $2, due_at = $3, is_archived = $4, claimed_by = null, lease_until = null,
       fresh_at = case when $5 then $6 else fresh_at end, stale_level = case when $5 then 0 else stale_level end
     where condition_id = $1`,
    [conditionId, what.reason, new Date(what.dueAt), what.isResolved, what.isFresh, new Date(what.now)],
  )

/** What was seen and understood becomes what is known. */
export const keepSeen = (
  queries: Queries,
  { conditionId }: Lease,
  what: {
    readonly seen: Seen
    readonly version: { readonly number: number; readonly hash: string }
    readonly reports: number
    readonly gammaUpdatedAt: number | null
    readonly sourceUrl: string | null
    readonly isResolved: boolean
    readonly now: number
    readonly dueAt: number
  },
): Promise<unknown> =>
  queries.query(
    `update markets set market = $2, parsed = $3, last_rules_hash = $4, last_resolution_source = $5, last_parsed_at = $6,
       fresh_at = $6, version = $7, version_hash = $8, reports = $9, gamma_updated_at = $10, is_archived = $11, due_at = $12,
       fingerprint = $13, source_url = $14, neg_risk_group = $15, stale_level = 0, reason = null, is_forced = false, trace = null, claimed_by = null,
       lease_until = null
     where condition_id = $1`,
    [
      conditionId,
      JSON.stringify(what.seen.market),
      JSON.stringify(what.seen.parsed),
      what.seen.parsed.rules_hash,
      what.seen.parsed.structured.mechanism,
      new Date(what.now),
      what.version.number,
      what.version.hash,
      what.reports,
      what.gammaUpdatedAt === null ? null : new Date(what.gammaUpdatedAt),
      what.isResolved,
      new Date(what.dueAt),
      fingerprint(what.seen.market),
      what.sourceUrl,
      what.seen.parsed.structured.topology.neg_risk_market_id,
    ],
  )

export type Unchanged = {
  readonly claim: Lease
  readonly fingerprint: string
  readonly updatedAt: number | null
}

/**
 * Notes in one go that markets say what they said before, and gives the ids of those for which that is so. Most polls find
 * nothing else.
 */
export async function keepUnchanged(
  store: Queries,
  some: readonly Unchanged[],
  when: { readonly now: number; readonly dueAt: number },
): Promise<ReadonlySet<string>> {
  const rows = await store.query<{ condition_id: string }>(
    `update markets set last_parsed_at = $6, fresh_at = $6, due_at = $7, claimed_by = null, lease_until = null,
       gamma_updated_at = greatest(gamma_updated_at, least(mine.updated_at, $6))
     from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::timestamptz[]) as mine (id, claim, by, fingerprint, updated_at)
     where condition_id = mine.id and markets.claim = mine.claim and claimed_by = mine.by
       and markets.fingerprint = mine.fingerprint and not is_forced and reason is null and stale_level = 0
     returning condition_id`,
    [
      some.map(({ claim }) => claim.conditionId),
      some.map(({ claim }) => claim.claim),
      some.map(({ claim }) => claim.by),
      some.map((one) => one.fingerprint),
      some.map(({ updatedAt }) => (updatedAt === null ? null : new Date(updatedAt))),
      new Date(when.now),
      new Date(when.dueAt),
    ],
  )
  return new Set(rows.map((row) => row.condition_id))
}
