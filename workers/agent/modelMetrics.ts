import { Counter, Histogram, type Registry } from 'prom-client'
import { causes } from '../../services/model/Cause.ts'

/** What an agent counts of its model. */
export function modelMetrics(registry: Registry) {
  const registers = [registry]
  const counter = <label extends string>(name: string, help: string, labelNames: label[] = []) =>
    new Counter({ name, help, labelNames, registers })
  const errors = counter('cresolver_model_errors_total', 'Calls of the model that failed, by cause.', [
    'cause',
  ])
  // A cause that is counted from its first time on raises an alert the first time, too.
  for (const cause of causes) errors.inc({ cause }, 0)
  return {
    modelErrors: errors,
    modelCalls: counter('cresolver_model_calls_total', 'Calls of the model.'),
    modelRetries: counter('cresolver_model_retries_total', 'Tries that failed and were repeated, by cause.', [
      'cause',
    ]),
    modelSeconds: new Histogram({
      name: 'cresolver_model_seconds',
      help: 'How long calls of the model took, retries included.',
      // Up to the time of a whole answer.
      buckets: [0.1, 0.5, 1, 2, 4, 6, 8, 10, 15, 20, 25, 30],
      registers,
    }),
    modelTokens: counter('cresolver_model_tokens_total', 'Tokens as the provider counted them.', ['kind']),
    modelCost: counter(
      'cresolver_model_cost_micro_usd_total',
      'What calls of the model cost by the configured prices, in millionths of a dollar.',
    ),
  }
}
