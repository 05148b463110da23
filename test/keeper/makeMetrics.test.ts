import { expect } from 'chai'
import { makeMetrics } from '../../keeper/makeMetrics.ts'

describe('the metrics of a keeper', () => {
  it('are counted apart for each keeper of a process', async () => {
    const [one, other] = [makeMetrics(), makeMetrics()]
    one.calls.inc({ kind: 'settle', result: 'ok' })
    one.spent.inc({ kind: 'settle' }, 0.25)
    const text = await one.registry.metrics()
    expect(text).to.contain('cresolver_keeper_calls_total{kind="settle",result="ok"} 1')
    expect(text).to.contain('cresolver_keeper_spent_eth_total{kind="settle"} 0.25')
    expect(await other.registry.metrics()).not.to.contain('kind="settle"')
    expect(() => one.calls.inc({ market: '1' } as never)).to.throw()
  })
})
