import { Evidence, Instant, type Spec } from '../../../protocol/index.ts'
import { isAbout, type Keywords } from '../../../reading/text/keywords.ts'
import { type Dated, readDate } from '../../../reading/text/readDate.ts'
import { modelProvider, replyId } from '../Recorded.ts'
import * as ModelReply from './ModelReply.ts'
import { type Policy, policyOf } from './TextSource.ts'

/** A passage of an evidence item that a model says affirms or denies the event. That the passage is there is checked, here. */
export type Quote = {
  readonly evidence_id: string
  readonly quote: string
  readonly stance: 'affirms' | 'denies'
  /** The words that date it, as they stand in the item; null where there are none. */
  readonly date: string | null
  readonly proposed_by: 'auditor' | 'skeptic'
}

/** Why a proposed claim is none: it cites or quotes what is not there. */
export type Rejection = {
  readonly proposed_by: Quote['proposed_by']
  readonly position: number
  readonly reason: string
}

export type Proposed = {
  readonly claims: readonly Quote[]
  readonly rejected: readonly Rejection[]
  readonly assumptions: readonly string[]
}

/** Reads the claims out of a model's kept replies, and keeps those that quote what the evidence says, word for word. */
export function readQuotes(spec: Spec.PromptSpec, evidence: Evidence.EvidenceBundle): Proposed {
  const claims: Quote[] = []
  const rejected: Rejection[] = []
  const assumptions: string[] = []
  const seen = new Set<string>()
  for (const proposed_by of ['auditor', 'skeptic'] as const) {
    const reply = evidence.items.find((item) => item.evidence_id === replyId(proposed_by))
    const read = reply === undefined ? null : ModelReply.read(ModelReply.claims, reply.content)
    if (read === null) continue
    assumptions.push(...read.assumptions)
    for (const [position, proposed] of read.claims.entries()) {
      const grounded = ground(spec, evidence, { ...proposed, date: proposed.date_quote, proposed_by })
      if (typeof grounded === 'string') {
        rejected.push({ proposed_by, position, reason: grounded })
        continue
      }
      const key = JSON.stringify([grounded.evidence_id, grounded.quote, grounded.stance])
      if (!seen.has(key)) claims.push(grounded)
      seen.add(key)
    }
  }
  return { claims, rejected, assumptions }
}

/**
 * The claim as the evidence bears it out, or why it does not. Text is compared exactly: no case, white space or markup is
 * forgiven. Where a source says how its documents are dated, that date is taken, whatever was proposed.
 */
export function ground(
  spec: Spec.PromptSpec,
  evidence: Evidence.EvidenceBundle,
  { evidence_id, quote, stance, date, proposed_by }: Quote,
): Quote | string {
  const item = itemOf(evidence, evidence_id)
  if (item === undefined) return 'it cites evidence that does not exist'
  if (!isReadable(spec, item)) return 'it cites a page that could not be read'
  const at = item.content.indexOf(quote)
  if (quote === '' || at === -1) return 'its quote does not stand in the evidence'
  const marked = policyFor(spec, evidence_id)?.dated ?? null
  if (marked !== null) {
    return { evidence_id, quote, stance, date: dateNear(item.content, at, quote.length, marked), proposed_by }
  }
  if (date !== null && !item.content.includes(date)) return 'its date does not stand in the evidence'
  return { evidence_id, quote, stance, date, proposed_by }
}

/** An item that was fetched: what a model said is not evidence of anything else. */
export const itemOf = ({ items }: Evidence.EvidenceBundle, id: string): Evidence.EvidenceItem | undefined =>
  items.find((item) => item.evidence_id === id && item.source.provider !== modelProvider)

/** Whether an item is a page and not a refusal, and was fetched while it could still be read for this market. */
export function isReadable({ market }: Spec.PromptSpec, { retrieval }: Evidence.EvidenceItem): boolean {
  const { start, end } = market.resolution_window
  const at = Instant.parse(retrieval.retrieved_at)
  const isTimely = at >= Instant.parse(start) && at <= Instant.parse(end)
  return isTimely && retrieval.status >= 200 && retrieval.status < 300
}

export const policyFor = ({ market }: Spec.PromptSpec, id: string): Policy | null => {
  const allowed = market.allowed_sources.find((one) => one.source_id === id)
  return allowed === undefined ? null : policyOf(allowed)
}

const dateLength = 40

/** The words behind the mark that dates a passage: the last one before it, or the next one after it. */
function dateNear(
  content: string,
  at: number,
  length: number,
  dated: NonNullable<Policy['dated']>,
): string | null {
  const { mark, side } = dated
  const index = side === 'last' ? content.lastIndexOf(mark, at) : content.indexOf(mark, at + length)
  if (index === -1) return null
  const start = index + mark.length
  const words = content.slice(start, start + dateLength)
  const end = words.search(/["<\n]/)
  return end === -1 ? words : words.slice(0, end)
}

/** What can be said of a claim without asking anyone: each of these must hold for it to count. */
export type QuoteCheck = {
  readonly dated: { readonly from: string; readonly to: string; readonly by_day: boolean } | null
  readonly in_window: boolean
  readonly class: Policy['class'] | null
  readonly class_admitted: boolean
  readonly tier_admitted: boolean
  /** It names the subjects of the question and says what is asked about. */
  readonly relevant: boolean
  /** It reports something that happened, not a rumour, a plan or talks. */
  readonly firm: boolean
  /** A denial has a word of denial, and an affirmation has none. */
  readonly stance_holds: boolean
  readonly admitted: boolean
}

const hedges =
  /\b(?:rumou?r(?:s|ed)?|reportedly|allegedly|sources? (?:say|said|close|familiar)|people familiar|speculat\w*|considering|consider|exploring|in talks|talks|mulling|might|may(?!\s\d)|could|expected to|plans? to|planning|likely|unconfirmed|weighing|eyeing)\b/i
const negations =
  /\b(?:no|not|never|neither|nor|none|den(?:y|ies|ied|ying)|declin\w*|reject(?:s|ed|ing)?|terminat\w*|withdr\w*|cancel\w*|abandon\w*|called off|false|untrue|without|fail(?:s|ed)?|isn't|wasn't|won't|hasn't|doesn't|didn't)\b/i

/** Checks one claim against time, source and wording: pure, and without a model. */
export function checkQuote(
  spec: Spec.PromptSpec,
  evidence: Evidence.EvidenceBundle,
  words: Keywords,
  claim: Quote,
): QuoteCheck {
  const item = itemOf(evidence, claim.evidence_id)!
  const policy = policyFor(spec, claim.evidence_id)
  const requirement = spec.data_requirements.find((one) => one.requirement_id === claim.evidence_id)
  const dated: Dated | null = claim.date === null ? null : readDate(claim.date)
  const in_window =
    dated !== null &&
    requirement !== undefined &&
    dated.to >= Instant.parse(requirement.window.start) &&
    dated.to <= Instant.parse(requirement.window.end)
  const isNegated = negations.test(claim.quote)
  const checks = {
    in_window,
    class_admitted: policy?.admitted ?? false,
    tier_admitted: requirement !== undefined && Evidence.derivedTier(item) <= requirement.min_provenance_tier,
    relevant: isAbout(words, claim.quote, policy?.description ?? ''),
    firm: !hedges.test(claim.quote),
    stance_holds: claim.stance === 'denies' ? isNegated : !isNegated,
  }
  return {
    dated:
      dated === null
        ? null
        : { from: Instant.format(dated.from), to: Instant.format(dated.to), by_day: dated.by_day },
    ...checks,
    class: policy?.class ?? null,
    admitted: Object.values(checks).every(Boolean),
  }
}
