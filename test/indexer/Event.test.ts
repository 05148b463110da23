import { expect } from 'chai'
import { readEvent, selectorsOf, storable } from '../../indexer/Event.ts'
import { MadeChain } from '../../local/samples/madeChain.ts'
import { accountOf } from '../../local/samples/madeMarkets.ts'

async function logsOf(
  ...events: Parameters<Parameters<NonNullable<Parameters<MadeChain['add']>[0]>>[0]['emit']>[]
) {
  const chain = new MadeChain()
  chain.add(({ emit }) => {
    for (const one of events) emit(...one)
  })
  return chain.logs(1, 1)
}

const created = {
  ...{ marketId: 7n, creator: accountOf(1), pool: 10n ** 18n, deadline: 9n },
  question: '0xABC is it?',
}

describe('an event', () => {
  it('is read by name: small numbers as numbers, amounts as text, texts as they are', async () => {
    const [log] = await logsOf(['market', 'MarketCreated', created])
    expect(readEvent('market', log!)).to.deep.include({
      ...{ contract: 'market', name: 'MarketCreated', marketId: 7, agentId: null, block: 1, log: 0 },
      args: {
        marketId: 7,
        creator: accountOf(1),
        pool: '1000000000000000000',
        deadline: 9,
        question: '0xABC is it?',
      },
    })
  })

  it('is null where it is not followed, or has another form than the ABI’s', async () => {
    const [log] = await logsOf(['market', 'MarketCreated', created])
    expect(readEvent('bets', log!)).to.equal(null)
    expect(readEvent('market', { ...log!, data: '0x12' })).to.equal(null)
    expect(readEvent('market', { ...log!, topics: [] })).to.equal(null)
  })

  it('of the registry of agents only what moves an agent is followed: others use it, too', () => {
    expect(selectorsOf('identities')).to.have.length(3)
    expect(new Set(selectorsOf('market')).size).to.be.greaterThan(20)
  })

  it('holds nothing that a database would not give back', () => {
    expect(storable('a\0b\ud800')).to.equal('a\ufffdb\ufffd')
  })
})
