import { z } from 'zod'
import { Json, Schema, Wire } from '../../protocol/index.ts'
import type { Chain, RoundView } from '../../services/chain/Chain.ts'

/** What a request says about where it stands, and what the chain says to that. */
const context = z.object({
  chain_id: z.int().min(0),
  market: Schema.address,
  round: z.int().min(0).max(0xffffffff),
})
export type Context = z.infer<typeof context>

/** The place a request names; null where it names none. Other keys of the context are not looked at. */
export function readContext({ context: text }: Wire.ResolveRequest): Context | null {
  if (text === undefined) return null
  try {
    const result = context.safeParse(Json.parse(text, { depth: Wire.limits.nesting }))
    return result.success ? result.data : null
  } catch {
    return null
  }
}

/** The place a request names, if it is the agent's own. */
export function contextOf(
  request: Wire.ResolveRequest,
  own: { readonly chainId: number; readonly market: string },
): Context | null {
  const place = readContext(request)
  return place?.chain_id === own.chainId && place.market === own.market ? place : null
}

export type Standing =
  /** The round is asked now and lists this agent with this signer: the answer may be signed. */
  | { readonly kind: 'joined'; readonly round: RoundView }
  /** A true request of a round that this agent has no part in, or that is not asked now. */
  | { readonly kind: 'bystander'; readonly round: RoundView }
  /** Not what the chain says. */
  | { readonly kind: 'untrue' }

/** Whether a request is, byte for byte, the one that the chain's own data makes, and the agent is asked. */
export async function standingOf(
  chain: Pick<Chain, 'readRound'>,
  requestHash: string,
  marketId: number,
  who: { readonly agentId: number; readonly signer: string },
): Promise<Standing> {
  const round = await chain.readRound(marketId)
  if (round === null || Wire.requestHash(Wire.toResolveRequest(round)) !== requestHash)
    return { kind: 'untrue' }
  return isJoined(round, who) ? { kind: 'joined', round } : { kind: 'bystander', round }
}

export const isJoined = (
  round: RoundView,
  { agentId, signer }: { readonly agentId: number; readonly signer: string },
): boolean =>
  round.isAsked && round.workers.some((worker) => worker.agentId === agentId && worker.signer === signer)
