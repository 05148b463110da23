import * as z from 'zod'
import { type Evidence, Hash, Instant, Json, Schema, Spec } from '../../../protocol/index.ts'
import { planId, planProvider } from '../Recorded.ts'
import type { Plan } from './Plan.ts'
import type { Searched } from './runSearches.ts'

const why = z.string().min(1).max(256)

/** What was planned and what came of each step. It holds addresses, hashes and codes, and no words of any page. */
export const schema = z.strictObject({
  schema_version: Schema.version,
  plan: Spec.toolPlan,
  skipped: z.array(z.strictObject({ source: Schema.identifier, why })).max(512),
  searches: z
    .array(
      z.strictObject({
        step_id: Schema.identifier,
        engine: Schema.identifier,
        retrieved_at: Schema.instant.nullable(),
        response_hash: Schema.hash.nullable(),
        failure: Schema.identifier.nullable(),
        hits: z.array(z.strictObject({ url: z.string().max(2_048), refused: why.nullable() })).max(64),
      }),
    )
    .max(8),
  results: z
    .array(
      z.strictObject({
        step_id: Schema.identifier,
        /** Null where no reply came. */
        status: z.int().min(0).max(599).nullable(),
        response_hash: Schema.hash.nullable(),
        /** How many facts the registry's paths find; null for pages without paths. */
        rows: z.int().min(0).nullable(),
        /** Whether the last page is full, so that there may be more. */
        is_full: z.boolean(),
        /** Why the reply is no evidence, or none came; null where it is. */
        fault: Schema.identifier.nullable(),
      }),
    )
    .max(32),
})
export type ExecutedPlan = z.infer<typeof schema>
export type Result = ExecutedPlan['results'][number]

/** What is known when the pages have been fetched. */
export type Executed = {
  readonly toolPlan: Spec.ToolPlan
  readonly plan: Plan
  readonly searched: readonly Searched[]
  readonly results: readonly Result[]
}

/** The record of an executed plan, as an item of the evidence that it brought. It is never what a verdict rests on. */
export function toItem({ toolPlan, plan, searched, results }: Executed, at: string): Evidence.EvidenceItem {
  const record = Schema.read(schema, {
    schema_version: 'v1',
    plan: toolPlan,
    skipped: plan.skipped,
    searches: searched.map(({ id, engine, retrievedAt, responseHash, failure, hits }) => ({
      step_id: id,
      engine,
      retrieved_at: retrievedAt === null ? null : Instant.format(retrievedAt),
      response_hash: responseHash,
      failure,
      hits,
    })),
    results,
  })
  const content = Json.canonical(record)
  return {
    schema_version: 'v1',
    evidence_id: planId,
    source: { source_id: Hash.ofText(planProvider), provider: planProvider, uri: `plan:${toolPlan.plan_id}` },
    retrieval: {
      retrieved_at: at,
      method: 'READ',
      request_hash: Hash.ofJson(record.plan as unknown as Json.Json),
      response_hash: Hash.ofText(content),
      status: 200,
      tool: 'plan',
    },
    provenance: { kind: 'none', tier: 3, proof: null, confidence_bps: 5_000 },
    content_type: 'application/json',
    content,
    normalized: null,
    used: false,
  }
}

/** The record in a bundle; null where there is none, or none that can be read. */
export function readRecord(item: Pick<Evidence.EvidenceItem, 'content'>): ExecutedPlan | null {
  try {
    const read = schema.safeParse(Json.parse(item.content, { depth: 12 }))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

/**
 * Why a record is not that of a bundle; null where it is: it has the steps of the plan that the spec gives, each step has one
 * result, and each result is the reply that the bundle holds, or says why there is none.
 */
export function faultOf(
  record: ExecutedPlan,
  expected: Spec.ToolPlan,
  items: readonly Evidence.EvidenceItem[],
): string | null {
  const fetches = record.plan.steps.filter(({ method }) => method !== 'SEARCH')
  const same = (one: unknown, other: unknown) =>
    Json.canonical(one as Json.Json) === Json.canonical(other as Json.Json)
  if (!same(fetches, expected.steps) || record.plan.plan_id !== expected.plan_id)
    return 'Its steps are not those of the prompt spec.'
  const searches = record.plan.steps.filter(({ method }) => method === 'SEARCH')
  const idsOf = (list: readonly { readonly step_id: string }[]) => list.map(({ step_id }) => step_id)
  if (!same(idsOf(searches), idsOf(record.searches))) return 'It does not tell of every search.'
  if (!same(idsOf(fetches), idsOf(record.results))) return 'It does not tell of every step.'
  for (const [i, result] of record.results.entries()) {
    const item = items.find((one) => one.evidence_id === fetches[i]!.requirement_id)
    const isKept = result.fault === null || result.fault === 'status'
    if (isKept !== (item !== undefined))
      return `The bundle and ${result.step_id} differ on whether there was a reply.`
    if (item === undefined) continue
    const { status, response_hash } = item.retrieval
    if (status !== result.status || response_hash !== result.response_hash)
      return `The reply to ${result.step_id} is another one.`
  }
  return hitsFault(record)
}

/** Pages that a search found are those that the searches tell of. */
function hitsFault({ plan, searches }: ExecutedPlan): string | null {
  const taken = searches.flatMap(({ hits }) => hits.filter(({ refused }) => refused === null))
  const planned = plan.steps.filter(({ requirement_id }) => /^hit-\d+$/.test(requirement_id))
  const isSame =
    planned.length === taken.length &&
    planned.every(({ target }, i) => taken[i] !== undefined && target === withoutFragment(taken[i].url))
  return isSame ? null : 'Its pages are not those that its searches found.'
}

function withoutFragment(text: string): string | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  url.hash = ''
  return url.href
}
