import { Counter, Gauge } from 'prom-client'
import { chainMetrics } from '../services/http/chainMetrics.ts'
import { httpMetrics } from '../services/http/httpMetrics.ts'

export type Metrics = ReturnType<typeof makeMetrics>

/** What a keeper counts. Labels come from fixed lists. Amounts are in ETH, as people and dashboards read them. */
export function makeMetrics(options: { process?: boolean } = {}) {
  const common = httpMetrics(options)
  const registers = [common.registry]
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `cresolver_keeper_${name}`, help, registers })
  return {
    ...common,
    calls: new Counter({
      name: 'cresolver_keeper_calls_total',
      help: 'Calls by kind and by what became of them: refused (by a simulation, for nothing), sent, replaced, ok, reverted, lost.',
      labelNames: ['kind', 'result'],
      registers,
    }),
    spent: new Counter({
      name: 'cresolver_keeper_spent_eth_total',
      help: 'What calls in blocks have cost, by kind.',
      labelNames: ['kind'],
      registers,
    }),
    due: new Gauge({
      name: 'cresolver_keeper_due',
      help: 'Calls that are due now, by kind.',
      labelNames: ['kind'],
      registers,
    }),
    waiting: new Gauge({
      name: 'cresolver_keeper_waiting',
      help: '1 for what keeps the next call back: gas price, a budget, or want of funds.',
      labelNames: ['why'],
      registers,
    }),
    pending: gauge('pending', 'Calls that are on their way.'),
    markets: gauge('markets', 'Markets that are not over.'),
    oldestDue: gauge(
      'oldest_due_seconds',
      'How long the oldest due call, feedback aside, has waited in chain time.',
    ),
    drawBlocksLeft: gauge('draw_blocks_left', 'Blocks left for the most urgent draw; 256 where none is due.'),
    balance: gauge('balance_eth', 'What the account has.'),
    budgetLeft: gauge('budget_left_eth', 'What may still be spent within 24 hours of the chain.'),
    blockTime: gauge('block_time_seconds', 'The chain time of the last block that was looked at.'),
    ...chainMetrics(common.registry),
  }
}
