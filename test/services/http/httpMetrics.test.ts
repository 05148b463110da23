import { expect } from 'chai'
import { httpMetrics } from '../../../services/http/httpMetrics.ts'

const readyIn = async ({ registry }: ReturnType<typeof httpMetrics>): Promise<string | undefined> =>
  (await registry.metrics()).split('\n').find((line) => line.startsWith('cresolver_ready '))

describe('what a service counts of its requests', () => {
  it('AUDIT C8: says whether the service is ready, as /ready does', async () => {
    const metrics = httpMetrics()
    expect(await readyIn(metrics), 'before anything is known').to.equal('cresolver_ready 0')
    let ready = true
    metrics.readyFrom(async () => ({ ready }))
    expect(await readyIn(metrics)).to.equal('cresolver_ready 1')
    ready = false
    expect(await readyIn(metrics)).to.equal('cresolver_ready 0')
  })

  it('keeps services of one process apart, and counts the process only where it is told to', async () => {
    const [one, other] = [httpMetrics(), httpMetrics({ process: true })]
    one.requests.inc({ route: '/a', method: 'GET', status: '200' })
    expect(await one.registry.metrics())
      .to.include('route="/a"')
      .and.not.include('process_cpu')
    expect(await other.registry.metrics())
      .to.include('process_cpu')
      .and.not.include('route="/a"')
  })
})
