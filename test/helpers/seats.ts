import { concat, keccak256, toBeHex } from 'ethers'
import type { System } from '../../local/ledger/market.ts'

/** The lot again: seat k is the k-th new value of keccak256(seed ‖ j) mod N. */
export function pick(seed: string, joined: number, seats: number): number[] {
  const found: number[] = []
  for (let j = 0; found.length < seats; j++) {
    const index = Number(BigInt(keccak256(concat([seed, toBeHex(j, 32)]))) % BigInt(joined))
    if (!found.includes(index)) found.push(index)
  }
  return found
}

/** The agents in the seats of a cohort, in seat order. */
export async function seated({ market }: System, marketId: bigint, cohort = 0, seats = 4): Promise<bigint[]> {
  const agents: bigint[] = []
  for (let k = 0; k < seats; k++) agents.push((await market.getWorker(marketId, 32 * cohort + k)).agentId)
  return agents
}
