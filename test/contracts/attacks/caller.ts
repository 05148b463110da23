import { concat, toBeHex } from 'ethers'
import { type Agent, party, type Scene } from './scene.ts'

/** How one account does many things in one transaction. */
export type Call = { readonly to: string; readonly data: string; readonly value?: bigint }

// Runtime code that reads (target, value, length, data)… from its calldata and calls each in turn; if one fails, all do.
const caller = concat([
  '0x5f', // from = 0
  '0x5b368110600957', // 1: next: if from < calldatasize go on
  '0x00', // else stop
  '0x5b', // 9: go on
  '0x806040013580826060015f37', // length; copy the data to memory
  '0x5f5f825f8560200135', // no output; the data as input; the value
  '0x86355af1', // the target, all gas, call
  '0x602d57', // if it worked go on
  '0x3d5f5f3e3d5ffd', // else fail as it did
  '0x5b01606001600156', // 45: from += 96 + length; next
])

/** A contract with which an account makes many calls in one transaction: everybody can have one. */
export async function deployCaller(scene: Scene, name: string) {
  const { purse } = party(scene, name)
  const size = (caller.length - 2) / 2
  const data = concat([`0x60${toBeHex(size, 1).slice(2)}80600a5f395ff300`, caller])
  const deployed = await (await purse.sendTransaction({ data })).wait()
  const to = deployed!.contractAddress!
  const run = async (calls: readonly Call[]) => {
    const value = calls.reduce((sum, call) => sum + (call.value ?? 0n), 0n)
    const packed = calls.flatMap((call) => [
      toBeHex(call.to, 32),
      toBeHex(call.value ?? 0n, 32),
      toBeHex((call.data.length - 2) / 2, 32),
      call.data,
    ])
    const receipt = await (await purse.sendTransaction({ to, value, data: concat(packed) })).wait()
    return receipt!
  }
  return { address: to, run }
}

export type Caller = Awaited<ReturnType<typeof deployCaller>>

/** Agents let such a contract act for them. */
export async function allow({ system }: Scene, agents: readonly Agent[], caller: Caller) {
  for (const wallet of new Set(agents.map((agent) => agent.wallet)))
    await system.identities.connect(wallet).setApprovalForAll(caller.address, true)
}

/** The calls with which it joins for them. */
export function joinCalls(scene: Scene, marketId: bigint, agents: readonly Agent[], stake: bigint): Call[] {
  const { market, address } = scene.system
  return agents.map(({ agentId }) => {
    scene.agents.get(agentId)!.putIn += stake
    const data = market.interface.encodeFunctionData('joinMarket', [marketId, agentId])
    return { to: address, data, value: stake }
  })
}
