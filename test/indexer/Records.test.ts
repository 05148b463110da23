import { expect } from 'chai'
import * as Records from '../../indexer/Records.ts'
import { openTemporaryStore } from '../../local/openStores.ts'
import { madeMarkets } from '../../local/samples/madeMarkets.ts'
import type { Store } from '../../services/store/Store.ts'
import { indexing } from './indexing.ts'

describe('what an indexer keeps', function () {
  this.timeout(60_000)
  const [genesis, other] = [`0x${'01'.repeat(32)}`, `0x${'02'.repeat(32)}`]
  const place = { chainId: 31_337, market: `0x${'aa'.repeat(20)}` } as const
  let store: Store
  before(async () => {
    store = await openTemporaryStore('indexer')
  })
  after(() => store.close())

  it('is of one contract: a store of another one is refused', async () => {
    await Records.claimPlace(store, place, genesis)
    await Records.claimPlace(store, place, genesis)
    for (const elsewhere of [
      { ...place, chainId: 1 },
      { ...place, market: `0x${'bb'.repeat(20)}` as const },
    ])
      expect(await Records.claimPlace(store, elsewhere, genesis).catch((error) => error)).to.be.instanceOf(
        Records.OtherPlaceError,
      )
  })

  it('is read anew where a local chain was started anew', async () => {
    await Records.setKept(store, { number: 9, hash: genesis })
    await Records.claimPlace(store, place, genesis)
    expect((await Records.readPlace(store)).kept).to.deep.equal({ number: 9, hash: genesis })
    await Records.claimPlace(store, place, other)
    expect(await Records.readPlace(store)).to.deep.equal({ kept: null, seen: null })
  })

  it('forgetting events forgets the money that they moved, and has their markets read again', async () => {
    const one = await indexing({ chain: madeMarkets(12) })
    await one.look()
    const count = async (table: string) =>
      Number((await one.store.query<{ n: bigint }>(`select count(*) as n from ${table}`))[0]!.n)
    expect(await count('payments')).to.be.greaterThan(0)
    expect(await count('unread')).to.equal(0)
    await Records.forgetAbove(one.store, 0)
    expect([await count('events'), await count('payments')]).to.deep.equal([0, 0])
    expect(await Records.unread(one.store, 'market', 50)).to.have.length(12)
    expect(await Records.unread(one.store, 'agent', 50)).to.have.length.greaterThan(0)
    await one.close()
  })
})
