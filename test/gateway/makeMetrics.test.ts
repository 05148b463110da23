import { expect } from 'chai'
import { makeMetrics } from '../../gateway/makeMetrics.ts'

describe('the metrics of a gateway', () => {
  it('are counted apart for each gateway of a process', async () => {
    const [one, other] = [makeMetrics(), makeMetrics()]
    one.rounds.inc({ step: 'begun' })
    one.pokes.inc({ taken: 'yes' }, 2)
    one.replies.inc({ phase: 'answers', status: 'late' })
    const text = await one.registry.metrics()
    expect(text).to.contain('cresolver_gateway_rounds_total{step="begun"} 1')
    expect(text).to.contain('cresolver_gateway_pokes_total{taken="yes"} 2')
    expect(text).to.contain('cresolver_gateway_replies_total{phase="answers",status="late"} 1')
    expect(await other.registry.metrics()).not.to.contain('step="begun"')
  })

  it('sort how long a phase took, up to a minute', async () => {
    const metrics = makeMetrics()
    for (const seconds of [0.2, 29, 100]) metrics.phaseSeconds.observe({ phase: 'answers' }, seconds)
    const text = await metrics.registry.metrics()
    const below = (bound: string) =>
      new RegExp(`phase_seconds_bucket\\{le="${bound.replace('+', '\\+')}",phase="answers"\\} (\\d+)`).exec(
        text,
      )?.[1]
    expect(['0.1', '0.5', '30', '60', '+Inf'].map(below)).to.deep.equal(['0', '1', '2', '2', '3'])
  })

  it('refuse labels that are not of their list', () => {
    expect(() => makeMetrics().rounds.inc({ anything: 'x' } as never)).to.throw()
  })
})
