import type { Hex, PublicClient } from 'viem'
import { notaryAbi } from '../../../deployments/abi/Notary.ts'
import { Address } from '../../../protocol/index.ts'
import { readSourceKey } from '../../../services/chain/browser/readFacts.ts'
import type { NotaryReader } from './notaryLog.ts'
import type { SourceKeys } from './signedSample.ts'

type Client = Pick<PublicClient, 'readContract'>

/** Reads the log of a deployed `Notary`. */
export const notaryOnChain = (client: Client, chainId: number, address: Hex): NotaryReader => ({
  chainId,
  address,
  async notarizedAt(hash) {
    const at = await client.readContract({
      address,
      abi: notaryAbi,
      functionName: 'notarizedAt',
      args: [hash],
    })
    return at === 0 ? null : at
  },
})

/** Reads the keys of a deployed `SourceKeys`. */
export const sourceKeysOnChain = (client: Client, chainId: number, address: Hex): SourceKeys => ({
  chainId,
  address: Address.of(address),
  async keyOf(sourceId) {
    const key = await readSourceKey(client, address, sourceId)
    return key === null || key.isRevoked ? null : key.address
  },
})
