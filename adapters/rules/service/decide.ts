import { createHash } from 'node:crypto'
import type { Market, ParsedRule } from '../index.ts'
import type { Parameters, ReviewTrigger } from './Parameters.ts'
import type { Parser } from './Parser.ts'
import type { Reason } from './Reason.ts'

/** A market as it was seen once, and what the parser made of it. */
export type Seen = { readonly market: Market; readonly parsed: ParsedRule }

export type Decision = {
  readonly kind: 'first' | 'none' | 'cosmetic' | 'semantic'
  /** Something of the market is other than it was, if only a space: a new version. */
  readonly isNew: boolean
  /** What `change_detected` says. */
  readonly isChange: boolean
  readonly isCosmetic: boolean
  readonly isReported: boolean
  readonly fields: readonly string[]
  readonly ambiguityBefore: number | null
  readonly reasons: readonly Reason[]
  /** Why a person has to look at the report first; empty where none has. */
  readonly review: readonly string[]
}

/** What follows from a market as it is now and as it was before. Pure: the same two give the same. */
export function decide(
  conditionId: string,
  before: Seen | null,
  after: Seen,
  options: {
    readonly parameters: Parameters
    readonly isForced: boolean
    readonly parser: Pick<Parser, 'parse' | 'diff'>
  },
): Decision {
  const { parameters, isForced, parser } = options
  const isNew = before === null || fingerprint(before.market) !== fingerprint(after.market)
  const difference =
    before === null || !isNew
      ? ({ change: 'none', fields: [] } as const)
      : parser.diff(before.market, after.market)
  // What was parsed before may have been parsed by an older parser: only what the market says now and then is compared.
  const was = before === null || !isNew ? null : { ...before, parsed: parser.parse(before.market) }
  const isSourceChange = was !== null && isOtherSource(was, after)
  const isOtherText = was !== null && was.parsed.rules_hash !== after.parsed.rules_hash
  const isSemantic = difference.change === 'semantic'
  const isChange = isOtherText || isSourceChange || isSemantic
  const isDrop =
    before !== null &&
    fallOf(before.parsed.confidence, after.parsed.confidence) >= parameters.regression_alert_drop
  const isLow = after.parsed.confidence < parameters.min_confidence_to_publish
  const isEdit = parameters.republish_on_edit && isChange
  const triggers: Readonly<Record<ReviewTrigger, boolean>> = {
    first_parse: before === null,
    semantic_change: isSemantic,
    source_change: isSourceChange,
    confidence_drop: isDrop,
    contradictions: after.parsed.structured.contradictions.length > 0,
  }
  const reasons: readonly (readonly [boolean, Reason])[] = [
    [isSemantic, 'RESOLUTIONRULEPARSER_RULE_CHANGE'],
    [isSourceChange, 'RESOLUTIONRULEPARSER_SOURCE_CHANGE'],
    [isDrop, 'RESOLUTIONRULEPARSER_CONFIDENCE_DROP'],
    [isLow, 'RESOLUTIONRULEPARSER_LOW_CONFIDENCE'],
  ]
  return {
    kind: before === null ? 'first' : difference.change,
    isNew,
    isChange,
    isCosmetic: was !== null && !isChange && was.parsed.raw_hash !== after.parsed.raw_hash,
    isReported: before === null || isEdit || isSourceChange || isForced,
    fields: difference.fields,
    ambiguityBefore: (was ?? before)?.parsed.structured.ambiguity ?? null,
    reasons: reasons.flatMap(([holds, reason]) => (holds ? [reason] : [])),
    review: [
      ...parameters.require_human_review.filter((one) =>
        one.startsWith('0x') ? one === conditionId : triggers[one as ReviewTrigger],
      ),
      ...(isLow ? ['low_confidence'] : []),
    ],
  }
}

/** Differences of binary fractions such as 0.9 − 0.7 fall just short of what they are meant to be. */
const fallOf = (before: number, after: number): number => Math.round((before - after) * 1e9) / 1e9

/** Of all of a market that a rule is read from: what prices and clocks do to it makes no difference. */
export function fingerprint(market: Market): string {
  const { id, condition_id, slug, created_at, updated_at, names, ...facts } = market
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex')
}

/** Another oracle, another source named by the market, or another domain where both rules name one. */
function isOtherSource(before: Seen, after: Seen): boolean {
  const { structured: was } = before.parsed
  const { structured: is } = after.parsed
  const given = ({ market }: Seen) => market.resolution_source?.trim().toLowerCase() ?? null
  if (was.mechanism !== is.mechanism || given(before) !== given(after)) return true
  return was.source !== null && is.source !== null && was.source !== is.source
}
