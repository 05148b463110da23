import { expect } from 'chai'
import { RpcRequestError } from 'viem'
import { failOver, inOrder } from '../../../services/chain/failOver.ts'
import type { Call, Node } from '../../../services/chain/Node.ts'

type Fake = { -readonly [key in keyof Node]: Node[key] } & { asked: string[]; fails: unknown }

const makeNodes = (count: number): Fake[] =>
  Array.from({ length: count }, (_, i) => {
    const node: Fake = {
      place: i + 1,
      head: null,
      restsUntil: 0,
      asked: [],
      fails: null,
      async ask({ method }: Call) {
        node.asked.push(method)
        if (node.fails !== null) throw node.fails
        return `node ${node.place}`
      },
    }
    return node
  })

describe('failOver', () => {
  const call = { method: 'eth_gasPrice' }
  const away = new Error('away')
  const failureOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => error,
    )

  it('asks the first node, and the next where it fails', async () => {
    const nodes = makeNodes(3)
    const ask = failOver(nodes, { now: () => 0 })
    expect(await ask(call)).to.equal('node 1')
    nodes[0]!.fails = away
    expect(await ask(call)).to.equal('node 2')
    nodes[1]!.fails = nodes[2]!.fails = away
    expect(await failureOf(ask(call))).to.equal(away)
  })

  it('leaves a node that rests alone while others answer, and asks it where none does', async () => {
    const nodes = makeNodes(2)
    nodes[0]!.restsUntil = 10
    let now = 9
    const ask = failOver(nodes, { now: () => now, compareMs: 1_000_000 })
    expect(await ask(call)).to.equal('node 2')
    nodes[1]!.fails = away
    expect(await ask(call)).to.equal('node 1')
    nodes[1]!.fails = null
    now = 10
    expect(await ask(call)).to.equal('node 1')
  })

  it('asks nobody else what a contract has refused', async () => {
    const nodes = makeNodes(2)
    const refused = new RpcRequestError({
      body: {},
      error: { code: 3, message: 'execution reverted' },
      url: 'http://127.0.0.1',
    })
    nodes[0]!.fails = refused
    expect(await failureOf(failOver(nodes, { now: () => 0 })(call))).to.equal(refused)
    expect(nodes[1]!.asked).to.deep.equal([])
  })

  it('asks nodes that nobody needs now and then how far they are', async () => {
    const nodes = makeNodes(3)
    nodes[2]!.restsUntil = 1_000
    let now = 0
    const ask = failOver(nodes, { now: () => now, compareMs: 100 })
    for (now = 0; now < 250; now += 10) await ask(call)
    expect(nodes[1]!.asked).to.deep.equal(['eth_blockNumber', 'eth_blockNumber', 'eth_blockNumber'])
    expect(nodes[2]!.asked).to.deep.equal([])
  })
})

describe('the order of nodes', () => {
  const placesOf = (nodes: readonly Fake[]) => inOrder(nodes, { maxLag: 5, now: 0 }).map(({ place }) => place)

  it('is that of the config; one that lags comes later, one that rests last', () => {
    const nodes = makeNodes(4)
    expect(placesOf(nodes)).to.deep.equal([1, 2, 3, 4])
    nodes[0]!.head = 94n
    nodes[1]!.head = 95n
    nodes[2]!.restsUntil = 1
    nodes[3]!.head = 100n
    expect(placesOf(nodes)).to.deep.equal([2, 4, 1, 3])
  })
})
