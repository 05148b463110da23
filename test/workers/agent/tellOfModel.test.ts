import { expect } from 'chai'
import { silent } from '../../../services/http/Log.ts'
import { makeMetrics } from '../../../workers/agent/makeMetrics.ts'
import { tellOfModel } from '../../../workers/agent/tellOfModel.ts'
import { makeQueue } from '../../../workers/sdk/WorkQueue.ts'

describe('tellOfModel', () => {
  it('AUDIT B6: counts calls, failures by cause, retries, seconds, tokens and cost, and logs what failed', async () => {
    const metrics = makeMetrics(makeQueue({ running: 1, waiting: 1 }), { process: false })
    const lines: [object, string][] = []
    const write = (fields: object, message: string) => lines.push([fields, message])
    const { call, retry } = tellOfModel(metrics, { ...silent, warn: write, info: write })
    const usage = { inputTokens: 1_200, outputTokens: 34, costMicroUsd: 368 }
    call!({ model: 'm', ms: 900, cause: null, status: null, usage })
    call!({
      model: 'm',
      ms: 4_100.4,
      cause: 'no-answer',
      status: null,
      usage: { ...usage, costMicroUsd: null },
    })
    call!({ model: 'm', ms: 20, cause: 'busy', status: 429, usage: null })
    retry!({ model: 'm', cause: 'overloaded', status: 529, delayMs: 250 })
    const text = await metrics.registry.metrics()
    for (const line of [
      'cresolver_model_calls_total 3',
      'cresolver_model_errors_total{cause="busy"} 1',
      'cresolver_model_errors_total{cause="no-answer"} 1',
      'cresolver_model_errors_total{cause="timeout"} 0',
      'cresolver_model_retries_total{cause="overloaded"} 1',
      'cresolver_model_seconds_bucket{le="1"} 2',
      'cresolver_model_seconds_count 3',
      'cresolver_model_tokens_total{kind="input"} 2400',
      'cresolver_model_tokens_total{kind="output"} 68',
      'cresolver_model_cost_micro_usd_total 368',
    ])
      expect(text).to.include(line)
    expect(lines).to.deep.equal([
      [{ model: 'm', cause: 'no-answer', status: null, ms: 4_100 }, 'a call of the model failed'],
      [{ model: 'm', cause: 'busy', status: 429, ms: 20 }, 'a call of the model failed'],
      [{ model: 'm', cause: 'overloaded', status: 529, delay_ms: 250 }, 'a call of the model is tried again'],
    ])
  })
})
