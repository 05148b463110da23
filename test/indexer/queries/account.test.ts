import { expect } from 'chai'
import { showAccount } from '../../../indexer/queries/account.ts'
import { accountOf } from '../../../local/samples/madeMarkets.ts'
import { account as schema } from '../../../protocol/Catalog.ts'
import { made } from './made.ts'

describe('one account', () => {
  const one = made(200)
  const show = async (address: string, after: string | null = null, limit = 100) =>
    schema.parse(await showAccount(one().reading(), address, { after, limit }))

  it('WEB §3.7: everything that it has to do with, market by market, page by page', async () => {
    const all = await show(accountOf(3))
    expect(all.positions.length).to.be.greaterThan(2)
    expect(all.positions.every(({ roles }) => roles.includes('creator'))).to.equal(true)
    const credited = all.positions.reduce((sum, one) => sum + BigInt(one.credited), 0n)
    expect(all.credited).to.equal(String(credited))
    const first = await show(accountOf(3), null, 2)
    expect((await show(accountOf(3), first.next)).positions).to.deep.equal(all.positions.slice(2))
  })

  it('bets by side, and how they came out', async () => {
    const [row] = await one().store.query<{ account: string }>(
      "select account from payments where kind = 'bet' limit 1",
    )
    const { positions } = await show(row!.account.toUpperCase().replace('0X', '0x'))
    const sums = await one().store.query<{ total: string }>(
      "select sum(amount)::numeric as total from payments where kind = 'bet' and account = $1",
      [row!.account],
    )
    const total = positions.reduce((sum, { bets }) => sum + BigInt(bets.yes) + BigInt(bets.no), 0n)
    expect(String(total)).to.equal(sums[0]!.total)
    for (const { state, bet_result } of positions)
      expect(bet_result).to.equal(state === 'finalized' ? 'yes' : null)
  })

  it('seats of the agents that it signs for', async () => {
    const { agents, positions } = await show(accountOf(101))
    expect(agents.map(({ id }) => id)).to.deep.equal([1])
    expect(positions.every(({ seats }) => seats.every(({ agent_id }) => agent_id === 1))).to.equal(true)
    expect(positions.some(({ seats }) => seats.some(({ paid }) => paid !== null))).to.equal(true)
  })

  it('one that nobody knows has nothing, and is no fault', async () => {
    expect(await show(`0x${'12'.repeat(20)}`)).to.deep.include({ positions: [], agents: [], credited: '0' })
  })
})
