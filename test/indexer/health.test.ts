import { expect } from 'chai'
import { health, makeHealth } from '../../indexer/health.ts'
import { MadeChain } from '../../local/samples/madeChain.ts'
import { type Indexing, indexing } from './indexing.ts'

describe('the health of an indexer', () => {
  let one: Indexing
  afterEach(() => one.close())
  const read = async () => health.parse(await makeHealth(one.indexer)())

  it('is ready once its tables are of the newest block, and says how far behind they are', async () => {
    const chain = new MadeChain()
    one = await indexing({ chain })
    expect((await read()).reasons).to.deep.equal(['the chain is read for the first time'])
    await one.look()
    expect(await read()).to.deep.include({ ready: true, reasons: [], block: 0, lag_blocks: 0 })
    for (let i = 0; i < 300; i++) chain.add()
    expect((await read()).reasons).to.deep.equal(['the tables are 300 blocks behind'])
  })

  it('is not ready where no node answers', async () => {
    const chain = new MadeChain()
    one = await indexing({ chain })
    await one.look()
    chain.before = () => {
      throw new Error('https://node.example/key')
    }
    const { ready, reasons } = await read()
    expect([ready, reasons]).to.deep.equal([false, ['chain: away']])
  })
})
