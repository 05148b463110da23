import { expect } from 'chai'
import { lookOnce, run } from '../../indexer/run.ts'
import { MadeChain } from '../../local/samples/madeChain.ts'
import { indexing } from './indexing.ts'

describe('an indexer that runs', () => {
  it('looks again and again, outlives faults of its node, and ends where it is', async () => {
    const chain = new MadeChain()
    const one = await indexing({ chain, config: { watch: { pollMs: 10 } } })
    const stopping = new AbortController()
    const indexer = { ...one.indexer, stopping: stopping.signal }
    let faults = 1
    chain.before = (name) => {
      if (name === 'head' && faults-- > 0) throw new Error('away')
    }
    const running = run(indexer)
    const seen = async (number: number) => {
      while (indexer.status.seen?.number !== number) await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await seen(0)
    chain.add()
    await seen(1)
    stopping.abort()
    await running.stop()
    chain.add()
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(indexer.status.seen?.number).to.equal(1)
    await one.close()
  })

  it('tells of each look that found a new block, and how far it is', async () => {
    const chain = new MadeChain()
    const { indexer, close } = await indexing({ chain })
    const heads: number[] = []
    indexer.feed.subscribe(({ head }) => heads.push(head.number))
    await lookOnce(indexer)
    await lookOnce(indexer)
    chain.add()
    await lookOnce(indexer)
    expect(heads).to.deep.equal([0, 1])
    const metrics = await indexer.metrics.registry.metrics()
    for (const line of ['head_block 1', 'lag_blocks 0', 'taken_back_block 0'])
      expect(metrics).to.include(`cresolver_indexer_${line}`)
    await close()
  })
})
