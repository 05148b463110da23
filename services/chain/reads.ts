import { type Address, ContractFunctionRevertedError, type PublicClient, BaseError as ViemError } from 'viem'
import { identityRegistryAbi } from '../../deployments/abi/index.ts'
import { Bytes, Endpoint, Tally } from '../../protocol/index.ts'
import { at, getMarket, type MarketContract } from './browser/market.ts'
import { totalsOf } from './browser/readFacts.ts'
import type { Registration, RoundStanding } from './Chain.ts'

/** What a round is counted against: now, or as of an earlier block if the node still knows. */
export async function readStanding(
  contract: MarketContract,
  marketId: number,
  block?: bigint,
): Promise<RoundStanding> {
  const view = await getMarket(contract, BigInt(marketId), block)
  const { round, isAppealing, answeredBefore, cohortStart } = view
  // In a first cohort nothing stands yet: what is left of a round that was voided does not count.
  const totals = cohortStart === 0 ? Tally.nothing : totalsOf(view)
  return { round, isAppealing, answeredBefore, cohortStart, totals }
}

/** Reads ERC-8004 registrations, from the registry that the market contract names once and for all. */
export function agentReader(client: PublicClient, market: Address) {
  let registry: Address | undefined
  return async (agentId: number): Promise<Registration | null> => {
    registry ??= await client.readContract({ ...at(market), functionName: 'identities' })
    const identities = { address: registry, abi: identityRegistryAbi } as const
    const id = BigInt(agentId)
    try {
      const [a2a, uri] = await Promise.all([
        client.readContract({
          ...identities,
          functionName: 'getMetadata',
          args: [id, Endpoint.metadataKey],
        }),
        client.readContract({ ...identities, functionName: 'tokenURI', args: [id] }),
      ])
      return { a2a: Bytes.fromHex(a2a), uri }
    } catch (error) {
      if (isRevert(error)) return null
      throw error
    }
  }
}

/** Whether a contract refused, rather than the node. */
export const isRevert = (error: unknown): boolean =>
  error instanceof ViemError && error.walk((cause) => cause instanceof ContractFunctionRevertedError) !== null
