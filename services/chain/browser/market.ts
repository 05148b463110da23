import type { Address, ContractFunctionReturnType, PublicClient } from 'viem'
import { cresolverMarketAbi } from '../../../deployments/abi/CREsolverMarket.ts'

/**
 * The market contract, and a client that reads it. This folder takes viem and nothing of Node, so that a page in a browser can
 * import it. Its readers throw what viem throws: who calls them knows what may be shown of it.
 */
export type MarketContract = {
  readonly client: Pick<PublicClient, 'readContract' | 'getContractEvents'>
  readonly market: Address
}

/** What `readContract` needs to ask the market. */
export const at = (address: Address) => ({ address, abi: cresolverMarketAbi }) as const

/** Seats are numbered through all cohorts, so many to each: cohort · 32 + k. */
export const seatsPerCohort = 32

export type MarketView = View<'getMarket'>
export type WorkerView = View<'getWorker'>
export type Parameters = View<'parameters'>
type View<name extends 'getMarket' | 'getWorker' | 'parameters'> = ContractFunctionReturnType<
  typeof cresolverMarketAbi,
  'view',
  name
>

const asOf = (block: bigint | undefined) => (block === undefined ? {} : { blockNumber: block })

/** A market now, or as of an earlier block if the node still knows. */
export const getMarket = (
  { client, market }: MarketContract,
  marketId: bigint,
  block?: bigint,
): Promise<MarketView> =>
  client.readContract({ ...at(market), functionName: 'getMarket', args: [marketId], ...asOf(block) })

/** The round that a market is in, with some of its workers; the question comes with the first of them only. */
export async function getRound(
  { client, market }: MarketContract,
  marketId: bigint,
  {
    from,
    count,
    block,
  }: { readonly from: number; readonly count: number; readonly block?: bigint | undefined },
) {
  const [status, round, createdAt, deadline, requestedAt, now, n, isRepeat, question, workers] =
    await client.readContract({
      ...at(market),
      functionName: 'getRound',
      args: [marketId, BigInt(from), BigInt(count)],
      ...asOf(block),
    })
  return { status, round, createdAt, deadline, requestedAt, now, n, isRepeat, question, workers }
}

/** What of it costs the node least: neither question nor workers. */
export const getRoundHead = (contract: MarketContract, marketId: bigint, block?: bigint) =>
  getRound(contract, marketId, { from: 1, count: 0, block })

export const getWorker = (
  { client, market }: MarketContract,
  marketId: bigint,
  seat: number,
  block?: bigint,
): Promise<WorkerView> =>
  client.readContract({
    ...at(market),
    functionName: 'getWorker',
    args: [marketId, BigInt(seat)],
    ...asOf(block),
  })

/** `count` workers in seat order, from the seat `first` on. */
export const getWorkers = (
  contract: MarketContract,
  marketId: bigint,
  count: number,
  first = 0,
): Promise<WorkerView[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => getWorker(contract, marketId, first + i)))

/** What is fixed for every market of the contract. */
export const getParameters = ({ client, market }: MarketContract): Promise<Parameters> =>
  client.readContract({ ...at(market), functionName: 'parameters' })
