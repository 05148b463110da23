import { z } from 'zod'
import type { Market, ParsedRule } from '../index.ts'
import type { Decision } from './decide.ts'
import { botId, mode } from './identity.ts'
import { type Reason, reasonCodes } from './Reason.ts'
import { verdicts } from './sources/probe.ts'
import type { CitedPage } from './sources/Sources.ts'

const hash = z.string().regex(/^0x[0-9a-f]{64}$/)
const share = z.number().min(0).max(1)

/** What is told of a market's rule. The fields up to `emitted_at_ms` are those of the wire; what follows explains them. */
export const schema = z.strictObject({
  report_id: z.string().regex(/^rep_rrp_0x[0-9a-f]{4,64}_[0-9]{1,16}$/),
  trace_id: z.string().regex(/^trc_0x[0-9a-f]{20}$/),
  bot_id: z.literal(botId),
  kind: z.literal('ObservationReport'),
  condition_id: hash,
  /** Who decides in the end; who knows the answer is `structured.source`. */
  resolution_source: z.string(),
  resolution_rules_hash: hash,
  oracle_bond_pusd: z.number(),
  neg_risk: z.boolean(),
  change_detected: z.boolean(),
  emitted_at_ms: z.int().min(0),

  mode: z.literal(mode),
  confidence: share,
  structured: z.record(z.string(), z.unknown()),
  raw_hash: hash,
  /** The text differs in nothing that a reader would notice. */
  cosmetic_change: z.boolean(),
  change: z.strictObject({
    kind: z.enum(['first', 'none', 'cosmetic', 'semantic']),
    fields: z.array(z.string()),
    ambiguity_before: share.nullable(),
    ambiguity_after: share,
  }),
  /** Where the answer is to be read, and whether somebody was there when it was last looked at; null where the rule cites nobody. */
  source_of_truth: z
    .strictObject({
      url: z.string(),
      verdict: z.enum(['unchecked', ...verdicts]),
      status: z.int().nullable(),
      checked_at_ms: z.int().nullable(),
    })
    .nullable(),
  reason_codes: z.array(z.enum(reasonCodes as [Reason, ...Reason[]])),
  /** Its place in the chain of all that the rule ever said. */
  version: z.strictObject({ number: z.int().min(1), hash, previous: hash.nullable() }),
  /** The same market, text and version are reported once, unless somebody forces it. */
  idempotency_key: z.string(),
})
export type Report = z.output<typeof schema>

/** A report that is not emitted yet. */
export type Draft = Omit<Report, 'emitted_at_ms'>

export type Version = Report['version']

export function makeDraft(of: {
  readonly reportId: string
  readonly traceId: string
  readonly conditionId: string
  readonly market: Market
  readonly parsed: ParsedRule
  readonly decision: Decision
  readonly version: Version
  readonly source: { readonly source: CitedPage; readonly isLost: boolean } | null
}): Draft {
  const { market, parsed, decision, version, source } = of
  const { structured } = parsed
  return {
    report_id: of.reportId,
    trace_id: of.traceId,
    bot_id: botId,
    kind: 'ObservationReport',
    condition_id: of.conditionId,
    resolution_source: structured.mechanism,
    resolution_rules_hash: parsed.rules_hash,
    oracle_bond_pusd: structured.oracle.bond_pusd,
    neg_risk: market.neg_risk,
    change_detected: decision.isChange,
    mode,
    confidence: parsed.confidence,
    structured,
    raw_hash: parsed.raw_hash,
    cosmetic_change: decision.isCosmetic,
    change: {
      kind: decision.kind,
      fields: [...decision.fields],
      ambiguity_before: decision.ambiguityBefore,
      ambiguity_after: structured.ambiguity,
    },
    source_of_truth: source?.source ?? null,
    reason_codes: [
      ...decision.reasons,
      ...(source?.isLost ? ['RESOLUTIONRULEPARSER_SOURCE_UNREACHABLE' as const] : []),
    ],
    version,
    idempotency_key: `${of.conditionId}:${parsed.rules_hash}:${version.number}`,
  }
}

const wireFields = [
  'report_id',
  'trace_id',
  'bot_id',
  'kind',
  'condition_id',
  'resolution_source',
  'resolution_rules_hash',
  'oracle_bond_pusd',
  'neg_risk',
  'change_detected',
] as const

/** The report as it goes out: the wire's fields first, in the wire's order. */
export function emit(draft: Draft, emittedAtMs: number): Report {
  // Keys keep the order in which they are first set.
  const wire = Object.fromEntries(wireFields.map((name) => [name, draft[name]]))
  return { ...wire, emitted_at_ms: emittedAtMs, ...draft } as Report
}
