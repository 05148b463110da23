import { formatEther } from 'viem'
import { z } from 'zod'
import { kept } from '../services/http/kept.ts'
import { soon } from '../services/http/soon.ts'
import { storeReadiness } from '../services/http/storeReadiness.ts'
import { waits } from './Budget.ts'
import type { Keeper } from './Keeper.ts'

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
  account: z.strictObject({ address: z.string(), balance_eth: z.string(), spent_eth: z.string() }),
  /** What keeps the next call back. */
  waiting: z.enum(waits).nullable(),
  due: z.int(),
  pending: z.int(),
  markets: z.int(),
  uptime_s: z.int(),
})
export type Health = z.infer<typeof health>

/** An account without funds can do nothing, so it is not ready; a price above the budget is what a budget is for. */
export function makeHealth(keeper: Keeper): () => Promise<Health> {
  const { store, chain, now } = keeper
  const startedAt = now()
  const readStore = storeReadiness(store, { name: 'keeper', now })
  const readHead = kept(() => soon(chain.head()), { ms: 5_000, now })
  return async () => {
    const [stored, head] = await Promise.all([readStore(), readHead()])
    return healthOf(keeper, { stored: stored.reason, head, uptimeMs: now() - startedAt })
  }
}

type Read = {
  /** Why the store does not do, or null. */
  readonly stored: string | null
  readonly head: Awaited<ReturnType<Keeper['chain']['head']>> | null
  readonly uptimeMs: number
}

function healthOf(keeper: Keeper, { stored, head, uptimeMs }: Read): Health {
  const { chain, outbox, book, status } = keeper
  const reasons = [
    stored,
    head === null ? 'chain: away' : null,
    status.head === null ? 'not looked yet' : null,
    status.waiting === 'funds' ? 'insufficient ETH' : null,
    keeper.stopping.aborted ? 'stopping' : null,
  ].filter((reason) => reason !== null)
  return {
    live: true,
    ready: reasons.length === 0,
    reasons,
    store: { ok: stored === null },
    chain: {
      ok: head !== null,
      chain_id: chain.chainId,
      market: chain.market,
      block: head?.number ?? null,
      block_time: head?.timestamp ?? null,
    },
    account: {
      address: keeper.address,
      balance_eth: formatEther(outbox.purse.balance),
      spent_eth: formatEther(outbox.purse.spent),
    },
    waiting: status.waiting,
    due: book.calls().length,
    pending: outbox.pending().size,
    markets: book.size,
    uptime_s: Math.floor(uptimeMs / 1_000),
  }
}
