import { expect } from 'chai'
import { createPublicClient } from 'viem'
import { DisagreementError, QuorumTooLargeError } from '../../../services/chain/agree.ts'
import { openNodes, urlsOf } from '../../../services/chain/openNodes.ts'
import { blockAt, type FakeNode, startFakeNode } from './fakeNode.ts'

describe('openNodes', () => {
  const to = '0x00000000000000000000000000000000000000aa'
  let nodes: FakeNode[]
  before(async () => {
    nodes = await Promise.all([startFakeNode(), startFakeNode()])
  })
  after(() => {
    for (const node of nodes) node.stop()
  })
  beforeEach(() => {
    for (const node of nodes) {
      node.asked.length = 0
      node.methods = {
        eth_chainId: () => '0x5',
        eth_blockNumber: () => '0x10',
        eth_getBlockByNumber: () => blockAt(16),
        eth_call: () => '0x01',
      }
    }
  })
  const urls = () => nodes.map(({ url }) => url)
  const clientOf = (options: Parameters<typeof openNodes>[1]) =>
    createPublicClient({ transport: openNodes(urls(), { chainId: 5, ...options }), cacheTime: 0 })

  it('takes one URL, several in one text, or a list', () => {
    expect(urlsOf('http://a')).to.deep.equal(['http://a'])
    expect(urlsOf(' http://a, http://b\n')).to.deep.equal(['http://a', 'http://b'])
    expect(urlsOf(['http://a', 'http://b'])).to.deep.equal(['http://a', 'http://b'])
  })

  it('a second node takes over while the first is away, and a call of it is not tried in vain each time', async () => {
    nodes[0]!.methods = {}
    const client = clientOf({})
    expect(await client.getBlockNumber()).to.equal(16n)
    expect(await client.getBlockNumber()).to.equal(16n)
    expect(nodes[0]!.asked).to.deep.equal(['eth_chainId'])
  })

  it('a node on another chain is as good as away', async () => {
    nodes[0]!.methods.eth_chainId = () => '0x1'
    expect(await clientOf({}).getBlockNumber()).to.equal(16n)
    expect(nodes[0]!.asked).to.deep.equal(['eth_chainId'])
  })

  it('what contracts say is heard from a quorum, and the rest from one', async () => {
    const client = clientOf({ quorum: 2 })
    expect((await client.call({ to })).data).to.equal('0x01')
    for (const { asked } of nodes) expect(asked).to.include('eth_call')
    nodes[1]!.methods.eth_call = () => '0x02'
    const error = (await client.call({ to }).catch((one: unknown) => one)) as Error
    expect(
      (error as unknown as { walk(find: (one: unknown) => boolean): unknown }).walk(
        (one) => one instanceof DisagreementError,
      ),
    ).to.be.instanceOf(DisagreementError)
    expect(error.message).to.not.include('secret-key')
    nodes[1]!.methods.eth_blockNumber = () => '0xff'
    expect(await client.getBlockNumber()).to.equal(16n)
  })

  it('refuses a quorum that the nodes cannot make up, before anything is asked', () => {
    expect(() => clientOf({ quorum: 3 })).to.throw(QuorumTooLargeError)
  })
})
