import { expect } from 'chai'
import { look, MovedError } from '../../indexer/look.ts'
import { type Happening, MadeChain } from '../../local/samples/madeChain.ts'
import { accountOf, madeMarkets, questionOf, viewOf } from '../../local/samples/madeMarkets.ts'
import { type Indexing, indexing } from './indexing.ts'
import { dump } from './tables.ts'

const pool = 5n

/** A market that is created, and what the contract says of it. */
const create = (id: number) => (block: Happening) => {
  const question = questionOf(id)
  const args = { marketId: BigInt(id), creator: accountOf(1), pool, deadline: 2_000_000_000n, question }
  block.emit('market', 'MarketCreated', args)
  block.set(id, viewOf(question, { deadline: 2_000_000_000n, createdAt: BigInt(block.block.time) }))
}
const bet = (id: number, amount: bigint) => (block: Happening) =>
  block.emit('bets', 'BetPlaced', { marketId: BigInt(id), bettor: accountOf(2), side: 1, amount })

describe('a look at the chain', function () {
  this.timeout(120_000)
  const open: Indexing[] = []
  const start = async (chain: MadeChain, watch: object = {}) => {
    const one = await indexing({ chain, config: { watch } })
    open.push(one)
    return one
  }
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close()
  })
  /** What an indexer that begins now keeps. */
  const anew = async (chain: MadeChain) => {
    const one = await start(chain)
    await one.look()
    return dump(one.store)
  }
  const ids = async ({ store }: Indexing) =>
    (await store.query<{ id: bigint }>('select id from markets order by id')).map(({ id }) => Number(id))

  it('WEB §4: rebuilt from an empty database it comes out byte for byte, however it got there', async () => {
    const whole = madeMarkets(60)
    const step = new MadeChain()
    const one = await start(step, { blockRange: 3, reorgMargin: 2 })
    const blocks = (whole as unknown as { made: unknown[] }).made
    const inside = step as unknown as { made: unknown[] }
    for (let i = 1; i <= blocks.length; i += 4) {
      inside.made = blocks.slice(0, i)
      await one.look()
    }
    inside.made = blocks
    await one.look()
    const kept = await dump(one.store)
    expect(kept.markets).to.have.length(60)
    expect(kept.unread).to.deep.equal([])
    expect(kept).to.deep.equal(await anew(whole))
  })

  it('takes back what a reorganisation replaced, within the margin and far beyond it', async () => {
    for (const [depth, reorgMargin] of [
      [2, 64],
      [30, 4],
    ] as const) {
      const chain = new MadeChain()
      const one = await start(chain, { reorgMargin })
      chain.add(create(1))
      for (let i = 0; i < depth; i++) chain.add(i === 0 ? create(2) : bet(1, BigInt(i)))
      await one.look()
      expect(await ids(one)).to.deep.equal([1, 2])
      chain.takeBack(1)
      chain.add(create(3), 'other')
      chain.add(bet(3, 7n), 'other')
      const { chain: _, ...rest } = { chain, since: 0, reorgMargin, blockRange: 100, isLocal: true }
      const seen = await look({ chain, store: one.store, ...rest })
      expect(seen.removedFrom, String(depth)).to.equal(2)
      expect(seen.events.map(({ name }) => name)).to.include.members(['MarketCreated', 'BetPlaced'])
      expect(await ids(one)).to.deep.equal([1, 3])
      expect(await dump(one.store)).to.deep.equal(await anew(chain))
    }
  })

  it('sees an event of a block that a node which was behind had not told of', async () => {
    const chain = new MadeChain()
    const one = await start(chain)
    chain.add(create(1))
    const behind = chain.logs.bind(chain)
    chain.logs = async (from, to) => behind(from, Math.min(to, 0))
    await one.look()
    expect(await ids(one)).to.deep.equal([])
    chain.logs = behind
    chain.add()
    await one.look()
    expect(await ids(one)).to.deep.equal([1])
  })

  it('does not mix two chains: where the head moves while it is read, all is read again', async () => {
    const chain = new MadeChain()
    const one = await start(chain)
    chain.add(create(1))
    chain.before = (name) => {
      if (name !== 'readMarket') return
      chain.before = () => {}
      chain.takeBack(0)
      chain.add(create(2), 'other')
    }
    const failed = await one.look().catch((error: Error) => error)
    expect(failed).to.be.instanceOf(MovedError)
    expect(one.indexer.status.seen).to.equal(null)
    await one.look()
    expect(await ids(one)).to.deep.equal([2])
    expect(await dump(one.store)).to.deep.equal(await anew(chain))
  })

  it('goes on after a fault where it was, and asks for nothing where nothing is new', async () => {
    const chain = madeMarkets(30)
    const one = await start(chain, { blockRange: 4 })
    let asks = 0
    chain.before = (name) => {
      if (name === 'logs' && ++asks === 3) throw new Error('away')
    }
    expect(await one.look().catch((error: Error) => error.message)).to.equal('away')
    await one.look()
    expect(await dump(one.store)).to.deep.equal(await anew(chain))
    chain.asked.length = 0
    await one.look()
    expect(chain.asked).to.deep.equal(['head'])
  })

  it('reads a market again that anything happened to, and no other one', async () => {
    const chain = new MadeChain()
    const one = await start(chain)
    chain.add(create(1))
    chain.add(create(2))
    await one.look()
    chain.asked.length = 0
    chain.add(bet(2, 9n))
    await one.look()
    expect(chain.asked.filter((name) => name === 'readMarket')).to.have.length(1)
    const [row] = await one.store.query<{ amount: string }>("select amount from payments where kind = 'bet'")
    expect(row!.amount).to.equal('9')
  })
})
