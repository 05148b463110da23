import { type Address, createPublicClient, http } from 'viem'
import { killSwitchAbi } from '../../deployments/abi/index.ts'
import { OtherChainError } from './connectChain.ts'

/** Reads the flag of a KillSwitch contract. Throws when the chain can't be asked, or is another one. */
export function killSwitchReader(options: {
  readonly rpcUrl: string
  readonly address: Address
  readonly chainId: number
  readonly timeoutMs?: number
}): () => Promise<boolean> {
  const { rpcUrl, address, chainId, timeoutMs = 2_000 } = options
  const client = createPublicClient({ transport: http(rpcUrl, { timeout: timeoutMs, retryCount: 1 }) })
  return async () => {
    const actual = await client.getChainId()
    if (actual !== chainId) throw new OtherChainError(chainId, actual)
    return client.readContract({ address, abi: killSwitchAbi, functionName: 'isStopped' })
  }
}
