import type { Severity } from './ConformanceRule.ts'
import type { RuleResult, Status } from './RuleResult.ts'

/** One line of a report. */
export type Result = RuleResult & {
  readonly id: string
  readonly title: string
  readonly requirement: string
  readonly severity: Severity
}

export type Report = {
  readonly schema_version: 'v1'
  readonly url: string
  /** No rule failed and, when strict, none warned. */
  readonly ok: boolean
  readonly strict: boolean
  readonly counts: Readonly<Record<Status, number>>
  readonly rules: readonly Result[]
}

/** The report of these results. */
export function of(url: string, strict: boolean, rules: readonly Result[]): Report {
  const counts = { pass: 0, warn: 0, fail: 0, skip: 0 }
  for (const { status } of rules) counts[status]++
  const ok = counts.fail === 0 && !(strict && counts.warn > 0)
  return { schema_version: 'v1', url, ok, strict, counts, rules }
}
