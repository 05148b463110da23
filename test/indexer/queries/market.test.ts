import { expect } from 'chai'
import { pictureOf, showMarket } from '../../../indexer/queries/market.ts'
import { market as schema } from '../../../protocol/Catalog.ts'
import { made } from './made.ts'

describe('one market', () => {
  const one = made(200)

  it('WEB §3.2: with its question, workers, rounds, bets and money', async () => {
    const { market } = schema.parse(await showMarket(one().reading(), 3))
    expect(market.question).to.match(/^§question Will /)
    expect(market.workers).to.have.length(6)
    expect(market.workers[5]).to.include({ seat: 5, vote: null, reason: 'silent', paid: '50000000000000000' })
    expect(market.rounds).to.have.length(1)
    const kinds = new Set(market.payments.map(({ kind }) => kind))
    for (const kind of ['pool', 'stake', 'seat', 'credit creator'] as const)
      expect(kinds.has(kind), kind).to.equal(true)
    const paid = market.payments.filter(({ kind }) => kind === 'seat')
    expect(paid.map(({ agent_id }) => agent_id)).to.deep.equal(market.workers.map(({ agent_id }) => agent_id))
    expect(market.bets.reduce((sum, { amount }) => sum + BigInt(amount), 0n)).to.equal(
      BigInt(market.book!.yes) + BigInt(market.book!.no),
    )
  })

  it('is null where there is none, and names no picture of its own accord', async () => {
    expect(await showMarket(one().reading(), 999)).to.equal(null)
    expect(await pictureOf(one().reading(), 3)).to.equal(null)
    expect(await pictureOf(one().reading(), 999)).to.equal(null)
  })
})
