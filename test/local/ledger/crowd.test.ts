import { expect } from 'chai'
import { type Crowd, joinCrowd } from '../../../local/ledger/crowd.ts'
import type { System } from '../../../local/ledger/market.ts'

describe('a crowd of agents', () => {
  it('joins in batches, each agent with exactly the stake that is asked', async () => {
    const joins: { ids: bigint[]; value: bigint }[] = []
    const contract = {
      connect: () => contract,
      join: async (_: bigint, ids: bigint[], __: bigint[], { value }: { value: bigint }) =>
        joins.push({ ids, value }),
    }
    const agentIds = Array.from({ length: 40 }, (_, i) => BigInt(i))
    const system = { market: { stakeOf: async () => 7n }, admin: null } as unknown as System
    const crowd = { contract, agentIds } as unknown as Crowd
    const joined = await joinCrowd(system, crowd, 1n, 35, 3)
    expect(joined.stake).to.equal(7n)
    expect(joins.map(({ ids }) => ids.length)).to.deep.equal([32, 3])
    expect(joins.map(({ value }) => value)).to.deep.equal([224n, 21n])
    expect(joined.agentIds[0]).to.equal(3n)
  })
})
