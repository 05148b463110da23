import { expect } from 'chai'
import { health, makeHealth } from '../../keeper/health.ts'
import type { Keeper } from '../../keeper/Keeper.ts'
import { keeperWith } from './keeperWith.ts'

const away = async () => {
  throw new Error('https://node.example/secret-key is away')
}

const read = (keeper: Keeper) => makeHealth(keeper)()

describe('the health of a keeper', () => {
  it('is good where store, chain and purse are', async () => {
    const found = await read(keeperWith())
    expect(health.parse(found)).to.deep.equal({
      ...{ live: true, ready: true, waiting: null, due: 1, pending: 1, markets: 3, uptime_s: 0 },
      reasons: [],
      store: { ok: true },
      chain: { ok: true, chain_id: 31_337, market: `0x${'aa'.repeat(20)}`, block: 12, block_time: 20_100 },
      account: { address: `0x${'bb'.repeat(20)}`, balance_eth: '2', spent_eth: '0.1' },
    })
  })

  it('says which of them is not, and nothing of why', async () => {
    const noStore = await read(keeperWith({ store: { query: away } }))
    const noChain = await read(keeperWith({ chain: { chainId: 1, market: '0x', head: away } }))
    const poor = await read(keeperWith({ status: { head: {}, waiting: 'funds' } }))
    expect([noStore.store.ok, noChain.chain.ok, poor.waiting]).to.deep.equal([false, false, 'funds'])
    for (const found of [noStore, noChain, poor]) expect(found.ready).to.equal(false)
    expect(JSON.stringify([noStore, noChain])).not.to.contain('secret')
  })

  it('a price above the budget is no fault; before the first look it is not ready', async () => {
    expect((await read(keeperWith({ status: { head: {}, waiting: 'price' } }))).ready).to.equal(true)
    expect((await read(keeperWith({ status: { head: null, waiting: null } }))).ready).to.equal(false)
  })
})
