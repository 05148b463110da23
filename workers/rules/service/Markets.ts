import type { Queries } from '../../store/Store.ts'
import { fingerprint, type Seen } from './decide.ts'
import type { Reason } from './Reason.ts'

/** What is kept of markets: what was last seen, when they are polled next, and who polls them now. */
export type Claim = { readonly conditionId: string; readonly claim: bigint; readonly by: string }

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

const inTime = (now: number): Date => new Date(now)

/** Begins to watch markets. One that was archived and is open again is watched again. */
export const watchMarkets = (store: Queries, ids: readonly string[], now: number): Promise<unknown> =>
  store.query(
    `insert into markets (condition_id, known_at, due_at) select id, $2, $2 from unnest($1::text[]) as id
     on conflict (condition_id) do update set is_archived = false, due_at = $2 where markets.is_archived`,
    [ids, inTime(now)],
  )

/** Markets whose poll is due and that nobody polls, the most overdue first. */
export async function dueMarkets(store: Queries, now: number, limit: number): Promise<string[]> {
  const rows = await store.query<{ condition_id: string }>(
    `select condition_id from markets
     where not is_archived and due_at <= $1 and (lease_until is null or lease_until < now())
     order by due_at, condition_id limit $2`,
    [inTime(now), limit],
  )
  return rows.map((row) => row.condition_id)
}

/** Makes markets due at once, to be parsed again whatever they say; all that are watched where none are named. */
export async function makeDue(
  store: Queries,
  now: number,
  options: { readonly ids?: readonly string[]; readonly isForced: boolean; readonly trace?: string | null },
): Promise<string[]> {
  const { ids = null, isForced, trace = null } = options
  const rows = await store.query<{ condition_id: string }>(
    `update markets set due_at = least(due_at, $1), is_forced = is_forced or $2, trace = coalesce($3, trace),
       fingerprint = null
     where condition_id in (
       select condition_id from markets where not is_archived and ($4::text[] is null or condition_id = any ($4::text[]))
       order by condition_id for update
     ) returning condition_id`,
    [inTime(now), isForced, trace, ids],
  )
  return rows.map((row) => row.condition_id)
}

/** Takes those that are still due and free. Whoever has claimed one polls it, and nobody else. */
export async function claimMarkets(
  store: Queries,
  ids: readonly string[],
  how: { readonly by: string; readonly leaseMs: number; readonly now: number },
): Promise<Claim[]> {
  const rows = await store.query<{ condition_id: string; claim: bigint }>(
    `update markets set claimed_by = $1, lease_until = now() + $2::bigint * interval '1 millisecond', claim = claim + 1
     where condition_id in (
       select condition_id from markets
       where condition_id = any ($3::text[]) and not is_archived and due_at <= $4
         and (lease_until is null or lease_until < now())
       order by condition_id for update skip locked
     ) returning condition_id, claim`,
    [how.by, how.leaseMs, ids, inTime(how.now)],
  )
  return rows.map(({ condition_id, claim }) => ({ conditionId: condition_id, claim, by: how.by }))
}

/** The row of a claimed market, locked; undefined where somebody else has taken over. */
export async function lockMarket(
  queries: Queries,
  { conditionId, claim, by }: Claim,
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

/** A market that was seen, but says nothing that could be parsed: what is known of it stays. */
export const keepWithout = (
  queries: Queries,
  { conditionId }: Claim,
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
    [conditionId, what.reason, inTime(what.dueAt), what.isResolved, what.isFresh, inTime(what.now)],
  )

/** What was seen and understood becomes what is known. */
export const keepSeen = (
  queries: Queries,
  { conditionId }: Claim,
  what: {
    readonly seen: Seen
    readonly version: { readonly number: number; readonly hash: string }
    readonly reports: number
    readonly gammaUpdatedAt: number | null
    readonly isResolved: boolean
    readonly now: number
    readonly dueAt: number
  },
): Promise<unknown> =>
  queries.query(
    `update markets set market = $2, parsed = $3, last_rules_hash = $4, last_resolution_source = $5, last_parsed_at = $6,
       fresh_at = $6, version = $7, version_hash = $8, reports = $9, gamma_updated_at = $10, is_archived = $11, due_at = $12,
       fingerprint = $13, stale_level = 0, reason = null, is_forced = false, trace = null, claimed_by = null,
       lease_until = null
     where condition_id = $1`,
    [
      conditionId,
      JSON.stringify(what.seen.market),
      JSON.stringify(what.seen.parsed),
      what.seen.parsed.rules_hash,
      what.seen.parsed.structured.mechanism,
      inTime(what.now),
      what.version.number,
      what.version.hash,
      what.reports,
      what.gammaUpdatedAt === null ? null : inTime(what.gammaUpdatedAt),
      what.isResolved,
      inTime(what.dueAt),
      fingerprint(what.seen.market),
    ],
  )

export type Unchanged = {
  readonly claim: Claim
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
      some.map(({ updatedAt }) => (updatedAt === null ? null : inTime(updatedAt))),
      inTime(when.now),
      inTime(when.dueAt),
    ],
  )
  return new Set(rows.map((row) => row.condition_id))
}

/** Gives claims back; the markets are polled again at the time given. */
export const postpone = (store: Queries, claims: readonly Claim[], dueAt: number): Promise<unknown> =>
  store.query(
    `update markets set claimed_by = null, lease_until = null, due_at = $3 from unnest($1::text[], $2::bigint[]) as mine (id, claim)
     where condition_id = mine.id and markets.claim = mine.claim and claimed_by is not null`,
    [claims.map((one) => one.conditionId), claims.map((one) => one.claim), inTime(dueAt)],
  )
