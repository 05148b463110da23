import { type Address, ContractFunctionRevertedError, type PublicClient, BaseError as ViemError } from 'viem'
import { identityRegistryAbi } from '../../deployments/abi/index.ts'
import { Bytes, Endpoint, Tally } from '../../protocol/index.ts'
import { at, getMarket, getRoundHead, type MarketContract, seatsPerCohort } from './browser/market.ts'
import { totalsOf } from './browser/readFacts.ts'
import type { Registration, RoundStanding } from './Chain.ts'

/** What a round is counted against: now, or as of an earlier block if the node still knows. */
export async function readStanding(
  contract: MarketContract,
  marketId: number,
  block?: bigint,
): Promise<RoundStanding> {
  const [view, { isRepeat }] = await Promise.all([
    getMarket(contract, BigInt(marketId), block),
    getRoundHead(contract, BigInt(marketId), block),
  ])
  const { round, answeredBefore, appeals, seats } = view
  // While an appeal gathers its workers, the round is still the one that asked the cohort before.
  const cohort = appeals > 0 && seats === 0 ? appeals - 1 : appeals
  // In a first cohort nothing stands yet: what is left of a round that was voided does not count.
  const totals = cohort === 0 ? Tally.nothing : totalsOf(view)
  const cohortStart = cohort * seatsPerCohort
  return {
    round,
    isAppealing: cohort > 0,
    isRepeat: isRepeat && cohort === 0,
    answeredBefore,
    cohortStart,
    totals,
  }
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
