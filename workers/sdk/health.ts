import { z } from 'zod'
import type { Block, Chain } from '../../services/chain/Chain.ts'
import { soon } from '../../services/http/soon.ts'
import type { WorkQueue } from './WorkQueue.ts'

/** What `/health` says. Nothing in it is secret: no URL, no path, no key. */
export const health = z.strictObject({
  live: z.literal(true),
  ready: z.boolean(),
  agent_id: z.int(),
  personality: z.string(),
  /** The address that signs, or null and why nothing is signed. */
  signer: z.string().nullable(),
  signing: z.enum(['on', 'off: no chain', 'off: no key']),
  store: z.strictObject({ ok: z.boolean() }),
  chain: z
    .strictObject({
      ok: z.boolean(),
      chain_id: z.int(),
      market: z.string(),
      block: z.int().nullable(),
      block_time: z.int().nullable(),
    })
    .nullable(),
  queue: z.strictObject({ running: z.int(), waiting: z.int() }),
  uptime_s: z.int(),
})
export type Health = z.infer<typeof health>

/** What the health of a worker is read from. */
export type HealthParts = Pick<Health, 'signer' | 'signing' | 'personality'> & {
  readonly agentId: number
  /** Fails while the store cannot be read. */
  readonly askStore: () => Promise<unknown>
  readonly chain: Pick<Chain, 'chainId' | 'market' | 'head'> | null
  readonly queue: Pick<WorkQueue, 'running' | 'waiting'>
  readonly stopping: AbortSignal
  /** Milliseconds since 1970. */
  readonly now: number
  readonly startedAt: number
}

/** Anybody may ask for health as often as they like; a node is paid by the call. */
const keptMs = 2_000
const heads = new WeakMap<object, { readonly at: number; readonly block: Promise<Block | null> }>()

/** The chain's latest block, asked again after a while; null while it can't be told. */
function headOf(chain: Pick<Chain, 'head'>, now: number): Promise<Block | null> {
  const kept = heads.get(chain)
  // A clock that was set back must not keep a block for ever.
  if (kept !== undefined && now >= kept.at && now < kept.at + keptMs) return kept.block
  const block = soon(chain.head())
  heads.set(chain, { at: now, block })
  return block
}

/** Asks the store and the chain, briefly, and says whether the worker can answer. */
export async function readHealth(parts: HealthParts): Promise<Health> {
  const { chain, queue } = parts
  const [isStored, block] = await Promise.all([
    soon(parts.askStore().then(() => true)).then((answer) => answer !== null),
    chain === null ? null : headOf(chain, parts.now),
  ])
  return {
    live: true,
    ready: isStored && (chain === null || block !== null) && !parts.stopping.aborted,
    agent_id: parts.agentId,
    personality: parts.personality,
    signer: parts.signer,
    signing: parts.signing,
    store: { ok: isStored },
    chain:
      chain === null
        ? null
        : {
            ok: block !== null,
            chain_id: chain.chainId,
            market: chain.market,
            block: block === null ? null : Number(block.number),
            block_time: block?.timestamp ?? null,
          },
    queue: { running: queue.running, waiting: queue.waiting },
    uptime_s: Math.floor((parts.now - parts.startedAt) / 1_000),
  }
}
