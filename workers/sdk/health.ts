import { z } from 'zod'
import type { Block } from '../../services/chain/Chain.ts'
import { chainReadiness, type Reading } from '../../services/http/Readiness.ts'
import type { WorkerChain } from './WorkerState.ts'
import type { WorkQueue } from './WorkQueue.ts'

/** What `/health` says. Nothing in it is secret: no URL, no path, no key. */
export const health = z.strictObject({
  live: z.literal(true),
  ready: z.boolean(),
  /** Why it is not ready. */
  reasons: z.array(z.string()),
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
  /** How the model did lately, and in one word why the last call failed; null where there is none. */
  model: z
    .strictObject({
      name: z.string(),
      ok: z.boolean(),
      cause: z.string().nullable(),
      failed_at: z.int().nullable(),
    })
    .nullable(),
  /** Whether it was measured well enough to stake, and its last eval; null where it needs none. */
  eval: z
    .strictObject({
      state: z.enum(['fit', 'absent', 'another', 'wrong']),
      cases: z.int(),
      wrong: z.int(),
      finished_at: z.string().nullable(),
    })
    .nullable(),
  uptime_s: z.int(),
})
export type Health = z.infer<typeof health>

/** What the health of a worker is read from. */
export type HealthParts = Pick<Health, 'signer' | 'signing' | 'personality'> & {
  readonly agentId: number
  /** Whether the store can be used, and why not. */
  readonly readStore: () => Promise<Reading<true>>
  readonly chain: Pick<WorkerChain, 'chainId' | 'market' | 'head'> | null
  /** How old the newest block may be, in seconds; null: however old. */
  readonly maxLagS: number | null
  readonly queue: Pick<WorkQueue, 'running' | 'waiting'>
  /** How the worker's model did lately; without it, the worker has none. */
  readonly model?: () => Health['model']
  /** How the worker did when it was last measured; without it, it needs no eval. */
  readonly eval?: () => Health['eval']
  readonly stopping: AbortSignal
  /** Milliseconds since 1970. */
  readonly now: () => number
}

const noChain = async (): Promise<Reading<Block>> => ({ value: null, reason: null })

/** Says whether a worker can answer. What it reads of store and chain it keeps for some seconds. */
export function makeHealth(parts: HealthParts): () => Promise<Health> {
  const { chain, queue, stopping, readStore, now } = parts
  const { model: readModel = () => null, eval: readEval = () => null } = parts
  const startedAt = now()
  const readChain = chain === null ? noChain : chainReadiness(chain, parts)
  return async () => {
    const [stored, { value: block, reason }] = await Promise.all([readStore(), readChain()])
    const model = readModel()
    const fault = model === null || model.cause === null ? null : `model: ${model.cause}`
    const reasons = [stored.reason, reason, fault, stopping.aborted ? 'stopping' : null].filter(
      (one) => one !== null,
    )
    return {
      live: true,
      ready: reasons.length === 0,
      reasons,
      agent_id: parts.agentId,
      personality: parts.personality,
      signer: parts.signer,
      signing: parts.signing,
      store: { ok: stored.reason === null },
      chain: chain === null ? null : chainIn(chain, block, reason === null),
      queue: { running: queue.running, waiting: queue.waiting },
      model,
      eval: readEval(),
      uptime_s: Math.floor((now() - startedAt) / 1_000),
    }
  }
}

const chainIn = (
  { chainId, market }: Pick<WorkerChain, 'chainId' | 'market'>,
  block: Block | null,
  ok: boolean,
): NonNullable<Health['chain']> => ({
  ok,
  chain_id: chainId,
  market,
  block: block === null ? null : Number(block.number),
  block_time: block?.timestamp ?? null,
})
