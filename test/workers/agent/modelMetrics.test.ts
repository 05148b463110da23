import { expect } from 'chai'
import { Registry } from 'prom-client'
import { causes } from '../../../services/model/Cause.ts'
import { modelMetrics } from '../../../workers/agent/modelMetrics.ts'

describe('modelMetrics', () => {
  it('shows every cause from the start, so that its first failure is an increase', async () => {
    const registry = new Registry()
    modelMetrics(registry)
    const text = await registry.metrics()
    for (const cause of causes) expect(text).to.include(`cresolver_model_errors_total{cause="${cause}"} 0`)
  })
})
