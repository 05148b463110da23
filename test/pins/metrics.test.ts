import type { Registry } from 'prom-client'
import { agentMetrics, gatewayMetrics, indexerMetrics, keeperMetrics, rulesMetrics } from './here.ts'
import { expectPinned } from './pin.ts'

/** What prom-client keeps of a metric beside its values. */
type Metric = { name: string; type: string; labelNames: readonly string[]; upperBounds?: readonly number[] }

const described = (registry: Registry) => {
  const metrics = registry.getMetricsAsArray() as unknown as readonly Metric[]
  return Object.fromEntries(
    metrics.map(({ name, type, labelNames, upperBounds }) => [
      name,
      {
        type,
        labels: [...labelNames].sort(),
        ...(upperBounds === undefined ? {} : { buckets: upperBounds }),
      },
    ]),
  )
}

describe('pin: metrics', () => {
  it('the services count under their pinned names, types, labels and buckets', () => {
    const queue = { waiting: 0, running: 0 } as Parameters<typeof agentMetrics>[0]
    expectPinned('metrics', {
      agent: described(agentMetrics(queue).registry),
      gateway: described(gatewayMetrics().registry),
      indexer: described(indexerMetrics().registry),
      keeper: described(keeperMetrics().registry),
      rules: described(rulesMetrics().registry),
    })
  })
})
