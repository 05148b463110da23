import { expect } from 'chai'
import { Wire } from '../../../protocol/index.ts'
import { contextOf, readContext, standingOf } from '../../../workers/sdk/Standing.ts'
import { chainId, fakeChain, market, requestOf, roundView, signer } from './workers.ts'

const own = { chainId, market }
const who = { agentId: 3, signer: signer.address }

describe('Standing', () => {
  it('reads the place that a request names', () => {
    expect(readContext(requestOf({ round: 4 }))).to.deep.include({ chain_id: chainId, market, round: 4 })
    for (const context of [
      '',
      'text',
      '[]',
      '{"chain_id":1}',
      `{"chain_id":1,"market":"${market}","round":-1}`,
    ])
      expect(readContext({ market_id: 1, question: 'Why?', context }), context).to.equal(null)
    expect(readContext({ market_id: 1, question: 'Why?' })).to.equal(null)
  })

  it('takes only the own chain and market for its own', () => {
    expect(contextOf(requestOf(), own)).to.not.equal(null)
    expect(contextOf(requestOf(), { ...own, chainId: 1 })).to.equal(null)
    expect(contextOf(requestOf(), { ...own, market: `0x${'99'.repeat(20)}` })).to.equal(null)
  })

  it('joined, bystander or untrue: as the chain says', async () => {
    const chain = fakeChain()
    const standing = async (request: Wire.ResolveRequest = requestOf()) =>
      (await standingOf(chain, Wire.requestHash(request), 7, who)).kind
    expect(await standing(), 'no such market').to.equal('untrue')
    chain.rounds.set(7, roundView())
    expect(await standing()).to.equal('joined')
    expect(await standing(requestOf({ round: 2 }))).to.equal('untrue')
    chain.rounds.set(7, roundView({ isAsked: false }))
    expect(await standing()).to.equal('bystander')
    chain.rounds.set(7, roundView({ workers: [{ ...roundView().workers[0]!, agentId: 4 }] }))
    expect(await standing()).to.equal('bystander')
  })
})
