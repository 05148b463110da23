import { type Address, BaseError, ContractFunctionRevertedError, type PublicClient } from 'viem'
import { identityRegistryAbi } from '../../../deployments/abi/IdentityRegistry.ts'
import { reputationRegistryAbi } from '../../../deployments/abi/ReputationRegistry.ts'
import type { WeightOf } from './weigh.ts'

/** Verifiers by name: whoever is not in the list counts nothing. */
export function listed(weights: readonly { readonly verifier: string; readonly weight: number }[]): WeightOf {
  const known = new Map(weights.map(({ verifier, weight }) => [verifier.toLowerCase(), weight]))
  return async ({ verifier }) => known.get(verifier) ?? 0
}

export type OnChainOptions = {
  readonly identity: Address
  readonly reputation: Address
  /** What an agent counts that was never right: nothing, because anyone can register as many as they like. */
  readonly newcomer?: number
}

/** Reputation as the chain has it: of the agent that an attestation names, if the signer is that agent's wallet. */
export function onChain(
  client: Pick<PublicClient, 'readContract'>,
  { identity, reputation, newcomer = 0 }: OnChainOptions,
): WeightOf {
  return async ({ verifier, agentId }) => {
    if (agentId === undefined) return 0
    const args = [BigInt(agentId)] as const
    const wallet = await client
      .readContract({ address: identity, abi: identityRegistryAbi, functionName: 'getAgentWallet', args })
      .catch(nobody)
    if (wallet?.toLowerCase() !== verifier) return 0
    const registry = { address: reputation, abi: reputationRegistryAbi, args } as const
    const [factor, { correct }] = await Promise.all([
      client.readContract({ ...registry, functionName: 'factorOf' }),
      client.readContract({ ...registry, functionName: 'reputationOf' }),
    ])
    // A factor never falls below a newcomer's: being wrong must not be what makes an agent count.
    return correct === 0 ? newcomer : factor
  }
}

/** The registry reverts for agents that it does not know. A chain that can't be asked is no such answer. */
function nobody(error: unknown): null {
  const isReverted =
    error instanceof BaseError && error.walk((one) => one instanceof ContractFunctionRevertedError) !== null
  if (!isReverted) throw error
  return null
}

/** The first of them that counts somebody. */
export const anyOf =
  (...ways: readonly WeightOf[]): WeightOf =>
  async (attestation) => {
    for (const way of ways) {
      const weight = await way(attestation)
      if (weight > 0) return weight
    }
    return 0
  }
