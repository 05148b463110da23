import { expect } from 'chai'
import { paymentsOf } from '../../../indexer/queries/payments.ts'
import { accountOf } from '../../../local/samples/madeMarkets.ts'
import { payment } from '../../../protocol/Catalog.ts'
import { made } from './made.ts'

describe('payments', () => {
  const one = made()

  it('of a market come in their order, and the last ones where there are more', async () => {
    const all = await paymentsOf(one().reading(), { marketId: 3 }, 100)
    for (const each of all) payment.parse(each)
    expect(all[0]).to.include({ kind: 'pool', market_id: 3 })
    const last = await paymentsOf(one().reading(), { marketId: 3 }, 2)
    expect(last).to.deep.equal(all.slice(-2))
  })

  it('of an account name its markets, and the agent whose money it was', async () => {
    const [row] = await one().store.query<{ agent_id: bigint }>('select agent_id from workers limit 1')
    const account = accountOf(100 + Number(row!.agent_id))
    const all = await paymentsOf(one().reading(), { account }, 1_000)
    expect(all.length).to.be.greaterThan(0)
    expect(all.every((each) => each.account === account && each.agent_id === Number(row!.agent_id))).to.equal(
      true,
    )
  })
})
