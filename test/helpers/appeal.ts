import type { IdentityRegistry } from '../../local/ledger/contracts.ts'
import { ask, joinAll, type System } from '../../local/ledger/market.ts'

/** The steps of an appeal. */
export async function escalate(system: System, marketId: bigint, by = system.appellant): Promise<bigint> {
  const bond = await system.market.bondOf(marketId)
  await system.market.connect(by).escalate(marketId, await system.market.outcomeOf(marketId), { value: bond })
  return bond
}

/** An agent that has joined nothing yet. */
export async function registered(system: System, number: number) {
  const wallet = system.others[number]!
  const identities = system.identities as unknown as IdentityRegistry
  const agentId = await identities.connect(wallet)['register()'].staticCall()
  await identities.connect(wallet)['register()']()
  return { wallet, agentId }
}

/** An appeal up to its question: bond, joins of `count` fresh agents, request. */
export async function appeal(
  system: System,
  marketId: bigint,
  count: number,
  first: number,
  by = system.appellant,
): Promise<bigint> {
  const bond = await escalate(system, marketId, by)
  await joinAll(system, marketId, count, first)
  await ask(system, marketId)
  return bond
}
