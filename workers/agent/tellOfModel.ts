import type { Log } from '../../services/http/Log.ts'
import type { Told } from '../../services/model/watchModel.ts'
import type { Metrics } from './makeMetrics.ts'

/** Counts the calls of a model, and logs those that fail with their cause: never the key, and never what was read. */
export const tellOfModel = (metrics: Metrics, log: Log): Told => ({
  call({ model, ms, cause, status, usage }) {
    metrics.modelCalls.inc()
    metrics.modelSeconds.observe(ms / 1_000)
    if (usage !== null) {
      metrics.modelTokens.inc({ kind: 'input' }, usage.inputTokens)
      metrics.modelTokens.inc({ kind: 'output' }, usage.outputTokens)
      metrics.modelCost.inc(usage.costMicroUsd ?? 0)
    }
    if (cause === null) return
    metrics.modelErrors.inc({ cause })
    log.warn({ model, cause, status, ms: Math.round(ms) }, 'a call of the model failed')
  },
  retry({ model, cause, status, delayMs }) {
    metrics.modelRetries.inc({ cause })
    log.info({ model, cause, status, delay_ms: delayMs }, 'a call of the model is tried again')
  },
})
