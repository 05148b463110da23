import type { Queries } from '../../../../services/store/Store.ts'
import { isAbsent, type PageCheck } from './probe.ts'
import type { Cited } from './sourceUrl.ts'

/** What is known of a page that markets cite. */
export type CitedPage = {
  readonly url: string
  readonly verdict: PageCheck['verdict'] | 'unchecked'
  readonly status: number | null
  readonly checked_at_ms: number | null
}

/** Once may be a hiccup. */
const isLostAfter = 2
/** A page that did not answer is asked for again soon, to be sure. */
const secondLookMs = 900_000

type Row = {
  url: string
  verdict: CitedPage['verdict']
  status: number | null
  checked_at: Date | null
  failures: number
}

/** Keeps a page in mind, to be looked at. */
export const watchSource = (queries: Queries, { url, domain }: Cited, now: Date): Promise<unknown> =>
  queries.query(
    'insert into sources (url, domain, due_at) values ($1, $2, $3) on conflict (url) do nothing',
    [url, domain, now],
  )

/** What is known of a page, and whether nobody was there for some time. */
export async function readSource(
  queries: Queries,
  url: string,
): Promise<{ source: CitedPage; isLost: boolean }> {
  const [row] = await queries.query<Row>(
    'select url, verdict, status, checked_at, failures from sources where url = $1',
    [url],
  )
  const { verdict = 'unchecked', status = null, checked_at = null, failures = 0 } = row ?? {}
  return {
    source: { url, verdict, status, checked_at_ms: checked_at?.getTime() ?? null },
    isLost: failures >= isLostAfter,
  }
}

/**
 * Pages to be looked at now, each of another domain, the most overdue first. Whoever takes one has it to himself until it is due
 * again; a domain that was asked within the pause is left alone.
 */
export const takeDue = (
  store: Queries,
  how: { readonly now: number; readonly pauseMs: number; readonly most: number },
): Promise<Cited[]> =>
  store.query<Cited>(
    `update sources set asked_at = $1, due_at = $2 where url in (
       select url from (
         select distinct on (domain) url, due_at from sources as one
         where due_at <= $1 and exists (select 1 from markets where source_url = one.url and not is_archived)
           and not exists (select 1 from sources as other where other.domain = one.domain and other.asked_at > $3)
         order by domain, due_at, url
       ) as firsts order by due_at, url limit $4
     ) returning url, domain`,
    [new Date(how.now), new Date(how.now + secondLookMs), new Date(how.now - how.pauseMs), how.most],
  )

/** Keeps what was found; true where a page has just been lost. */
export async function keepFinding(
  store: Queries,
  { url }: Cited,
  { verdict, status }: PageCheck,
  when: { readonly now: number; readonly everyMs: number },
): Promise<boolean> {
  const absent = isAbsent(verdict)
  const [row] = await store.query<Row>(
    `update sources set verdict = $2, status = $3, checked_at = $4, failures = case when $5 then failures + 1 else 0 end,
       due_at = case when $5 and failures + 1 < $6 then $7::timestamptz else $8::timestamptz end
     where url = $1 returning url, verdict, status, checked_at, failures`,
    [
      url,
      verdict,
      status,
      new Date(when.now),
      absent,
      isLostAfter,
      new Date(when.now + Math.min(secondLookMs, when.everyMs)),
      new Date(when.now + when.everyMs),
    ],
  )
  return row?.failures === isLostAfter
}

/** The markets that are watched and cite a page. */
export async function citing(store: Queries, { url }: Cited): Promise<string[]> {
  const rows = await store.query<{ condition_id: string }>(
    'select condition_id from markets where source_url = $1 and not is_archived order by condition_id limit 20',
    [url],
  )
  return rows.map((row) => row.condition_id)
}

/** How many pages there are of each verdict, as far as markets that are watched cite them; and how many are lost. */
export async function countSources(
  store: Queries,
): Promise<{ readonly byVerdict: ReadonlyMap<string, number>; readonly lost: number }> {
  const rows = await store.query<{ verdict: string; pages: bigint; lost: bigint }>(
    `select verdict, count(*) as pages, count(*) filter (where failures >= $1) as lost from sources
     where exists (select 1 from markets where source_url = url and not is_archived) group by verdict`,
    [isLostAfter],
  )
  return {
    byVerdict: new Map(rows.map(({ verdict, pages }) => [verdict, Number(pages)])),
    lost: rows.reduce((sum, { lost }) => sum + Number(lost), 0),
  }
}
