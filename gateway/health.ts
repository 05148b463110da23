import { z } from 'zod'
import { soon } from '../services/http/soon.ts'
import type { Gateway } from './Gateway.ts'
import { openRounds } from './Records.ts'

/** What `/health` says. Nothing in it is secret: no URL, no path, no key. */
export const health = z.strictObject({
  live: z.literal(true),
  ready: z.boolean(),
  store: z.strictObject({ ok: z.boolean() }),
  chain: z.strictObject({
    ok: z.boolean(),
    chain_id: z.int(),
    market: z.string(),
    block: z.int().nullable(),
    block_time: z.int().nullable(),
  }),
  /** Rounds whose replies are still collected; null where the store can't be asked. */
  open_rounds: z.int().nullable(),
  deadlines_ms: z.strictObject({ resolve: z.int(), challenge: z.int() }),
  uptime_s: z.int(),
})
export type Health = z.infer<typeof health>

export async function readHealth(gateway: Gateway, startedAt: number): Promise<Health> {
  const { store, chain, deadlines } = gateway
  const [open, block] = await Promise.all([soon(openRounds(store, chain)), soon(chain.head())])
  return {
    live: true,
    ready: open !== null && block !== null && !gateway.stopping.aborted,
    store: { ok: open !== null },
    chain: {
      ok: block !== null,
      chain_id: chain.chainId,
      market: chain.market,
      block: block === null ? null : Number(block.number),
      block_time: block?.timestamp ?? null,
    },
    open_rounds: open?.length ?? null,
    deadlines_ms: { resolve: deadlines.resolveMs, challenge: deadlines.challengeMs },
    uptime_s: Math.floor((gateway.now() - startedAt) / 1_000),
  }
}
