import type { Hex, PublicClient } from 'viem'
import { notaryAbi } from '../../../deployments/abi/Notary.ts'
import { Address, type Hash } from '../../../protocol/index.ts'
import { readSourceKey } from './readFacts.ts'

type Client = Pick<PublicClient, 'readContract'>

/** The log of a deployed `Notary`, as verifiers of proofs ask it. */
export const notaryOnChain = (client: Client, chainId: number, address: Hex) => ({
  chainId,
  address,
  async notarizedAt(hash: Hash.Hash): Promise<number | null> {
    const at = await client.readContract({
      address,
      abi: notaryAbi,
      functionName: 'notarizedAt',
      args: [hash],
    })
    return at === 0 ? null : at
  },
})

/** The keys of a deployed `SourceKeys`, as verifiers of proofs ask them. */
export const sourceKeysOnChain = (client: Client, chainId: number, address: Hex) => ({
  chainId,
  address: Address.of(address),
  async keyOf(sourceId: Hash.Hash): Promise<Address.Address | null> {
    const key = await readSourceKey(client, address, sourceId)
    return key === null || key.isRevoked ? null : key.address
  },
})
