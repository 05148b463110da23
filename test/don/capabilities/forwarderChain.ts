import { type Address, createWalletClient, type Hex, http, parseAbi } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { keystoneForwarderBytecode } from '../../../deployments/bytecode/index.ts'
import { startNode } from '../../helpers/commandLine.ts'
import { nodeKeys } from '../../helpers/localDon.ts'
import { refusing, taking } from './receivers.ts'

const phrase = 'test test test test test test test test test test test junk'
const transmitter = mnemonicToAccount(phrase, { addressIndex: 98 })

/** The chain selector of chain 31337, as the SDK knows it. */
export const selector = '7759470850252068959'

/** A chain with the genuine forwarder, a receiver that takes everything, and one that takes nothing. */
export async function startForwarderChain(options: { nodes?: number } = {}) {
  const { nodes = 4 } = options
  const node = await startNode()
  const wallet = createWalletClient({
    account: mnemonicToAccount(phrase),
    chain: node.client.chain,
    transport: http(node.url),
    pollingInterval: 20,
  })
  async function deploy(bytecode: Hex): Promise<Address> {
    const hash = await wallet.deployContract({ abi: [], bytecode })
    const receipt = await node.client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
    return receipt.contractAddress!
  }
  const forwarder = await deploy(keystoneForwarderBytecode.bytecode)
  const signers = nodeKeys(nodes).map(({ address }) => address)
  await wallet.writeContract({
    address: forwarder,
    abi: parseAbi(['function setConfig(uint32, uint32, uint8, address[])']),
    functionName: 'setConfig',
    args: [1, 1, Math.floor((nodes - 1) / 3), signers as Address[]],
  })
  await node.client.setBalance({ address: transmitter.address, value: 10n ** 20n })
  const config = { rpcUrl: node.url, chainId: 31_337, forwarder, transmitter }
  const receivers = { receiver: await deploy(taking), refusing: await deploy(refusing) }
  return { ...node, config, forwarder, ...receivers, wallet, deploy }
}
export type ForwarderChain = Awaited<ReturnType<typeof startForwarderChain>>
