import { expect } from 'chai'
import { run } from '../../keeper/run.ts'
import { keeperWith } from './keeperWith.ts'
import { until } from './onChain.ts'

describe('the look that is repeated', () => {
  it('goes on after a fault, counts it, and stops after the look that is under way', async function () {
    this.timeout(20_000)
    const stopping = new AbortController()
    const keeper = keeperWith({ stopping: stopping.signal })
    let looks = 0
    let isUnderWay = false
    const running = run(keeper, async () => {
      isUnderWay = true
      looks++
      await new Promise((resolve) => setTimeout(resolve, 5))
      isUnderWay = false
      if (looks === 2) throw new Error('the node is away')
    })
    await until(() => looks > 3, 'it goes on')
    stopping.abort()
    await running.stop()
    expect(isUnderWay).to.equal(false)
    const [before] = [looks]
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(looks).to.equal(before)
    expect(await keeper.metrics.registry.metrics()).to.contain('cresolver_chain_errors_total 1\n')
  })
})
