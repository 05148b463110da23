import * as z from 'zod'
import { chainReadiness, maxLagOf } from '../services/http/Readiness.ts'
import { storeReadiness } from '../services/http/storeReadiness.ts'
import type { Indexer } from './Indexer.ts'

/** What `/health` says. Nothing in it is secret: no URL, no path, no key. */
export const health = z.strictObject({
  live: z.literal(true),
  ready: z.boolean(),
  /** Why it is not ready. */
  reasons: z.array(z.string()),
  store: z.strictObject({ ok: z.boolean() }),
  chain: z.strictObject({
    ok: z.boolean(),
    chain_id: z.int(),
    market: z.string(),
    block: z.int().nullable(),
    block_time: z.int().nullable(),
  }),
  /** The block that the tables are of; null until all was read once. */
  block: z.int().nullable(),
  lag_blocks: z.int().nullable(),
  streams: z.int(),
  uptime_s: z.int(),
})
export type Health = z.infer<typeof health>

/** Blocks that the tables may be behind: what a look finds takes a moment to be read. */
const mostBehind = 256

export function makeHealth(indexer: Indexer): () => Promise<Health> {
  const { chain, store, config, status, feed, stopping, now } = indexer
  const startedAt = now()
  const readStore = storeReadiness(store, { name: 'indexer', now })
  const head = async () => {
    const { number, time } = await chain.head()
    return { number: BigInt(number), timestamp: time }
  }
  const maxLagS = maxLagOf(config.watch.maxLagS, chain.chainId)
  const readChain = chainReadiness({ head }, { maxLagS, now })
  return async () => {
    const [stored, block] = await Promise.all([readStore(), readChain()])
    const { seen } = status
    const lag = block.value === null || seen === null ? null : Number(block.value.number) - seen.number
    const reasons = [
      stored.reason,
      block.reason,
      seen === null ? 'the chain is read for the first time' : null,
      lag !== null && lag > mostBehind ? `the tables are ${lag} blocks behind` : null,
      stopping.aborted ? 'stopping' : null,
    ].filter((reason) => reason !== null)
    return {
      live: true,
      ready: reasons.length === 0,
      reasons,
      store: { ok: stored.reason === null },
      chain: {
        ok: block.reason === null,
        chain_id: chain.chainId,
        market: chain.market,
        block: block.value === null ? null : Number(block.value.number),
        block_time: block.value?.timestamp ?? null,
      },
      block: seen?.number ?? null,
      lag_blocks: lag === null ? null : Math.max(0, lag),
      streams: feed.size,
      uptime_s: Math.floor((now() - startedAt) / 1_000),
    }
  }
}
