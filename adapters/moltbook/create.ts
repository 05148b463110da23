import { z } from 'zod'
import { Instant, type Json, Schema } from '../../protocol/index.ts'
import type { Adapter } from './Adapter.ts'
import type { Draft } from './draft.ts'
import * as Market from './Market.ts'
import * as MarketBook from './MarketBook.ts'

/** What a post is for, as the ledger keeps it: all that is needed to record the market once the post is there. */
export const purpose = z.strictObject({
  type: z.literal('market'),
  id: Market.id,
  question_raw: z.string(),
  deadline: Schema.instant,
  creator: z.string().nullable(),
  source_post_id: Market.remoteId.nullable(),
  created_at: Schema.instant,
})
export type Purpose = z.infer<typeof purpose>

/**
 * Posts the market, then records it: an entry of markets.json always has its post (S0-63). What was posted and not recorded, because
 * the machine stopped in between, is recorded by the next command.
 */
export async function create(adapter: Adapter, drafted: Draft): Promise<Market.Market> {
  const { files, writer } = adapter
  recordPublished(adapter)
  const known = MarketBook.read(files.markets).markets[drafted.id]
  if (known !== undefined) return known
  const { title, content, submolt } = drafted
  const write = { kind: 'post' as const, postId: null, body: { submolt, title, content } }
  const notAfter = Instant.parse(drafted.purpose.deadline)
  await writer.submit(keyOf(drafted.id), write, { purpose: drafted.purpose as Json.Json, notAfter })
  recordPublished(adapter)
  return MarketBook.read(files.markets).markets[drafted.id]!
}

export const keyOf = (id: string): string => `market:${id}`

/** Records every market whose post is published and that markets.json does not have; gives their ids. */
export function recordPublished({ files, writer, checkpoint }: Adapter): string[] {
  let book = MarketBook.read(files.markets)
  const recorded: string[] = []
  for (const entry of writer.entries().values()) {
    const given = purpose.safeParse(entry.purpose)
    if (!given.success || entry.state.type !== 'published' || entry.state.id === null) continue
    const { type: _, ...market } = given.data
    if (market.id in book.markets) continue
    book = MarketBook.withMarket(book, Market.open({ ...market, moltbook_post_id: entry.state.id }))
    recorded.push(market.id)
  }
  if (recorded.length > 0) MarketBook.write(files.markets, book, checkpoint)
  return recorded
}

/** Links a market to its twin on a chain. */
export function linkOnChain(adapter: Adapter, id: string, onchain: Market.OnChain): Market.Market {
  const { files, clock, checkpoint } = adapter
  const book = MarketBook.read(files.markets)
  const market = { ...book.markets[id]!, onchain, updated_at: Instant.format(clock.now()) }
  MarketBook.write(files.markets, MarketBook.withMarket(book, market), checkpoint)
  return market
}
