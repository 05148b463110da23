import { expect } from 'chai'
import pino from 'pino'
import { privateKeyToAccount } from 'viem/accounts'
import { testKey } from '../../cli/chain/account.ts'
import { Book } from '../../keeper/Book.ts'
import type { Read } from '../../keeper/Chain.ts'
import { checkConfig } from '../../keeper/Config.ts'
import { type Health, health, makeHealth } from '../../keeper/health.ts'
import type { Keeper } from '../../keeper/Keeper.ts'
import { makeLook } from '../../keeper/look.ts'
import { makeMetrics } from '../../keeper/makeMetrics.ts'
import { makeOutbox } from '../../keeper/Outbox.ts'
import { run } from '../../keeper/run.ts'
import { openTemporaryStore } from '../../local/openStores.ts'
import type { Store } from '../../services/store/Store.ts'
import { FakeChain } from './fakeChain.ts'
import { facts, terms } from './markets.ts'
import { until } from './onChain.ts'

/** As on the public chain that most markets are on. */
const blockMs = 12_000
const account = privateKeyToAccount(testKey(4))
const { lastAsk, feedback, ...open } = facts()
const market = (marketId: number, changes: Partial<Read> = {}): Read => ({ ...open, marketId, ...changes })

describe('one look of a keeper', function () {
  this.timeout(60_000)
  let store: Store
  let chain: FakeChain
  let keeper: Keeper
  let lines: { level: string; msg: string }[]
  let stopping: AbortController
  before(async () => {
    store = await openTemporaryStore('keeper')
  })
  after(() => store?.close())
  beforeEach(async () => {
    for (const table of ['calls', 'done', 'refusals']) await store.query(`delete from ${table}`)
    chain = new FakeChain()
    make()
  })
  function make(changes: object = {}): void {
    const settings = {
      market: chain.market,
      rpcUrl: 'http://127.0.0.1:1',
      keyEnv: 'KEY',
      watch: { pollMs: 10, reorgMargin: 10 },
    }
    const { budget, sending, turns, watch } = checkConfig({ ...settings, ...changes }, { file: 'the test' })
    lines = []
    stopping = new AbortController()
    const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
    keeper = {
      ...{ chain, store, budget, sending, turns, watch, publicUrl: 'http://x', address: account.address },
      ...{ feedback: true, metrics: makeMetrics(), status: { head: null, waiting: null } },
      log: pino({ level: 'debug', formatters: { level: (level) => ({ level }) } }, stream),
      book: new Book({ terms, reorgMargin: watch.reorgMargin }),
      outbox: makeOutbox({ chain, store, account, budget, replaceAfter: 6, reorgMargin: watch.reorgMargin }),
      ...{ now: () => chain.now.number * blockMs, stopping: stopping.signal, onOutcome: () => {} },
    }
  }
  const pending = () => [...keeper.outbox.pending()]
  const metric = async (name: string) => {
    const text = await keeper.metrics.registry.metrics()
    return text
      .split('\n')
      .filter((line) => line.startsWith(`cresolver_keeper_${name}`) && !line.endsWith(' 0'))
  }

  it('sends what is due: one call at first, then two, then four, the largest value first', async () => {
    chain.markets = Array.from({ length: 9 }, (_, i) => market(i + 1, { value: BigInt(i) }))
    const look = makeLook(keeper)
    const sizes: number[] = []
    for (let i = 0; i < 4; i++) {
      await look()
      sizes.push(chain.pool.length)
      const asked = new Set(pending().map((key) => Number(key.split(' ')[1])))
      if (i === 0) expect([...asked]).to.deep.equal([9])
      chain.markets = chain.markets.map((one) =>
        asked.has(one.marketId) ? { ...one, status: 'Requested', requestedAt: chain.now.timestamp } : one,
      )
      chain.mine()
    }
    expect(sizes).to.deep.equal([1, 2, 4, 2])
    await look()
    expect(await metric('calls_total')).to.include(
      'cresolver_keeper_calls_total{kind="request",result="ok"} 9',
    )
  })

  it('reads nothing where no block came, and no market to which nothing happened', async () => {
    chain.markets = [market(1, { deadline: 90_000 }), market(2, { deadline: 90_000 })]
    const look = makeLook(keeper)
    await look()
    await look()
    expect(chain.reads).to.equal(2)
    chain.mine()
    await look()
    expect(chain.reads).to.equal(2)
    chain.events = [{ marketId: 2, block: chain.now.number, blockHash: '0x1', kind: 'other', seat: null }]
    chain.mine()
    await look()
    expect(chain.reads).to.equal(3)
  })

  it('a market that somebody creates is found by its event', async () => {
    const look = makeLook(keeper)
    await look()
    chain.markets = [market(1)]
    chain.mine()
    chain.events = [{ marketId: 1, block: chain.now.number, blockHash: '0x1', kind: 'other', seat: null }]
    await look()
    expect(pending()).to.deep.equal(['request 1'])
  })

  it('too little ETH is said plainly, once, and it is not ready until some comes', async () => {
    chain.markets = [market(1)]
    chain.funds = 1n
    const look = makeLook(keeper)
    await look()
    chain.mine()
    await look()
    const said = lines.filter(({ level }) => level === 'error').map(({ msg }) => msg)
    expect(said).to.deep.equal(['the account has too little ETH for the next call: send it some'])
    expect(await makeHealth(keeper)()).to.include({ ready: false, waiting: 'funds' })
    chain.funds = 10n ** 18n
    chain.mine()
    await look()
    expect(await makeHealth(keeper)()).to.include({ ready: true, waiting: null, pending: 1 })
  })

  it('a price above the budget is waited for; it is still ready', async () => {
    chain.markets = [market(1)]
    chain.now = { ...chain.now, baseFee: 10n ** 12n }
    await makeLook(keeper)()
    expect([chain.sent.length, keeper.status.waiting]).to.deep.equal([0, 'price'])
    expect(await metric('waiting')).to.deep.equal(['cresolver_keeper_waiting{why="price"} 1'])
    expect((await makeHealth(keeper)()).ready).to.equal(true)
  })

  it('after a lost race it stays out of the way until nobody gets on for some blocks', async () => {
    chain.markets = [market(1), market(2)]
    const look = makeLook(keeper)
    await look()
    chain.mine({ reverts: true })
    chain.markets = [market(1, { status: 'Requested', requestedAt: 20_000 }), market(2)]
    await look()
    expect(pending()).to.deep.equal([])
    for (let i = 0; i < 12; i++) {
      chain.mine()
      await look()
    }
    expect(pending()).to.deep.equal(['request 2'])
  })

  it('AUDIT C9: quick blocks do not shorten that: a slow keeper has time to send what is its own', async () => {
    let ms = 0
    keeper = { ...keeper, now: () => ms }
    chain.markets = [market(1), market(2)]
    const look = makeLook(keeper)
    await look()
    chain.mine({ reverts: true })
    chain.markets = [market(1, { status: 'Requested', requestedAt: 20_000 }), market(2)]
    for (let i = 0; i < 20; i++) {
      await look()
      chain.mine()
      ms += 250
    }
    expect(pending()).to.deep.equal([])
    ms = 40_000
    await look()
    expect(pending()).to.deep.equal(['request 2'])
  })

  /** What was sent comes into a block, and is done. */
  function mineSent(also: readonly number[] = []): void {
    const done = new Set([...pending().map((key) => Number(key.split(' ')[1])), ...also])
    chain.markets = chain.markets.map((one) =>
      done.has(one.marketId) ? { ...one, status: 'Requested', requestedAt: chain.now.timestamp } : one,
    )
    const block = chain.now.number + 1
    chain.events = [...done].map((marketId) => {
      return { marketId, block, blockHash: `0x${block.toString(16)}`, kind: 'asked', seat: null }
    })
    chain.mine()
  }

  it('AUDIT C9: another at work means one call at a time, so that no block holds two that can be lost', async () => {
    chain.markets = Array.from({ length: 9 }, (_, i) => market(i + 1))
    const look = makeLook(keeper)
    await look()
    mineSent()
    await look()
    expect(pending()).to.have.length(2)
    mineSent([9])
    await look()
    expect(pending()).to.have.length(1)
    mineSent()
    await look()
    expect(pending(), 'and more once the other is gone').to.have.length(2)
  })

  it('AUDIT C9: those who take turns know of each other, and do not slow each other down', async () => {
    make({ turns: { place: 1, of: 2, patience: 3 } })
    chain.markets = Array.from({ length: 18 }, (_, i) => market(i + 1))
    const look = makeLook(keeper)
    await look()
    mineSent([17])
    await look()
    expect(pending()).to.have.length(2)
  })

  it('AUDIT C9: what an earlier process sent is no reason to send more at once', async () => {
    chain.markets = Array.from({ length: 9 }, (_, i) => market(i + 1))
    await makeLook(keeper)()
    mineSent()
    make()
    await makeLook(keeper)()
    expect(pending()).to.have.length(1)
  })

  /** A block comes as soon as something is sent, with it or without. */
  function mineAtOnce(how: { readonly empty?: boolean }): void {
    const broadcast = chain.broadcast.bind(chain)
    chain.broadcast = async (raw) => {
      const taken = await broadcast(raw)
      chain.mine(how)
      return taken
    }
  }

  it('AUDIT C9: a block that comes while it sends is learnt from before more is sent', async () => {
    chain.markets = Array.from({ length: 9 }, (_, i) => market(i + 1))
    const look = makeLook(keeper)
    await look()
    mineSent()
    mineAtOnce({ empty: true })
    await look()
    expect(chain.sent).to.have.length(2)
  })

  it('goes on where that block has what it sent: nobody was faster', async () => {
    chain.markets = Array.from({ length: 9 }, (_, i) => market(i + 1))
    const look = makeLook(keeper)
    await look()
    mineSent()
    mineAtOnce({})
    await look()
    expect(chain.sent.length).to.be.above(2)
  })

  it('the next process knows of a race that was lost', async () => {
    chain.markets = [market(1), market(2)]
    await makeLook(keeper)()
    chain.mine({ reverts: true })
    await makeLook(keeper)()
    make()
    chain.mine()
    await makeLook(keeper)()
    expect(pending()).to.deep.equal([])
  })

  it('what the simulation calls too early is asked again at that time, and not before', async () => {
    chain.markets = [market(1, { status: 'Requested', requestedAt: 19_000, seats: 3 })]
    chain.refusals.set('askAgain 1', { name: 'TooEarly', args: [20_500n] })
    const look = makeLook(keeper)
    await look()
    chain.mine()
    await look()
    expect([chain.sent.length, keeper.book.calls().length]).to.deep.equal([0, 0])
  })

  it('feedback that the registry refused is not paid for again', async () => {
    chain.markets = [market(1, { status: 'Finalized' })]
    chain.seats = [0]
    const look = makeLook(keeper)
    await look()
    expect(pending()).to.deep.equal(['publishFeedback 1 0'])
    chain.mine()
    chain.events = [{ marketId: 1, block: chain.now.number, blockHash: '0x1', kind: 'refused', seat: 0 }]
    await look()
    expect(pending()).to.deep.equal([])
    make()
    await makeLook(keeper)()
    expect(pending(), 'nor by the next process').to.deep.equal([])
  })

  it('a market that is over is remembered when its block is deep, and not read by the next process', async () => {
    chain.markets = [market(1, { status: 'Invalid' })]
    const look = makeLook(keeper)
    await look()
    expect(await store.query('select market_id from done')).to.deep.equal([])
    chain.mine({ blocks: 10 })
    await look()
    expect(await store.query('select market_id from done')).to.deep.equal([{ market_id: 1n }])
  })

  it('goes on after faults of the node, and stops when told', async () => {
    chain.markets = [market(1)]
    chain.isDown = true
    const running = run(keeper, makeLook(keeper))
    await until(() => lines.some(({ level }) => level === 'warn'), 'the fault is said')
    const down: Health = await makeHealth(keeper)()
    expect([down.ready, down.chain.ok, health.safeParse(down).success]).to.deep.equal([false, false, true])
    chain.isDown = false
    await until(() => chain.pool.length === 1, 'it sends')
    stopping.abort()
    await running.stop()
    expect((await makeHealth(keeper)()).ready).to.equal(false)
  })
})
