import type { Queries } from '../../../services/store/Store.ts'
import type { Draft } from './ObservationReport.ts'

/** Reports that wait, and those that went out. */
export type EmittedRow = { readonly position: bigint; readonly report_id: string; readonly body: string }

/** The least of a market's id that tells its report from all others of the same millisecond: four digits, nearly always. */
export async function newReportId(queries: Queries, conditionId: string, atMs: number): Promise<string> {
  for (let digits = 4; ; digits += 4) {
    const id = `rep_rrp_${conditionId.slice(0, 2 + digits)}_${atMs}`
    const taken = await queries.query('select 1 as one from reports where report_id = $1', [id])
    if (taken.length === 0 || digits === 64) return id
  }
}

/** Adds a report. An older one of the same market that still waits for a person is overtaken by it. */
export async function addReport(
  queries: Queries,
  report: {
    readonly draft: Draft
    readonly number: number
    readonly review: readonly string[]
    readonly responseMs: number
    readonly at: Date
  },
): Promise<void> {
  const { draft, number, review, responseMs, at } = report
  await queries.query(
    `update reports set status = 'superseded' where condition_id = $1 and status = 'review'`,
    [draft.condition_id],
  )
  await queries.query(
    `insert into reports (report_id, condition_id, number, status, review, draft, response_ms, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      draft.report_id,
      draft.condition_id,
      number,
      review.length > 0 ? 'review' : 'ready',
      review.length > 0 ? JSON.stringify(review) : null,
      JSON.stringify(draft),
      responseMs,
      at,
    ],
  )
}

export type ReadyRow = { readonly sequence: bigint; readonly draft: string; readonly response_ms: number }

/** Reports that may go out, in the order they were made; those of markets whose data is stale wait. What has resolved does not age. */
export const readyReports = (queries: Queries, freshSince: Date, limit: number): Promise<ReadyRow[]> =>
  queries.query<ReadyRow>(
    `select sequence, draft, response_ms from reports join markets using (condition_id)
     where status = 'ready' and (fresh_at >= $1 or is_archived) order by sequence limit $2`,
    [freshSince, limit],
  )

export const markEmitted = (
  queries: Queries,
  { sequence, position, body, at }: { sequence: bigint; position: bigint; body: string; at: Date },
): Promise<unknown> =>
  queries.query(
    `update reports set status = 'emitted', position = $2, body = $3, emitted_at = $4 where sequence = $1`,
    [sequence, position, body, at],
  )

/** What went out after a position, in order. */
export const emittedAfter = (store: Queries, position: bigint, limit: number): Promise<EmittedRow[]> =>
  store.query<EmittedRow>(
    'select position, report_id, body from reports where position > $1 order by position limit $2',
    [position, limit],
  )

export type ReviewRow = {
  readonly report_id: string
  readonly review: string
  readonly draft: string
  readonly created_at: Date
}

/** Reports that wait for a person, the oldest first. */
export const waitingForReview = (store: Queries): Promise<ReviewRow[]> =>
  store.query<ReviewRow>(
    `select report_id, review, draft, created_at from reports where status = 'review' order by sequence limit 1000`,
  )

/** What a person says of a report that waits for one; false where none does. */
export async function decideReview(
  store: Queries,
  reportId: string,
  said: { readonly isApproved: boolean; readonly by: string; readonly at: Date },
): Promise<boolean> {
  const rows = await store.query(
    `update reports set status = $2, decided_by = $3, decided_at = $4
     where report_id = $1 and status = 'review' returning 1 as one`,
    [reportId, said.isApproved ? 'ready' : 'rejected', said.by, said.at],
  )
  return rows.length > 0
}

/** Forgets reports from before a time. What they told of stays in the versions. */
export async function purgeReports(store: Queries, before: Date): Promise<number> {
  const rows = await store.query(
    `delete from reports where emitted_at < $1 or (status in ('rejected', 'superseded') and created_at < $1)
     returning 1 as one`,
    [before],
  )
  return rows.length
}
