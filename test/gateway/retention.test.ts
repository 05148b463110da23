import { expect } from 'chai'
import { findRound, repliesOf } from '../../gateway/Records.ts'
import { keptByGateway } from '../../gateway/retention.ts'
import { silent } from '../../services/http/Log.ts'
import { forgetOld } from '../../services/store/retention.ts'
import type { Store } from '../../services/store/Store.ts'
import { openGatewayStore, place, seal } from './keeping.ts'

const day = 86_400_000
const now = Date.UTC(2027, 0, 1)

describe('what a gateway forgets', () => {
  let store: Store
  before(async () => {
    store = await openGatewayStore()
    for (const marketId of [1, 2, 3]) await seal(store, marketId)
    const finalAt = (days: number) => new Date(now - days * day)
    for (const [marketId, at] of [
      [1, finalAt(400)],
      [2, finalAt(10)],
      [3, null],
    ] as const)
      await store.query(
        'insert into markets (chain_id, market, market_id, checked_at, final_at) values ($1, $2, $3, $4, $5)',
        [place.chainId, place.market, marketId, new Date(0), at],
      )
  })
  after(() => store.close())

  const forget = (days: { repliesDays: number | null; roundsDays: number | null }) =>
    forgetOld(keptByGateway(store, place, days), { log: silent, now: () => now })
  const replies = async (marketId: number) =>
    (await repliesOf(store, place, { marketId, round: 1 }, 'answers')).length

  it('nothing, where it is told to keep all, and nothing of a market that is not final', async () => {
    await forget({ repliesDays: null, roundsDays: null })
    expect([await replies(1), await replies(2), await replies(3)]).to.deep.equal([1, 1, 1])
  })

  it('first what workers said, then the round, each so long after the market was final', async () => {
    await forget({ repliesDays: 365, roundsDays: null })
    expect([await replies(1), await replies(2), await replies(3)]).to.deep.equal([0, 1, 1])
    expect(await findRound(store, place, { marketId: 1, round: 1 })).to.not.equal(undefined)
    await forget({ repliesDays: 365, roundsDays: 9 })
    for (const marketId of [1, 2])
      expect(await findRound(store, place, { marketId, round: 1 }), String(marketId)).to.equal(undefined)
    expect(await replies(3)).to.equal(1)
  })

  it('the database itself refuses to lose what is not final', async () => {
    const error = await store.query('delete from replies where market_id = 3').catch((one) => one)
    expect(error.message).to.include('is kept as it is')
  })
})
