import { expect } from 'chai'
import { readEvent } from '../../../indexer/Event.ts'
import { madeMarkets, questionOf } from '../../../local/samples/madeMarkets.ts'
import { Question } from '../../../protocol/index.ts'

describe('made markets', () => {
  it('are the same ones for the same seed, and their questions can be read', async () => {
    const heads = await Promise.all(
      [madeMarkets(30), madeMarkets(30), madeMarkets(30, { seed: 2 })].map((one) => one.logs(0, 99)),
    )
    expect(heads[0]).to.deep.equal(heads[1])
    expect(heads[0]).to.not.deep.equal(heads[2])
    for (const id of [1, 77, 9_999]) expect(Question.isValid(questionOf(id)), questionOf(id)).to.equal(true)
  })

  it('live each stage of a market in events that the ABI reads', async () => {
    const chain = madeMarkets(300)
    const { number } = await chain.head()
    const logs = await chain.logs(0, number)
    const { market, bets, reputation } = chain.contracts
    const nameOf = new Map<string, 'market' | 'bets' | 'reputation'>([
      [market, 'market'],
      [bets!, 'bets'],
      [reputation, 'reputation'],
    ])
    const names = new Set(logs.map((log) => readEvent(nameOf.get(log.address)!, log)!.name))
    for (const name of [
      'MarketCreated',
      'BetPlaced',
      'ResolutionRequested',
      'RoundReported',
      'MarketFinalized',
    ])
      expect(names.has(name), name).to.equal(true)
    const statuses = new Set<number>()
    for (let id = 1; id <= 300; id++) statuses.add((await chain.readMarket(id, number))!.status)
    expect([...statuses].sort()).to.deep.equal([1, 2, 3, 5])
  })
})
