import { expect } from 'chai'
import { privateKeyToAccount } from 'viem/accounts'
import { testKey } from '../../cli/chain/account.ts'
import type { Call } from '../../keeper/Market.ts'
import { keyOf } from '../../keeper/Market.ts'
import { makeOutbox, type Outbox } from '../../keeper/Outbox.ts'
import { openTemporaryStore } from '../../local/openStores.ts'
import type { Store } from '../../services/store/Store.ts'
import { FakeChain } from './fakeChain.ts'

const account = privateKeyToAccount(testKey(4))
const budget = { perDay: 1_000_000n, perCall: 100_000n, maxFee: 100n, maxTip: 2n }
const call = (marketId: number): Call => ({ kind: 'settle', marketId, seat: null, value: 1n, left: 10_000 })

describe('the outbox of a keeper', function () {
  this.timeout(60_000)
  let store: Store
  let chain: FakeChain
  let due: Set<string>
  before(async () => {
    store = await openTemporaryStore('keeper')
  })
  after(() => store?.close())
  beforeEach(async () => {
    await store.query('delete from calls')
    chain = new FakeChain()
    due = new Set([keyOf(call(1)), keyOf(call(2))])
  })
  const isDue = (key: string) => due.has(key)
  const make = (changes: object = {}): Outbox =>
    makeOutbox({ ...{ chain, store, account, budget, replaceAfter: 3, reorgMargin: 10 }, ...changes })
  /** A process that has looked at the chain once. */
  async function begun(changes: object = {}): Promise<Outbox> {
    const outbox = make(changes)
    await outbox.learn(chain.now)
    return outbox
  }
  const send = (outbox: Outbox, one: Call) => outbox.send(one, chain.now, isDue)
  const outcomes = async (outbox: Outbox) =>
    (await outbox.learn(chain.now)).map(({ call: { marketId }, result }) => `${marketId} ${result}`)

  it('sends with one nonce after the other, and learns what became of each', async () => {
    const outbox = await begun()
    expect((await send(outbox, call(1))).is).to.equal('sent')
    expect((await send(outbox, call(2))).is).to.equal('sent')
    expect([...outbox.pending()]).to.deep.equal(['settle 1', 'settle 2'])
    expect(chain.pool.map(({ nonce }) => nonce)).to.deep.equal([0, 1])
    chain.mine()
    expect(await outcomes(outbox)).to.deep.equal(['1 ok', '2 ok'])
    expect(await outcomes(outbox)).to.deep.equal([])
    expect(outbox.pending().size).to.equal(0)
    expect(outbox.purse.spent).to.equal(1_800n)
  })

  it('a call that would be refused is not sent: a race costs an eth_call', async () => {
    chain.refusals.set('settle 1', { name: 'WrongStatus', args: [] })
    expect(await send(await begun(), call(1))).to.deep.equal({
      is: 'refused',
      why: { name: 'WrongStatus', args: [] },
    })
    expect(chain.sent).to.deep.equal([])
  })

  it('killed before it sends, the next process sends the very same transaction', async () => {
    const dying = await begun()
    chain.broadcast = () => new Promise(() => {})
    void send(dying, call(1))
    await new Promise((resolve) => setTimeout(resolve, 200))
    delete (chain as { broadcast?: unknown }).broadcast
    const outbox = await begun()
    expect([...outbox.pending()]).to.deep.equal(['settle 1'])
    expect(await outbox.press(chain.now, isDue)).to.deep.equal([
      { call: { kind: 'settle', marketId: 1, seat: null }, how: 'again' },
    ])
    chain.mine()
    expect(await outcomes(outbox)).to.deep.equal(['1 ok'])
    expect(chain.mined).to.have.length(1)
  })

  it('killed after it sent, the next process neither loses nor repeats it', async () => {
    await send(await begun(), call(1))
    const outbox = await begun()
    await outbox.press(chain.now, isDue)
    expect(chain.sent).to.have.length(1)
    chain.mine()
    expect(await outcomes(outbox)).to.deep.equal(['1 ok'])
  })

  it('a nonce kept for a call that nobody needs any more serves the next one', async () => {
    const dying = await begun()
    chain.answers = ['unknown']
    await send(dying, call(1))
    await send(dying, call(2))
    due.delete('settle 1')
    const outbox = await begun()
    due.add('settle 3')
    await send(outbox, call(3))
    expect(chain.pool.map(({ nonce }) => nonce).toSorted()).to.deep.equal([0, 1])
    chain.mine()
    expect(await outcomes(outbox)).to.deep.equal(['3 ok', '2 ok'])
  })

  it('a lone nonce that nobody needs and no node knows is free again', async () => {
    chain.answers = ['unknown']
    await send(await begun(), call(1))
    due.clear()
    const outbox = await begun()
    await outbox.press(chain.now, isDue)
    expect([outbox.pending().size, chain.sent.length]).to.deep.equal([0, 1])
    await outbox.learn(chain.now)
    expect(outbox.purse.spent).to.equal(0n)
  })

  it('what is stuck is replaced for a higher fee, with the same nonce, within the budget', async () => {
    const outbox = await begun()
    await send(outbox, call(1))
    const [before] = chain.pool
    chain.mine({ blocks: 3, empty: true })
    await outbox.learn(chain.now)
    expect((await outbox.press(chain.now, isDue)).map(({ how }) => how)).to.deep.equal(['replaced'])
    expect(chain.pool).to.have.length(1)
    expect(chain.pool[0]!.fee * 10n >= before!.fee * 11n).to.equal(true)
    chain.mine()
    expect(await outcomes(outbox)).to.deep.equal(['1 ok'])
  })

  it('the first of two that were sent may be the one in the block', async () => {
    const outbox = await begun()
    await send(outbox, call(1))
    const [first] = chain.pool
    chain.mine({ blocks: 3, empty: true })
    await outbox.press(chain.now, isDue)
    chain.pool = [first!]
    chain.mine()
    expect(await outcomes(outbox)).to.deep.equal(['1 ok'])
  })

  it('a replacement above the budget waits', async () => {
    const outbox = await begun({ budget: { ...budget, maxFee: 22n } })
    await send(outbox, call(1))
    chain.mine({ blocks: 3, empty: true })
    await outbox.learn(chain.now)
    expect((await outbox.press(chain.now, isDue)).map(({ how }) => how)).to.deep.equal(['waiting'])
    expect(chain.pool).to.have.length(1)
  })

  it('gas above the budget waits, and is sent when it falls', async () => {
    const outbox = await begun()
    chain.now = { ...chain.now, baseFee: 100n }
    expect(await send(outbox, call(1))).to.deep.equal({ is: 'waiting', why: 'price', cost: null })
    chain.now = { ...chain.now, baseFee: 10n }
    expect((await send(outbox, call(1))).is).to.equal('sent')
  })

  it('the budgets of a call and of a day are kept, those on their way included', async () => {
    expect(await send(await begun({ budget: { ...budget, perCall: 10n } }), call(1))).to.deep.include({
      why: 'call-budget',
    })
    const outbox = await begun({ budget: { ...budget, perDay: 4_000n } })
    expect((await send(outbox, call(1))).is).to.equal('sent')
    expect(await send(outbox, call(2))).to.deep.include({ is: 'waiting', why: 'day-budget' })
    chain.mine()
    await outbox.learn(chain.now)
    expect((await send(outbox, call(2))).is, 'it has cost less than it might have').to.equal('sent')
  })

  it('a day is a day of the chain: a later one has its own budget', async () => {
    const outbox = await begun({ budget: { ...budget, perDay: 3_000n } })
    await send(outbox, call(1))
    chain.mine()
    chain.now = { ...chain.now, timestamp: chain.now.timestamp + 86_401 }
    await outbox.learn(chain.now)
    expect(outbox.purse.spent).to.equal(0n)
    expect((await send(outbox, call(2))).is).to.equal('sent')
  })

  it('without funds nothing is signed, or what was is free again', async () => {
    chain.funds = 10n
    expect(await send(await begun(), call(1))).to.deep.include({ is: 'waiting', why: 'funds' })
    expect(chain.sent).to.deep.equal([])
    chain.funds = 10n ** 18n
    chain.answers = ['poor']
    const outbox = await begun()
    expect(await send(outbox, call(1))).to.deep.include({ is: 'waiting', why: 'funds' })
    expect(outbox.pending().size).to.equal(0)
  })

  it('a nonce that is too low is not kept: the next look knows better', async () => {
    const outbox = await begun()
    chain.answers = ['nonce-used']
    expect((await send(outbox, call(1))).is).to.equal('missed')
    expect(outbox.pending().size).to.equal(0)
  })

  it('a nonce that another program used is given up after some blocks', async () => {
    const outbox = await begun()
    await send(outbox, call(1))
    const other = { ...chain.pool[0]!, hash: `0x${'dd'.repeat(32)}` as const }
    chain.pool = [other]
    chain.mine()
    expect(await outcomes(outbox)).to.deep.equal([])
    chain.mine({ blocks: 12 })
    expect(await outcomes(outbox)).to.deep.equal(['1 lost'])
  })

  it('a reverted call is told as such, and counted', async () => {
    const outbox = await begun()
    await send(outbox, call(1))
    chain.mine({ reverts: true })
    expect(await outcomes(outbox)).to.deep.equal(['1 reverted'])
    expect(outbox.purse.spent).to.equal(900n)
  })

  it('nothing is over until its block is deep: after a reorganisation it is sent again with its nonce', async () => {
    const outbox = await begun()
    await send(outbox, call(1))
    chain.mine()
    expect(await outcomes(outbox)).to.deep.equal(['1 ok'])
    chain.reorganise()
    await outbox.learn(chain.now)
    expect([...outbox.pending()]).to.deep.equal(['settle 1'])
    await outbox.press(chain.now, isDue)
    chain.mine()
    expect(await outcomes(outbox)).to.deep.equal(['1 ok'])
    expect(chain.mined).to.have.length(1)
    chain.mine({ blocks: 10 })
    await outbox.learn(chain.now)
    expect(await store.query(`select nonce from calls where state <> 'closed'`)).to.deep.equal([])
  })
})
