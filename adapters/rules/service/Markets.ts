import type { Queries } from '../../../services/store/Store.ts'

/** Which markets are watched, and when they are polled next. */
/** Begins to watch markets. One that was archived and is open again is watched again. */
export const watchMarkets = (store: Queries, ids: readonly string[], now: number): Promise<unknown> =>
  store.query(
    `insert into markets (condition_id, known_at, due_at) select id, $2, $2 from unnest($1::text[]) as id
     on conflict (condition_id) do update set is_archived = false, due_at = $2 where markets.is_archived`,
    [ids, new Date(now)],
  )

/** Markets whose poll is due and that nobody polls, the most overdue first. */
export async function dueMarkets(store: Queries, now: number, limit: number): Promise<string[]> {
  const rows = await store.query<{ condition_id: string }>(
    `select condition_id from markets
     where not is_archived and due_at <= $1 and (lease_until is null or lease_until < now())
     order by due_at, condition_id limit $2`,
    [new Date(now), limit],
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
    [new Date(now), isForced, trace, ids],
  )
  return rows.map((row) => row.condition_id)
}
