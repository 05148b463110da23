import { z } from 'zod'
import { soon } from '../../services/http/soon.ts'
import type { Agent } from '../agent/Agent.ts'

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

export async function readHealth(agent: Agent, startedAt: number): Promise<Health> {
  const [isStored, block] = await Promise.all([
    soon(agent.store.query('select 1 as one')).then((rows) => rows !== null),
    agent.chain === null ? null : soon(agent.chain.head()),
  ])
  const { chain, signer } = agent
  return {
    live: true,
    ready: isStored && (chain === null || block !== null) && !agent.stopping.aborted,
    agent_id: agent.agentId,
    personality: agent.resolver.name,
    signer: signer?.address.toLowerCase() ?? null,
    signing: chain === null ? 'off: no chain' : signer === null ? 'off: no key' : 'on',
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
    queue: { running: agent.queue.running, waiting: agent.queue.waiting },
    uptime_s: Math.floor((agent.now() - startedAt) / 1_000),
  }
}
