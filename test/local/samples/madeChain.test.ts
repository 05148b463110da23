import { expect } from 'chai'
import { MadeChain } from '../../../local/samples/madeChain.ts'
import { viewOf } from '../../../local/samples/madeMarkets.ts'

describe('a chain that is made by hand', () => {
  it('says of a contract what it said as of each block', async () => {
    const chain = new MadeChain()
    chain.add(({ set }) => set(1, viewOf('first')))
    chain.add()
    chain.add(({ set }) => set(1, viewOf('second')))
    const said = async (block: number) => (await chain.readMarket(1, block))?.question ?? null
    expect(await Promise.all([0, 1, 2, 3].map(said))).to.deep.equal([null, 'first', 'first', 'second'])
    chain.takeBack(1)
    expect(await said(3)).to.equal('first')
  })

  it('a block that came instead of another one has another hash, and so have those after it', () => {
    const chain = new MadeChain()
    const [one, two] = [chain.add(), chain.add()]
    chain.takeBack(0)
    const [other, after] = [chain.add(() => {}, 'other'), chain.add()]
    expect(other.number).to.equal(one.number)
    expect(new Set([one, two, other, after].map(({ hash }) => hash)).size).to.equal(4)
  })
})
