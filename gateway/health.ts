import { z } from 'zod'
import { kept } from '../services/http/kept.ts'
import { chainReadiness } from '../services/http/Readiness.ts'
import { soon } from '../services/http/soon.ts'
import { storeReadiness } from '../services/http/storeReadiness.ts'
import type { Gateway } from './Gateway.ts'
import { openRounds } from './Records.ts'

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
  /** Rounds whose replies are still collected; null where the store can't be asked. */
  open_rounds: z.int().nullable(),
  deadlines_ms: z.strictObject({ resolve: z.int(), challenge: z.int(), patience: z.int() }),
  uptime_s: z.int(),
})
export type Health = z.infer<typeof health>

/** Reads the health of a gateway, and keeps what it read for some seconds. */
export function makeHealth(
  gateway: Gateway,
  options: { readonly maxLagS: number | null },
): () => Promise<Health> {
  const { store, chain, deadlines, stopping, now } = gateway
  const startedAt = now()
  const readStore = storeReadiness(store, { name: 'gateway', now })
  const readChain = chainReadiness(chain, { ...options, now })
  const readOpen = kept(() => soon(openRounds(store, chain)), { ms: 5_000, now })
  return async () => {
    const [stored, { value: block, reason }, open] = await Promise.all([readStore(), readChain(), readOpen()])
    const reasons = [stored.reason, reason, stopping.aborted ? 'stopping' : null].filter(
      (one) => one !== null,
    )
    return {
      live: true,
      ready: reasons.length === 0,
      reasons,
      store: { ok: stored.reason === null },
      chain: {
        ok: reason === null,
        chain_id: chain.chainId,
        market: chain.market,
        block: block === null ? null : Number(block.number),
        block_time: block?.timestamp ?? null,
      },
      open_rounds: open?.length ?? null,
      deadlines_ms: {
        resolve: deadlines.resolveMs,
        challenge: deadlines.challengeMs,
        patience: deadlines.patienceMs,
      },
      uptime_s: Math.floor((now() - startedAt) / 1_000),
    }
  }
}
