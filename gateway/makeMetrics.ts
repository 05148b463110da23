import { Counter, Histogram } from 'prom-client'
import { chainMetrics } from '../services/http/chainMetrics.ts'
import { httpMetrics } from '../services/http/httpMetrics.ts'

export type Metrics = ReturnType<typeof makeMetrics>

/** What a gateway counts. Labels come from fixed lists, never from what a worker or caller wrote. */
export function makeMetrics(options: { process?: boolean } = {}) {
  const common = httpMetrics(options)
  const registers = [common.registry]
  return {
    ...common,
    replies: new Counter({
      name: 'cresolver_gateway_replies_total',
      help: 'What came of asking workers, by phase and status.',
      labelNames: ['phase', 'status'],
      registers,
    }),
    phaseSeconds: new Histogram({
      name: 'cresolver_gateway_phase_seconds',
      help: 'How long this process asked in one phase of a round.',
      labelNames: ['phase'],
      buckets: [0.05, 0.1, 0.5, 1, 5, 10, 15, 30, 60],
      registers,
    }),
    rounds: new Counter({
      name: 'cresolver_gateway_rounds_total',
      help: 'Rounds begun, sealed, published whole, and published without rebuilding to the reported root.',
      labelNames: ['step'],
      registers,
    }),
    pokes: new Counter({
      name: 'cresolver_gateway_pokes_total',
      help: 'Triggers sent to the DON, by whether it took them.',
      labelNames: ['taken'],
      registers,
    }),
    ...chainMetrics(common.registry),
  }
}
