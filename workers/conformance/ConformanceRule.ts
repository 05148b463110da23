import type { Probe } from './Probe.ts'
import type { RuleResult } from './RuleResult.ts'

/** `must`: breaking it costs an answer, money or the service. `should`: it costs score or comfort. */
export type Severity = 'must' | 'should'

/** One thing a worker keeps or breaks. */
export type ConformanceRule = {
  readonly id: string
  readonly title: string
  /** Where it is asked for, such as `S1-30`. */
  readonly requirement: string
  readonly severity: Severity
  /** The words of seed 001 that ask for it; a rule without is none of the seed's. */
  readonly seed?: string | undefined
  /** Rules that must hold before this one can be judged: one fault is told once, not by everything it breaks. */
  readonly needs: readonly string[]
  /** A `fail` of a `should` rule is reported as a warning. */
  run(probe: Probe): Promise<RuleResult>
}
