import { expect } from 'chai'
import { type AgentFilters, listAgents } from '../../../indexer/queries/agents.ts'
import { agentList } from '../../../protocol/Catalog.ts'
import { made } from './made.ts'

describe('lists of agents', () => {
  const one = made()
  before(async () => {
    for (const [id, settled, factor] of [
      [3, 9, 4_000],
      [5, 9, 6_000],
    ])
      await one().store.query(
        "update agents set settled = $2, factor_bps = $3, name = 'Aap worker' where id = $1",
        [...[id!, settled!, factor!]],
      )
  })
  const list = async (filters: Partial<AgentFilters>, after: string | null = null, limit = 100) =>
    agentList.parse(
      await listAgents(one().reading(), { search: null, order: 'id', ...filters }, { after, limit }),
    )

  it('WEB §3.4: in each order they give each agent once, page by page', async () => {
    const all = (await list({})).items.map(({ id }) => id)
    for (const order of ['id', 'settled', 'factor'] as const) {
      const first = await list({ order }, null, 10)
      const rest = await list({ order }, first.next)
      const seen = [...first.items, ...rest.items].map(({ id }) => id)
      expect(
        seen.toSorted((a, b) => a - b),
        order,
      ).to.deep.equal(all)
    }
    expect((await list({ order: 'settled' })).items.slice(0, 2).map(({ id }) => id)).to.deep.equal([3, 5])
    expect((await list({ order: 'factor' })).items.slice(0, 2).map(({ id }) => id)).to.deep.equal([5, 3])
  })

  it('are found by id and by words of their name', async () => {
    expect((await list({ search: '5' })).items.map(({ id }) => id)).to.deep.equal([5])
    expect((await list({ search: 'AAP' })).items.map(({ id }) => id)).to.deep.equal([3, 5])
    expect((await list({ search: `0x${'12'.repeat(20)}` })).items).to.deep.equal([])
  })

  it('say how often each joined, and what it has at stake', async () => {
    const { items } = await list({})
    const [sums] = await one().store.query<{ joined: bigint; stake: string }>(
      `select count(*) as joined, sum(stake) filter (where status in ('open', 'requested', 'resolved'))::numeric as stake
       from workers join markets on markets.id = workers.market_id`,
    )
    expect(items.reduce((sum, { joined }) => sum + joined, 0)).to.equal(Number(sums!.joined))
    expect(String(items.reduce((sum, { at_stake }) => sum + BigInt(at_stake), 0n))).to.equal(sums!.stake)
  })
})
