import { expect } from 'chai'
import { makeMetrics } from '../../../workers/agent/makeMetrics.ts'
import { makeQueue } from '../../../workers/sdk/WorkQueue.ts'

describe('the metrics of a worker', () => {
  it('S2-13: show the queue as it is when they are read', async () => {
    const queue = makeQueue({ running: 1, waiting: 8 })
    const { registry } = makeMetrics(queue, { process: false })
    let open = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    const work = [queue.run(() => gate), queue.run(() => gate), queue.run(() => gate)]
    const text = await registry.metrics()
    expect(text)
      .to.match(/^cresolver_queue_running 1$/m)
      .and.match(/^cresolver_queue_waiting 2$/m)
    open()
    await Promise.all(work)
    expect(await registry.metrics()).to.match(/^cresolver_queue_running 0$/m)
  })

  it('S2-13: count by labels of fixed lists', async () => {
    const metrics = makeMetrics(makeQueue({ running: 1, waiting: 1 }), { process: false })
    metrics.outcomes.inc({ outcome: 'YES' })
    metrics.answers.inc({ from: 'store' })
    metrics.signatures.inc({ phase: 'resolve' })
    metrics.reproductions.inc({ finding: 'p' })
    metrics.sourceErrors.inc()
    const text = await metrics.registry.metrics()
    for (const line of [
      'cresolver_outcomes_total{outcome="YES"} 1',
      'cresolver_answers_total{from="store"} 1',
      'cresolver_signatures_total{phase="resolve"} 1',
      'cresolver_reproductions_total{finding="p"} 1',
      'cresolver_source_errors_total 1',
      'cresolver_model_errors_total{cause="timeout"} 0',
    ])
      expect(text).to.include(line)
  })

  it('are apart for each agent of a process, and hold those of the process where they are asked for', async () => {
    const queue = makeQueue({ running: 1, waiting: 1 })
    const [one, other] = [makeMetrics(queue, { process: false }), makeMetrics(queue, { process: false })]
    one.sourceErrors.inc()
    expect(await other.registry.metrics()).to.include('cresolver_source_errors_total 0')
    expect(await one.registry.metrics()).to.not.include('process_cpu')
    expect(await makeMetrics(queue, { process: true }).registry.metrics()).to.include('process_cpu')
  })
})
