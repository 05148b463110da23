import type { Queries } from '../../../services/store/Store.ts'
import type { Seen } from './decide.ts'
import type { Reason } from './Reason.ts'

/** Who polls a market now: others leave it alone, and one whose claim was taken over writes nothing. */
export type Lease = { readonly conditionId: string; readonly claim: bigint; readonly by: string }

export type MarketRow = {
  readonly seen: Seen | null
  readonly version: number
  readonly versionHash: string | null
  readonly reports: number
  readonly gammaUpdatedAt: number | null
  readonly reason: Reason | null
  readonly staleLevel: number
  readonly isForced: boolean
  readonly trace: string | null
}

/** Takes those that are still due and free. Whoever has claimed one polls it, and nobody else. */
export async function leaseMarkets(
  store: Queries,
  ids: readonly string[],
  how: { readonly by: string; readonly leaseMs: number; readonly now: number },
): Promise<Lease[]> {
  const rows = await store.query<{ condition_id: string; claim: bigint }>(
    `update markets set claimed_by = $1, lease_until = now() + $2::bigint * interval '1 millisecond', claim = claim + 1
     where condition_id in (
       select condition_id from markets
       where condition_id = any ($3::text[]) and not is_archived and due_at <= $4
         and (lease_until is null or lease_until < now())
       order by condition_id for update skip locked
     ) returning condition_id, claim`,
    [how.by, how.leaseMs, ids, new Date(how.now)],
  )
  return rows.map(({ condition_id, claim }) => ({ conditionId: condition_id, claim, by: how.by }))
}

/** The row of a claimed market, locked; undefined where somebody else has taken over. */
export async function lockMarket(
  queries: Queries,
  { conditionId, claim, by }: Lease,
): Promise<MarketRow | undefined> {
  const [row] = await queries.query<{
    market: string | null
    parsed: string | null
    version: number
    version_hash: string | null
    reports: number
    gamma_updated_at: Date | null
    reason: Reason | null
    stale_level: number
    is_forced: boolean
    trace: string | null
  }>(
    `select market, parsed, version, version_hash, reports, gamma_updated_at, reason, stale_level, is_forced, trace
     from markets where condition_id = $1 and claim = $2 and claimed_by = $3 for update`,
    [conditionId, claim, by],
  )
  if (row === undefined) return undefined
  const { market, parsed } = row
  return {
    seen:
      market === null || parsed === null ? null : { market: JSON.parse(market), parsed: JSON.parse(parsed) },
    version: row.version,
    versionHash: row.version_hash,
    reports: row.reports,
    gammaUpdatedAt: row.gamma_updated_at?.getTime() ?? null,
    reason: row.reason,
    staleLevel: row.stale_level,
    isForced: row.is_forced,
    trace: row.trace,
  }
}

/** Gives claims back; the markets are polled again at the time given. */
export const postpone = (store: Queries, claims: readonly Lease[], dueAt: number): Promise<unknown> =>
  store.query(
    `update markets set claimed_by = null, lease_until = null, due_at = $3 from unnest($1::text[], $2::bigint[]) as mine (id, claim)
     where condition_id = mine.id and markets.claim = mine.claim and claimed_by is not null`,
    [claims.map((one) => one.conditionId), claims.map((one) => one.claim), new Date(dueAt)],
  )
