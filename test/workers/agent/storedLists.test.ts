import { expect } from 'chai'
import { Hash } from '../../../protocol/index.ts'
import type { Store } from '../../../services/store/Store.ts'
import { storedLists } from '../../../workers/agent/storedLists.ts'
import { chainId, market, sharedStore } from './agents.ts'

describe('storedLists', function () {
  this.timeout(120_000)
  let store: Store
  before(async () => {
    store = await sharedStore()
  })
  let markets = 900_000
  const place = (changes: object = {}) => ({
    agentId: 3,
    chainId,
    market,
    marketId: ++markets,
    round: 1,
    ...changes,
  })
  const [a, b, c] = ['a', 'b', 'c'].map(Hash.ofText) as [Hash.Hash, Hash.Hash, Hash.Hash]

  it('SPEC §6: has two places in a round, and those who took them keep them', async () => {
    const lists = storedLists(store, place())
    expect([await lists.claim(a), await lists.claim(b), await lists.claim(c)]).to.deep.equal([
      true,
      true,
      false,
    ])
    expect([await lists.claim(b), await lists.claim(a), await lists.claim(c)]).to.deep.equal([
      true,
      true,
      false,
    ])
  })

  it('keeps the first that was found, for ever', async () => {
    const lists = storedLists(store, place())
    await lists.claim(a)
    expect(await lists.find(a)).to.equal(null)
    expect(await lists.keep(a, 'pf')).to.equal('pf')
    expect(await lists.keep(a, 'ff')).to.equal('pf')
    expect(await lists.find(a)).to.equal('pf')
    expect(await lists.find(b)).to.equal(null)
  })

  it('counts each agent, round, market and chain apart', async () => {
    const one = place()
    for (const list of [a, b]) await storedLists(store, one).claim(list)
    for (const change of [{ agentId: 4 }, { round: 2 }, { marketId: ++markets }, { chainId: 1 }])
      expect(await storedLists(store, { ...one, ...change }).claim(c), JSON.stringify(change)).to.equal(true)
    expect(await storedLists(store, one).claim(c)).to.equal(false)
  })

  it('gives two of many at once a place', async () => {
    const lists = storedLists(store, place())
    const many = Array.from({ length: 8 }, (_, i) => Hash.ofText(`list ${i}`))
    const claimed = await Promise.all(many.map((list) => lists.claim(list)))
    expect(claimed.filter(Boolean)).to.have.length(2)
  })
})
