import { Hash, Instant } from '../../../protocol/index.ts'
import type { Config } from '../../../workers/agent/Config.ts'
import { describe, figuresOf, fitnessOf, keep, leastCases } from '../../../workers/agent/Evaluation.ts'
import type { Measured } from './measure.ts'
import { totalsOf } from './totals.ts'

export type KeepOptions = {
  /** What the worker was when it was measured. */
  readonly key: Hash.Hash
  readonly model: string
  /** Unix seconds. */
  readonly now: number
}

/** Keeps a result as the worker's last eval, by which it may stake, and says so. */
export function keepEval(config: Config, measured: Measured, { key, model, now }: KeepOptions): string {
  const lines = measured.judged.filter(({ line }) => line.failed === null)
  const { cases, right, undecided, wrong, answer } = totalsOf(lines.map(({ line }) => line))
  if (cases < leastCases)
    return `Not kept as the worker's eval: ${cases} cases were answered, and it needs ${leastCases}.`
  const file = keep(config, {
    schema_version: 'v1',
    key,
    model: model.slice(0, 512),
    cases_hash: Hash.ofJson(lines.map(({ played }) => Hash.ofText(JSON.stringify(played)))),
    ...{ cases, right, undecided, wrong, cost_micro_usd: answer.cost_micro_usd },
    finished_at: Instant.format(now),
  })
  const fitness = fitnessOf(config)
  const consequence = fitness?.state === 'fit' ? 'It may stake.' : 'It will not stake.'
  return `Kept in ${file}. ${fitness === null ? '' : `${describe(figuresOf(fitness))} ${consequence}`}`
}
