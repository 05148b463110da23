import * as Instant from '../Instant.ts'
import * as Provider from '../Provider.ts'
import * as Rule from '../Rule.ts'
import type * as Vote from '../Vote.ts'
import type { Sample, SourceError } from './Source.ts'

/** What a rule's source says today, as if a deadline had just passed: a source that cannot answer now will hardly do so then. */
export type DryRun =
  | {
      readonly kind: 'answered'
      readonly deadline: number
      readonly sample: Sample
      /** What a market with this rule would end as today. */
      readonly outcome: Vote.Outcome
    }
  /** It has no sample there. Of a source that keeps no past values this says nothing. */
  | { readonly kind: 'silent'; readonly deadline: number; readonly isTelling: boolean }
  /** It cannot be asked for this, or its reply cannot be read: asking again will not help. */
  | { readonly kind: 'refused'; readonly deadline: number; readonly error: SourceError }
  /** It could not be reached, which says nothing about the rule. */
  | { readonly kind: 'away'; readonly deadline: number; readonly error: SourceError }

const hour = 3_600
const margin = 120

/**
 * A deadline for which everything is published by now. Highs and lows are of whole hours before it: a candle over an end of the
 * window would make them unsure.
 *
 * @example
 * const { rule } = Question.parse('§question ?\n§rule\nsource:binance:BTCUSDT\nop:gte\ntarget:75000')
 * DryRun.timesOf(rule, 1771632240) // { created: 1771628400, deadline: 1771632000 }
 */
export function timesOf(rule: Rule.Rule, now: number): Rule.Times {
  const delay = Rule.publicationDelay(rule.provider ?? '')
  const passed = now - Math.max(Rule.tolerance(rule), delay) - margin
  const isExtreme = Rule.isExtreme(Rule.metricUsed(rule))
  const deadline = isExtreme ? Math.floor(passed / hour) * hour : passed
  return { created: deadline - Math.ceil(delay / hour) * hour, deadline }
}

/** What a sample, or none, comes to. */
export function ofSample(rule: Rule.Rule, deadline: number, sample: Sample | null): DryRun {
  if (sample !== null)
    return { kind: 'answered', deadline, sample, outcome: Rule.evaluate(rule, sample.value).outcome }
  return { kind: 'silent', deadline, isTelling: Provider.named(rule.provider ?? '')?.keepsPast === true }
}

/**
 * Whether a market with this rule should not be opened as it is.
 *
 * @example
 * DryRun.isBad({ kind: 'silent', deadline: 1771632000, isTelling: true }) // true
 */
export const isBad = (run: DryRun): boolean =>
  run.kind === 'refused' || (run.kind === 'silent' && run.isTelling)

/**
 * What it says, in one sentence.
 *
 * @example
 * const run = { kind: 'silent', deadline: 1771632000, isTelling: false }
 * DryRun.sentence(run) // 'The source has no sample for a deadline at 2026-02-21T00:00:00Z.'
 */
export function sentence(run: DryRun): string {
  switch (run.kind) {
    case 'answered': {
      const { value, observedAt } = run.sample
      return `The source says ${value} (${Instant.format(observedAt)}): today the answer would be ${run.outcome}.`
    }
    case 'silent':
      return `The source has no sample for a deadline at ${Instant.format(run.deadline)}.`
    case 'refused':
      return `The source cannot answer this: ${run.error.shortMessage}`
    case 'away':
      return `The source could not be asked now: ${run.error.shortMessage}`
  }
}

/** The same for programs. */
export type Report = {
  readonly kind: DryRun['kind']
  readonly deadline: string
  readonly value: string | null
  readonly observed_at: string | null
  readonly outcome: Vote.Outcome | null
  readonly says: string
}

/** A dry run as JSON has it. */
export function report(run: DryRun): Report {
  const { value, observedAt } = run.kind === 'answered' ? run.sample : { value: null, observedAt: null }
  return {
    kind: run.kind,
    deadline: Instant.format(run.deadline),
    value,
    observed_at: observedAt === null ? null : Instant.format(observedAt),
    outcome: run.kind === 'answered' ? run.outcome : null,
    says: sentence(run),
  }
}
