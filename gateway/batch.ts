import { z } from 'zod'
import { Plan } from '../protocol/index.ts'
import { RefusedError } from '../services/http/Failure.ts'
import type { Queries } from '../services/store/Store.ts'
import { type Key, type Phase, phases } from './Gateway.ts'
import { type Place, type ReplyRow, repliesOf } from './Records.ts'

/** What a batch is of: one phase, or both in a list. */
export type Served = Phase | 'replies'

/** How many replies of a phase are served at once; of both, as many of each as fit CRE's largest response. */
export const most: Readonly<Record<Served, number>> = {
  answers: Plan.pageSize,
  defences: Plan.maxWorkers,
  replies: Plan.maxTogether,
}

export const isServed = (name: string): name is Served => Object.hasOwn(most, name)

export type Range = { readonly from: number; readonly count: number }

const wholeNumber = z
  .string()
  .regex(/^(0|[1-9]\d{0,3})$/, 'expected a whole number')
  .transform(Number)

/** Which workers are meant; all that fit into a batch unless told. */
export function readWindow(query: { from?: string; count?: string }, phase: Served): Range {
  const schema = z.object({
    from: wholeNumber.pipe(z.int().max(Plan.maxWorkers - 1)).default(0),
    count: wholeNumber.pipe(z.int().min(1).max(most[phase])).default(most[phase]),
  })
  const result = schema.safeParse(query)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new RefusedError('schema-mismatch', `${issue?.path.join('.')}: ${issue?.message}`.slice(0, 200))
}

/** A batch, made of the stored replies and nothing else, so that its bytes are the same for ever and from every process. */
export async function batchOf(
  store: Queries,
  place: Place,
  key: Key,
  phase: Served,
  range: Range,
): Promise<string> {
  if (phase !== 'replies') return await phaseOf(store, place, key, phase, range)
  const both = await Promise.all(phases.map((one) => phaseOf(store, place, key, one, range)))
  return `[${both.join(',')}]`
}

async function phaseOf(
  store: Queries,
  place: Place,
  key: Key,
  phase: Phase,
  { from, count }: Range,
): Promise<string> {
  const rows = await repliesOf(store, place, key, phase)
  if (rows.length === 0 && phase === 'answers') throw new RefusedError('not-found', goneMessage)
  const items = rows.filter((row) => row.place >= from && row.place < from + count).map(itemText)
  const { marketId, round } = key
  const head = JSON.stringify({ market_id: marketId, round, phase, from })
  return `${head.slice(0, -1)},"items":[${items.join(',')}]}`
}

const goneMessage = 'What workers said in this round is kept no longer; see the published round.'

// The reply is put in as it is stored: no second spelling of it ever exists.
const itemText = ({ place, agent_id, reply, status }: ReplyRow): string =>
  `{"index":${place},"agent_id":${agent_id},"reply":${reply ?? 'null'},"status":${JSON.stringify(status)}}`
