import type { Severity } from './ConformanceRule.ts'
import type { Options } from './Options.ts'
import type { Prospect } from './prospects.ts'
import type { RuleResult, Status } from './RuleResult.ts'

/** One line of a report. */
export type Result = RuleResult & {
  readonly id: string
  readonly title: string
  readonly requirement: string
  readonly severity: Severity
  /** Under the profile `seed`: the words of seed 001 that ask for it. */
  readonly seed?: string | null
}

export type Report = {
  readonly schema_version: 'v1'
  readonly url: string
  /** No rule failed and, when strict, none warned. */
  readonly ok: boolean
  readonly profile: Options['profile']
  readonly strict: boolean
  readonly counts: Readonly<Record<Status, number>>
  readonly rules: readonly Result[]
  /** What its answers would come to in a round; empty where the check was stopped. */
  readonly prospects: readonly Prospect[]
}

/** The report of these results. */
export function of(
  url: string,
  { profile, strict }: Pick<Options, 'profile' | 'strict'>,
  rules: readonly Result[],
  prospects: readonly Prospect[],
): Report {
  const counts = { pass: 0, warn: 0, fail: 0, skip: 0 }
  for (const { status } of rules) counts[status]++
  const ok = counts.fail === 0 && !(strict && counts.warn > 0)
  return { schema_version: 'v1', url, ok, profile, strict, counts, rules, prospects }
}
