import { Plan, Round } from '../../../protocol/index.ts'
import type { RoundView } from '../Chain.ts'
import { at, type MarketContract } from './market.ts'

/** The round that a market is in, read page by page: the contract gives so many workers a read. Reverts without a market. */
export async function readRound(
  { client, market, chainId }: MarketContract & { readonly chainId: number },
  marketId: number,
): Promise<RoundView> {
  const readPage = (from: number) =>
    client.readContract({
      ...at(market),
      functionName: 'getRound',
      args: [BigInt(marketId), BigInt(from), BigInt(Plan.pageSize)],
    })
  const [status, round, createdAt, deadline, requestedAt, now, n, question, first] = await readPage(0)
  const workers = [...first]
  while (workers.length < n) {
    const [, , , , , , , , more] = await readPage(workers.length)
    if (more.length === 0) break
    workers.push(...more)
  }
  return {
    ...Round.fromContract({ chainId, market, marketId }, { round, question, createdAt, deadline }, workers),
    isAsked: status === Round.requested,
    requestedAt: Number(requestedAt),
    now: Number(now),
  }
}
