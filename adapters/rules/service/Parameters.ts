import { z } from 'zod'
import { BaseError, Hash } from '../../../protocol/index.ts'

/** What may hold a report back until a person has looked at it; a condition id means every report of that market. */
export const reviewTriggers = [
  'first_parse',
  'semantic_change',
  'source_change',
  'confidence_drop',
  'contradictions',
] as const
export type ReviewTrigger = (typeof reviewTriggers)[number]

const conditionId = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/, 'expected a condition id: 0x and 64 lower-case hex digits')

/** The parameters as a config gives them. That a value is sensible is said by its band, not by its type. */
export const schema = z.strictObject({
  /** Seconds between two polls of a market. */
  poll_interval_s: z.number().min(1).default(300),
  /** Seconds after which what is known of a market counts as stale. */
  staleness_threshold_s: z.number().min(1).default(600),
  /** What the parser is less sure of waits for a person. */
  min_confidence_to_publish: z.number().min(0).default(0),
  require_human_review: z.array(z.union([z.enum(reviewTriggers), conditionId])).default([]),
  /** A fall of confidence between two parses that is worth an alert. */
  regression_alert_drop: z.number().positive().default(0.2),
  /** Whether an edit is reported; without it edits are stored only. */
  republish_on_edit: z.boolean().default(true),
})
export type Parameters = z.output<typeof schema>

type Limits = {
  readonly default: number
  readonly warning: number
  readonly hard: number
  readonly why: string
}

/** Up to the default all is well, up to the hard limit it is allowed and said, beyond it a person has to approve it. */
export const limits: Readonly<Record<Exclude<keyof Parameters, 'republish_on_edit'>, Limits>> = {
  poll_interval_s: { default: 300, warning: 900, hard: 3_600, why: 'changes of rules are seen later' },
  staleness_threshold_s: { default: 600, warning: 1_200, hard: 7_200, why: 'older data passes for fresh' },
  min_confidence_to_publish: { default: 0, warning: 0.5, hard: 0.95, why: 'more reports wait for a person' },
  require_human_review: { default: 0, warning: 100, hard: 1_000, why: 'more reports wait for a person' },
  regression_alert_drop: { default: 0.2, warning: 0.5, hard: 0.9, why: 'falls of confidence go unnoticed' },
}

export type Warning = { readonly parameter: string; readonly value: unknown; readonly message: string }
/** A parameter beyond its hard limit. */
export type Breach = { readonly parameter: string; readonly value: number; readonly hard: number }

/** What to say about parameters, and what of them a person has to approve. */
export function judge(parameters: Parameters): {
  readonly warnings: readonly Warning[]
  readonly breaches: readonly Breach[]
} {
  const warnings: Warning[] = []
  const breaches: Breach[] = []
  for (const [name, limit] of Object.entries(limits) as [keyof typeof limits, Limits][]) {
    const given = parameters[name]
    const value = typeof given === 'number' ? given : given.length
    if (value <= limit.default) continue
    if (value > limit.hard) breaches.push({ parameter: name, value, hard: limit.hard })
    const mark = value > limit.hard ? 'hard' : value > limit.warning ? 'warning' : 'default'
    const words = { hard: 'hard limit', warning: 'warning', default: 'default' }[mark]
    warnings.push({ parameter: name, value, message: `above its ${words} of ${limit[mark]}: ${limit.why}` })
  }
  if (!parameters.republish_on_edit)
    warnings.push({
      parameter: 'republish_on_edit',
      value: false,
      message: 'edits of rules are stored and not reported',
    })
  return { warnings, breaches }
}

/** What to say about parameters that need nobody's approval. Throws on one beyond its hard limit. */
export function checkParameters(parameters: Parameters): readonly Warning[] {
  const { warnings, breaches } = judge(parameters)
  if (breaches.length > 0) throw new ParameterChangeError(breaches, hashOf(parameters))
  return warnings
}

/** Names these very values: whoever approves them approves no others. */
export const hashOf = (parameters: Parameters): Hash.Hash =>
  // Fractions have no canonical JSON, their shortest decimals do.
  Hash.ofJson(
    Object.fromEntries(
      Object.entries(parameters).map(([name, value]) => [
        name,
        typeof value === 'number' ? String(value) : value,
      ]),
    ),
  )

/** How old data may be that is reported: whatever the parameter says, and whoever approved it, never beyond the hard limit. */
export const freshForS = ({ staleness_threshold_s }: Parameters): number =>
  Math.min(staleness_threshold_s, limits.staleness_threshold_s.hard)

export class ParameterChangeError extends BaseError {
  // A config error by its name, so that the command line treats it as one.
  override readonly name = 'Config.ParameterChangeError'
  readonly code = 'PARAMETER_CHANGE_REQUIRES_APPROVAL'
  constructor(breaches: readonly Breach[], hash: Hash.Hash) {
    const said = breaches.map(
      ({ parameter, value, hard }) => `${parameter} is ${value}, and its hard limit is ${hard}`,
    )
    super(`PARAMETER_CHANGE_REQUIRES_APPROVAL: ${said.join('; ')}.`, {
      metaMessages: [
        ...breaches.map(({ parameter, hard }) => `Set parameters.${parameter} to ${hard} or less.`),
        `Or have them approved by a running service: cresolver rules approve-parameters ${hash} --by <name> --why <words>`,
      ],
      docsPath: 'docs/rules.md',
    })
  }
}
