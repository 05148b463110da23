import { type Address, ContractFunctionRevertedError, type PublicClient, BaseError as ViemError } from 'viem'
import { cresolverMarketAbi, identityRegistryAbi } from '../../deployments/abi/index.ts'
import { Bytes, Endpoint, Tally } from '../../protocol/index.ts'
import type { Registration, Standing } from './Chain.ts'

/** Reads of the contracts that a round is counted with, and that say where agents are. */
export async function readStanding(
  client: PublicClient,
  market: Address,
  marketId: number,
  block?: bigint,
): Promise<Standing> {
  const view = await client.readContract({
    address: market,
    abi: cresolverMarketAbi,
    functionName: 'getMarket',
    args: [BigInt(marketId)],
    ...(block === undefined ? {} : { blockNumber: block }),
  })
  const { round, isAppealing, answeredBefore, cohortStart, yesWeight, noWeight, invalidWeight } = view
  // In a first cohort nothing stands yet: what is left of a round that was voided does not count.
  const totals = cohortStart === 0 ? Tally.nothing : { yes: yesWeight, no: noWeight, invalid: invalidWeight }
  return { round, isAppealing, answeredBefore, cohortStart, totals }
}

export async function readParameters(client: PublicClient, market: Address) {
  const { minMarginBps, minWorkers } = await client.readContract({
    address: market,
    abi: cresolverMarketAbi,
    functionName: 'parameters',
  })
  return { minMarginBps, minWorkers }
}

/** Reads ERC-8004 registrations, from the registry that the market contract names once and for all. */
export function agentReader(client: PublicClient, market: Address) {
  let registry: Address | undefined
  return async (agentId: number): Promise<Registration | null> => {
    registry ??= await client.readContract({
      address: market,
      abi: cresolverMarketAbi,
      functionName: 'identities',
    })
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
