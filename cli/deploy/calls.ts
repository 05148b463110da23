import { type Address, encodeFunctionData, getAbiItem, type Hex, isAddressEqual } from 'viem'
import {
  cresolverMarketAbi,
  erc792ArbiterAbi,
  keystoneForwarderAbi,
  reputationRegistryAbi,
} from '../../deployments/abi/index.ts'
import type { Signed } from '../chain/connect.ts'
import { localDon, nodeAddresses } from '../chain/localDon.ts'
import { read } from '../chain/send.ts'
import { encodeName, type Setup } from './setup.ts'

/** One transaction that wires deployed contracts together; `isDone` asks the chain, so a second run skips it. */
export type Wire = {
  readonly name: string
  readonly to: Address
  readonly data: Hex
  readonly isDone: () => Promise<boolean>
}

export function wiresOf(signed: Signed, setup: Setup, at: (name: string) => Address): Wire[] {
  const { client, account } = signed
  const market = { address: at('CREsolverMarket'), abi: cresolverMarketAbi } as const
  const reputations = { address: at('ReputationRegistry'), abi: reputationRegistryAbi } as const
  const wires: Wire[] = []
  if (setup.given.KeystoneForwarder === undefined) wires.push(configureDon(signed, at('KeystoneForwarder')))
  wires.push({
    name: 'ReputationRegistry.setWriter',
    to: reputations.address,
    data: encodeFunctionData({ ...reputations, functionName: 'setWriter', args: [market.address] }),
    isDone: async () =>
      isAddressEqual(
        await read(client.readContract({ ...reputations, functionName: 'writer' })),
        market.address,
      ),
  })
  if (setup.given.Arbitrator !== undefined) {
    const arbiter = { address: at('Erc792Arbiter'), abi: erc792ArbiterAbi } as const
    wires.push({
      name: 'Erc792Arbiter.setMarket',
      to: arbiter.address,
      data: encodeFunctionData({ ...arbiter, functionName: 'setMarket', args: [market.address] }),
      isDone: async () =>
        isAddressEqual(
          await read(client.readContract({ ...arbiter, functionName: 'market' })),
          market.address,
        ),
    })
  }
  const { workflow, owner } = setup
  if (workflow !== null) {
    const name = encodeName(workflow.name)
    wires.push({
      name: 'CREsolverMarket.setWorkflow',
      to: market.address,
      data: encodeFunctionData({ ...market, functionName: 'setWorkflow', args: [workflow.owner, name] }),
      isDone: async () => {
        const [theirs, called] = await read(client.readContract({ ...market, functionName: 'workflow' }))
        return isAddressEqual(theirs, workflow.owner) && called === name
      },
    })
    for (const id of workflow.ids) {
      wires.push({
        name: `CREsolverMarket.addWorkflowId ${id}`,
        to: market.address,
        data: encodeFunctionData({ ...market, functionName: 'addWorkflowId', args: [id] }),
        isDone: async () => {
          const { from, until } = await read(
            client.readContract({ ...market, functionName: 'termOf', args: [id] }),
          )
          return from !== 0 && until === 0
        },
      })
    }
  }
  if (setup.isLocked) {
    wires.push({
      name: 'CREsolverMarket.lock',
      to: market.address,
      data: encodeFunctionData({ ...market, functionName: 'lock' }),
      isDone: () => read(client.readContract({ ...market, functionName: 'isLocked' })),
    })
  }
  if (!isAddressEqual(owner, account.address)) {
    wires.push({
      name: `CREsolverMarket.transferOwnership to ${owner}, who must accept it`,
      to: market.address,
      data: encodeFunctionData({ ...market, functionName: 'transferOwnership', args: [owner] }),
      isDone: async () => {
        const holders = await Promise.all([
          read(client.readContract({ ...market, functionName: 'owner' })),
          read(client.readContract({ ...market, functionName: 'pendingOwner' })),
        ])
        return holders.some((holder) => isAddressEqual(holder, owner))
      },
    })
  }
  return wires
}

/** The local DON's nodes at our own forwarder, which has no other memory of it than its log. */
function configureDon({ client }: Signed, address: Address): Wire {
  const { donId, configVersion, f } = localDon
  const args = [donId, configVersion, f, nodeAddresses()] as const
  return {
    name: 'KeystoneForwarder.setConfig',
    to: address,
    data: encodeFunctionData({ abi: keystoneForwarderAbi, functionName: 'setConfig', args }),
    isDone: async () => {
      const event = getAbiItem({ abi: keystoneForwarderAbi, name: 'ConfigSet' })
      const logs = await read(
        client.getLogs({ address, event, args: { donId, configVersion }, fromBlock: 0n }),
      )
      return logs.length > 0
    },
  }
}
