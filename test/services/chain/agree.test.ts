import { expect } from 'chai'
import fc from 'fast-check'
import { RpcRequestError } from 'viem'
import {
  agree,
  DisagreementError,
  QuorumTooLargeError,
  TooFewNodesError,
} from '../../../services/chain/agree.ts'
import type { Call, Node } from '../../../services/chain/Node.ts'
import { blockAt } from './fakeNode.ts'

type Fake = Node & { said: string; newest: number; fork: string; isAway: boolean; asked: string[] }

const makeNode = (place: number, changes: Partial<Fake> = {}): Fake => {
  const node: Fake = {
    place,
    head: null,
    restsUntil: 0,
    said: '0x01',
    newest: 10,
    fork: 'ab',
    isAway: false,
    asked: [],
    async ask({ method, params }: Call) {
      const [first, second] = params as [string, string]
      node.asked.push(`${method} ${method === 'eth_call' ? second : first}`)
      if (node.isAway) throw new Error('away')
      if (method === 'eth_call' && node.said === 'refused')
        throw new RpcRequestError({ body: {}, error: { code: 3, message: 'execution reverted' }, url: '' })
      if (method === 'eth_call') return node.said
      return blockAt(first === 'latest' ? node.newest : Number(first), node.fork)
    },
    ...changes,
  }
  return node
}

describe('a quorum of nodes', () => {
  const call = (tag = 'latest') => ({ method: 'eth_call', params: [{ data: '0x' }, tag] })
  const failureOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: Error) => error,
    )

  it('believes what enough nodes say of the same block, and asks no more than it needs', async () => {
    const nodes = [makeNode(1), makeNode(2), makeNode(3)]
    expect(await agree(nodes, { quorum: 2 })(call())).to.equal('0x01')
    expect(nodes[0]!.asked).to.deep.equal(['eth_getBlockByNumber latest', 'eth_call 0xa'])
    expect(nodes[2]!.asked).to.deep.equal(['eth_getBlockByNumber latest'])
  })

  it('reads the newest block that enough of them have', async () => {
    const nodes = [makeNode(1, { newest: 12 }), makeNode(2, { newest: 11 }), makeNode(3, { newest: 8 })]
    await agree(nodes, { quorum: 2 })(call())
    expect(nodes[0]!.asked.at(-1)).to.equal('eth_call 0xb')
    expect(nodes[1]!.asked.at(-1)).to.equal('eth_call 0xb')
    expect(nodes[2]!.asked).to.deep.equal(['eth_getBlockByNumber latest'])
  })

  it('asks the others where the first differ, and tells that they do', async () => {
    const nodes = [makeNode(1), makeNode(2, { said: '0x02' }), makeNode(3)]
    let disagreements = 0
    const told = { disagreement: () => void disagreements++ }
    expect(await agree(nodes, { quorum: 2, told })(call())).to.equal('0x01')
    expect(disagreements).to.equal(1)
  })

  it('says which nodes stand against which where none are enough', async () => {
    const nodes = [makeNode(1), makeNode(2, { said: '0x02' }), makeNode(3), makeNode(4, { said: '0x02' })]
    const error = await failureOf(agree(nodes, { quorum: 3 })(call()))
    expect(error).to.be.instanceOf(DisagreementError)
    expect(error!.message).to.include('block 10: 1 and 3 against 2 and 4, by their places in rpcUrl')
    expect((error as DisagreementError).retryable).to.equal(true)
  })

  it('the same words about another block of that number are not the same', async () => {
    const nodes = [makeNode(1), makeNode(2, { fork: 'cd' })]
    expect(await failureOf(agree(nodes, { quorum: 2 })(call()))).to.be.instanceOf(DisagreementError)
  })

  it('an earlier block is compared as well', async () => {
    const nodes = [makeNode(1), makeNode(2)]
    expect(await agree(nodes, { quorum: 2 })(call('0x5'))).to.equal('0x01')
    expect(nodes[0]!.asked).to.deep.equal(['eth_getBlockByNumber 0x5', 'eth_call 0x5'])
    nodes[1]!.fork = 'cd'
    expect(await failureOf(agree(nodes, { quorum: 2 })(call('0x5')))).to.be.instanceOf(DisagreementError)
  })

  it('what all of them refuse is refused', async () => {
    const nodes = [makeNode(1, { said: 'refused' }), makeNode(2, { said: 'refused' })]
    expect((await failureOf(agree(nodes, { quorum: 2 })(call())))!.name).to.equal('RpcRequestError')
    nodes[1]!.said = '0x01'
    expect(await failureOf(agree(nodes, { quorum: 2 })(call()))).to.be.instanceOf(DisagreementError)
  })

  it('is not made up of nodes that are away', async () => {
    const nodes = [makeNode(1), makeNode(2, { isAway: true }), makeNode(3)]
    expect(await agree(nodes, { quorum: 2 })(call())).to.equal('0x01')
    nodes[2]!.isAway = true
    expect((await failureOf(agree(nodes, { quorum: 2 })(call())))!.message).to.include(
      '1 of the 2 nodes that must agree gave an answer.',
    )
    expect(await failureOf(agree(nodes, { quorum: 2 })(call('0x5')))).to.be.instanceOf(TooFewNodesError)
  })

  it('cannot be larger than the number of nodes', () => {
    expect(() => agree([makeNode(1)], { quorum: 2 })).to.throw(QuorumTooLargeError, 'names one node')
  })

  it('fewer liars than the quorum never have their way', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('true', 'lie', 'away', 'behind'), { minLength: 1, maxLength: 7 }),
        fc.integer({ min: 1, max: 7 }),
        async (kinds, quorum) => {
          fc.pre(quorum <= kinds.length && kinds.filter((kind) => kind === 'lie').length < quorum)
          const nodes = kinds.map((kind, i) =>
            makeNode(i + 1, {
              said: kind === 'lie' ? '0xff' : '0x01',
              isAway: kind === 'away',
              newest: kind === 'behind' ? 4 : 10,
            }),
          )
          const heard = await agree(nodes, { quorum })(call()).catch((error: Error) => error.name)
          expect(heard).to.be.oneOf(['0x01', 'Chain.DisagreementError', 'Chain.TooFewNodesError'])
          const honest = kinds.filter((kind) => kind === 'true').length
          if (honest >= quorum) expect(heard).to.equal('0x01')
        },
      ),
    ))
})
