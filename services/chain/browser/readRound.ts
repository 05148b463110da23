import { Plan, Round } from '../../../protocol/index.ts'
import type { RoundView } from '../Chain.ts'
import { getRound, type MarketContract } from './market.ts'

/** The round that a market is in, read page by page: the contract gives so many workers a read. Reverts without a market. */
export async function readRound(
  contract: MarketContract & { readonly chainId: number },
  marketId: number,
): Promise<RoundView> {
  const { chainId, market } = contract
  const readPage = (from: number) => getRound(contract, BigInt(marketId), { from, count: Plan.pageSize })
  const first = await readPage(0)
  const { status, n, isRepeat, requestedAt, now } = first
  const workers = [...first.workers]
  while (workers.length < n) {
    const { workers: more } = await readPage(workers.length)
    if (more.length === 0) break
    workers.push(...more)
  }
  return {
    ...Round.fromContract({ chainId, market, marketId }, first, workers),
    isAsked: status === Round.requested,
    isRepeat,
    requestedAt: Number(requestedAt),
    now: Number(now),
  }
}
