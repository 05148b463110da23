import { table } from '../../terminal/table.ts'
import type { Spent } from './Effort.ts'
import type { Totals } from './totals.ts'

const heading = ['stage', 'p50', 'p90', 'most', 'calls', 'tokens in', 'tokens out', 'cost', 'cost a case']

/** What answers took by stage: time of one answer, and calls, tokens and cost of all. */
export function summarizeEffort({ cases, failed, answer, stages }: Totals): string {
  const all = cases + failed
  const rows = [...Object.entries(stages), ['whole answer', answer] as const]
  return table(
    heading,
    rows.map(([name, spent]) => [
      name,
      ...[spent.p50_ms, spent.p90_ms, spent.most_ms].map((ms) => `${(ms / 1_000).toFixed(1)} s`),
      String(spent.calls),
      String(spent.input_tokens),
      String(spent.output_tokens),
      dollars(spent.cost_micro_usd),
      dollars(perCase(spent, all)),
    ]),
  )
}

const perCase = ({ cost_micro_usd: cost }: Spent, cases: number): number | null =>
  cost === null ? null : cases === 0 ? 0 : cost / cases

/**
 * An amount in micro-USD for people.
 *
 * @example
 * dollars(12_300) // '$0.0123'
 */
export const dollars = (micro: number | null): string =>
  micro === null ? 'unknown' : `$${(micro / 1_000_000).toFixed(4)}`
