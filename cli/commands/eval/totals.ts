import { add, nothing, type Spent } from './Effort.ts'
import { type Interval, intervalOf } from './Interval.ts'
import type { LiveLine, Verdict } from './judge.ts'

type Share = Interval & { readonly count: number; readonly of: number }
type Times = { readonly p50_ms: number; readonly p90_ms: number; readonly most_ms: number }

/** What all lines come to. Answers that failed are counted and left out of all else but cost and time. */
export type Totals = {
  readonly cases: number
  readonly failed: number
  readonly right: number
  readonly undecided: number
  readonly wrong: number
  readonly right_of_decidable: Share
  readonly wrong_of_all: Share
  readonly invalid_of_invalid: Share
  readonly answer: Times & Spent
  readonly stages: Readonly<Record<string, Times & Spent>>
}

export function totalsOf(lines: readonly LiveLine[]): Totals {
  const measured = lines.filter(({ failed }) => failed === null)
  const decidable = measured.filter(({ truth }) => truth !== 'INVALID')
  const undecidable = measured.filter(({ truth }) => truth === 'INVALID')
  const count = (verdict: Verdict, of = measured) => of.filter((line) => line.verdict === verdict).length
  return {
    cases: measured.length,
    failed: lines.length - measured.length,
    right: count('right'),
    undecided: count('undecided'),
    wrong: count('wrong'),
    right_of_decidable: share(count('right', decidable), decidable.length),
    wrong_of_all: share(count('wrong'), measured.length),
    invalid_of_invalid: share(count('right', undecidable), undecidable.length),
    answer: together(lines),
    stages: stagesOf(lines),
  }
}

const share = (count: number, of: number): Share => ({ count, of, ...intervalOf(count, of) })

function stagesOf(lines: readonly LiveLine[]): Totals['stages'] {
  const names = [...new Set(lines.flatMap(({ stages }) => Object.keys(stages)))]
  return Object.fromEntries(
    names.map((name) => [name, together(lines.flatMap(({ stages }) => stages[name] ?? []))]),
  )
}

function together(spent: readonly Spent[]): Times & Spent {
  const { ms, calls, input_tokens, output_tokens, cost_micro_usd } = spent.reduce(add, nothing)
  const times = spent.map((one) => one.ms).sort((a, b) => a - b)
  return {
    p50_ms: quantile(times, 0.5),
    p90_ms: quantile(times, 0.9),
    most_ms: times.at(-1) ?? 0,
    ...{ ms, calls, input_tokens, output_tokens, cost_micro_usd },
  }
}

/** The value that this share of a sorted list does not exceed. */
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
