import { type Address, createPublicClient } from 'viem'
import { killSwitchAbi } from '../../deployments/abi/index.ts'
import type { RpcUrl } from './Node.ts'
import { openNodes } from './openNodes.ts'

/** Reads the flag of a KillSwitch contract. Throws when the chain can't be asked, or is another one. */
export function killSwitchReader(options: {
  readonly rpcUrl: RpcUrl
  readonly address: Address
  readonly chainId: number
  readonly timeoutMs?: number
}): () => Promise<boolean> {
  const { rpcUrl, address, chainId, timeoutMs = 2_000 } = options
  const client = createPublicClient({ transport: openNodes(rpcUrl, { chainId, timeoutMs, retries: 1 }) })
  return () => client.readContract({ address, abi: killSwitchAbi, functionName: 'isStopped' })
}
