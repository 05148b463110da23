import type * as z from 'zod'
import type { Event, eventList } from '../../protocol/Catalog.ts'
import type { Queries } from '../../services/store/Store.ts'
import type { Event as Decoded } from '../Event.ts'
import { type EventRow, toEvent } from '../Records.ts'
import { asOfBlock, cut, numbersOf, type Page, type Reading } from './Reading.ts'

export type EventFilters = {
  readonly marketId: number | null
  readonly order: 'new' | 'old'
}

/** `GET /v1/events` and `GET /v1/markets/{marketId}/events` */
export async function listEvents(
  reading: Reading,
  filters: EventFilters,
  page: Page,
): Promise<z.infer<typeof eventList>> {
  const rows = await eventsAfter(reading.queries, filters, { ...page, limit: page.limit + 1 })
  const { items, next } = cut(rows, page.limit, idOf)
  return { as_of: asOfBlock(reading.seen), items: items.map(toShown), next }
}

/** Events beyond a place, in one order or the other. */
export async function eventsAfter(
  queries: Queries,
  { marketId, order }: EventFilters,
  { after, limit }: Page,
): Promise<Decoded[]> {
  const place = after === null ? null : numbersOf(after, 2)
  const [sign, direction] = order === 'new' ? ['<', 'desc'] : ['>', 'asc']
  const rows = await queries.query<EventRow>(
    `select * from events where ($1::bigint is null or market_id = $1)
       and ($2::bigint is null or (block, log) ${sign} ($2::bigint, $3::int))
     order by block ${direction}, log ${direction} limit $4`,
    [marketId, place?.[0] ?? null, place?.[1] ?? null, limit],
  )
  return rows.map(toEvent)
}

export const idOf = ({ block, log }: Pick<Decoded, 'block' | 'log'>): string => `${block}-${log}`

export const toShown = (event: Decoded): Event => ({
  id: idOf(event),
  block: event.block,
  block_hash: event.blockHash as Event['block_hash'],
  log: event.log,
  time: event.time,
  transaction: event.transaction as Event['transaction'],
  contract: event.contract as Event['contract'],
  name: event.name,
  market_id: event.marketId,
  agent_id: event.agentId,
  args: event.args as Event['args'],
})
