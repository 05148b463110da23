import { expect } from 'chai'
import { isFinal, type NodeOptions, OtherChainError, openNode } from '../../../services/chain/Node.ts'
import { blockAt, type FakeNode, startFakeNode } from './fakeNode.ts'

describe('a node', () => {
  let fake: FakeNode
  let now = 0
  before(async () => {
    fake = await startFakeNode()
  })
  after(() => fake.stop())
  beforeEach(() => {
    now = 1_000_000
    fake.asked.length = 0
    fake.methods = {
      eth_chainId: () => '0x5',
      eth_getBlockByNumber: () => blockAt(16),
      eth_gasPrice: () => '0x1',
    }
  })
  const open = (options: Partial<NodeOptions> = {}) =>
    openNode(fake.url, 1, { chainId: 5, timeoutMs: 5_000, retries: 0, now: () => now, ...options })
  const latest = { method: 'eth_getBlockByNumber', params: ['latest', false] }
  const price = { method: 'eth_gasPrice' }
  const failureOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: Error) => error,
    )

  it('tells the newest block that it spoke of, and no other', async () => {
    const node = open()
    expect(node.head).to.equal(null)
    await node.ask(price)
    expect(node.head).to.equal(null)
    await node.ask({ method: 'eth_getBlockByNumber', params: ['0x3', false] })
    expect(node.head).to.equal(null)
    await node.ask(latest)
    expect(node.head).to.equal(16n)
  })

  it('rests longer after each fault, and not at all once it answers', async () => {
    const faults: number[] = []
    const node = open({ told: { fault: (place) => void faults.push(place) } })
    delete fake.methods.eth_gasPrice
    const rests: number[] = []
    for (let i = 0; i < 8; i++) {
      await failureOf(node.ask(price))
      rests.push(node.restsUntil - now)
    }
    expect(rests).to.deep.equal([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
    expect(faults).to.deep.equal(Array(8).fill(1))
    fake.methods.eth_gasPrice = () => '0x1'
    await node.ask(price)
    expect(node.restsUntil).to.equal(0)
  })

  it('is asked for its chain once, and again after a fault', async () => {
    const node = open()
    await node.ask(price)
    await node.ask(price)
    delete fake.methods.eth_gasPrice
    await failureOf(node.ask(price))
    fake.methods.eth_gasPrice = () => '0x1'
    await node.ask(price)
    expect(fake.asked.filter((method) => method === 'eth_chainId')).to.have.length(2)
  })

  it('on another chain is asked nothing else', async () => {
    fake.methods.eth_chainId = () => '0x1'
    expect(await failureOf(open().ask(price))).to.be.instanceOf(OtherChainError)
    expect(fake.asked).to.deep.equal(['eth_chainId'])
  })

  it('does not rest because a contract refused', async () => {
    fake.methods.eth_call = () => ({ error: { code: 3, message: 'execution reverted', data: '0x' } })
    const node = open()
    const error = await failureOf(node.ask({ method: 'eth_call', params: [{}, 'latest'] }))
    expect(isFinal(error)).to.equal(true)
    expect(node.restsUntil).to.equal(0)
    expect([new Error('reverted'), null].map(isFinal)).to.deep.equal([false, false])
  })
})
