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

export type MarketView = View<'getMarket'>
export type WorkerView = View<'getWorker'>
export type Parameters = View<'parameters'>
type View<name extends 'getMarket' | 'getWorker' | 'parameters'> = ContractFunctionReturnType<
  typeof cresolverMarketAbi,
  'view',
  name
>

/** A market now, or as of an earlier block if the node still knows. */
export const getMarket = (
  { client, market }: MarketContract,
  marketId: bigint,
  block?: bigint,
): Promise<MarketView> =>
  client.readContract({
    ...at(market),
    functionName: 'getMarket',
    args: [marketId],
    ...(block === undefined ? {} : { blockNumber: block }),
  })

export const getWorker = (
  { client, market }: MarketContract,
  marketId: bigint,
  index: number,
): Promise<WorkerView> =>
  client.readContract({ ...at(market), functionName: 'getWorker', args: [marketId, BigInt(index)] })

/** `count` workers in join order, from the market's worker `first` on. */
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
