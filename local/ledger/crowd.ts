import type { Score } from '../../protocol/index.ts'
import type { CREsolverMarket } from './contracts.ts'
import { ask, createMarket, type MarketOptions, type System } from './market.ts'

/** Contracts that own agents: many at once, or one that is paid in its own manner. */
type Sent = ReturnType<CREsolverMarket['settle']>

/** Contracts that are only in tests have no generated types. */
export type PayeeCrowd = {
  connect(runner: unknown): PayeeCrowd
  getAddress(): Promise<string>
  register: ((count: number) => Sent) & { staticCall(count: number): Promise<bigint> }
  join(marketId: bigint, agentIds: bigint[], stakes: bigint[], overrides: { value: bigint }): Sent
  claim: ((marketId: bigint, count: number) => Sent) & {
    staticCall(marketId: bigint, count: number): Promise<bigint[]>
  }
}

export type PayeeWallet = {
  getAddress(): Promise<string>
  execute(target: string, data: string, overrides?: { value: bigint }): Sent
  setManner(manner: number): Sent
  setCall(target: string, data: string): Sent
  payments(): Promise<bigint>
  isCallDone(): Promise<boolean>
}

/** The numbers of the manners in which a PayeeWallet takes money. */
export const manners = {
  takes: 0,
  refuses: 1,
  burnsAllGas: 2,
  returnsMuch: 3,
  revertsWithMuch: 4,
  callsBack: 5,
}

export type PackedReputation = { put(agentId: bigint, reputation: Score.Reputation): Sent }

// What fits a transaction's gas.
const batch = 32

/** One contract that owns many agents: whole rounds of 32 in a few transactions. */
export async function deployCrowd(system: System, size = 32) {
  const { ethers, identities, address } = system
  const contract = (await ethers.deployContract('PayeeCrowd', [
    address,
    await identities.getAddress(),
  ])) as unknown as PayeeCrowd
  const first = await contract.register.staticCall(1)
  for (let left = size; left > 0; left -= batch) await contract.register(Math.min(left, batch))
  const agentIds = Array.from({ length: size }, (_, i) => first + BigInt(i))
  return { contract, address: await contract.getAddress(), agentIds }
}
export type Crowd = Awaited<ReturnType<typeof deployCrowd>>

/** Some of a crowd's agents join, each with the stake that is asked. */
export async function joinCrowd(system: System, crowd: Crowd, marketId: bigint, count: number, first = 0) {
  const stake = await system.market.stakeOf(marketId)
  const agentIds = crowd.agentIds.slice(first, first + count)
  for (let i = 0; i < count; i += batch) {
    const some = agentIds.slice(i, i + batch)
    const stakes = some.map(() => stake)
    const value = stake * BigInt(some.length)
    await crowd.contract.connect(system.admin).join(marketId, some, stakes, { value })
  }
  return { agentIds, stake }
}

/** As `requested`, with a crowd's agents. */
export async function requestedCrowd(
  system: System,
  crowd: Crowd,
  count: number,
  options: MarketOptions = {},
) {
  const { marketId, deadline } = await createMarket(system, options)
  const { agentIds, stake } = await joinCrowd(system, crowd, marketId, count)
  await ask(system, marketId)
  return { marketId, deadline, agentIds, stake }
}
