import { Counter, Gauge, Histogram } from 'prom-client'
import { chainMetrics } from '../../services/http/chainMetrics.ts'
import { httpMetrics } from '../../services/http/httpMetrics.ts'
import type { WorkQueue } from '../sdk/WorkQueue.ts'
import { modelMetrics } from './modelMetrics.ts'

export type Metrics = ReturnType<typeof makeMetrics>

/** What an agent counts. Labels come from fixed lists, never from what a caller wrote. */
export function makeMetrics(queue: WorkQueue, options: { process?: boolean } = {}) {
  const common = httpMetrics(options)
  const registers = [common.registry]
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  gauge('cresolver_queue_waiting', 'Work that waits for its turn.', () => queue.waiting)
  gauge('cresolver_queue_running', 'Work that is being done.', () => queue.running)
  return {
    ...common,
    workSeconds: new Histogram({
      name: 'cresolver_work_seconds',
      help: 'How long it took to decide a question.',
      buckets: [0.001, 0.01, 0.1, 0.5, 1, 5, 10, 30, 60, 120],
      registers,
    }),
    outcomes: new Counter({
      name: 'cresolver_outcomes_total',
      help: 'Questions decided, by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
    answers: new Counter({
      name: 'cresolver_answers_total',
      help: 'Answers served, from the store or from work done for them.',
      labelNames: ['from'],
      registers,
    }),
    signatures: new Counter({
      name: 'cresolver_signatures_total',
      help: 'Attestations signed, by phase.',
      labelNames: ['phase'],
      registers,
    }),
    reproductions: new Counter({
      name: 'cresolver_reproductions_total',
      help: 'Citations of others that were looked for: p found, f not there, u could not tell.',
      labelNames: ['finding'],
      registers,
    }),
    sourceErrors: new Counter({
      name: 'cresolver_source_errors_total',
      help: 'Requests to sources that failed.',
      registers,
    }),
    failedAnswers: new Counter({
      name: 'cresolver_failed_answers_total',
      help: 'Doubt because something failed: worth another try soon, or later, once an operator mended it.',
      labelNames: ['again'],
      registers,
    }),
    ...modelMetrics(common.registry),
    ...chainMetrics(common.registry),
  }
}
