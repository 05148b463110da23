import { Evidence, Instant, type Json, type Spec, Trace } from '../../../protocol/index.ts'
import { type Keywords, keywords, mentions } from '../../../reading/text/keywords.ts'
import { displayIn } from '../questionIn.ts'
import { replyId } from '../Recorded.ts'
import type { Audited } from '../Subject.ts'
import { type Checked, concludeText, type Silence } from './conclude.ts'
import {
  checkQuote,
  isReadable,
  itemOf,
  policyFor,
  type Quote,
  type QuoteCheck,
  readQuotes,
} from './Quote.ts'

/**
 * Builds the trace of a free-text question from its evidence, in which a model's replies are kept: a pure function, so that the
 * same evidence and the same replies always give the same steps. No word of a model enters a step but quotes that stand in an item.
 */
export function auditText(spec: Spec.PromptSpec, evidence: Evidence.EvidenceBundle): Audited {
  const { claims, rejected, assumptions } = readQuotes(spec, evidence)
  const words = keywords(displayIn(spec))
  const steps: Trace.ReasoningStep[] = []
  const step = (
    step_id: string,
    type: Trace.ReasoningStep['type'],
    evidence_ids: string[],
    prior_step_ids: string[],
    action: string,
    output: Json.Json,
  ) => steps.push(Trace.commit({ step_id, type, inputs: { evidence_ids, prior_step_ids }, action, output }))

  const fetched = evidence.items.filter((item) => itemOf(evidence, item.evidence_id) !== undefined)
  step(
    'search',
    'search',
    fetched.map((item) => item.evidence_id),
    [],
    'ask every source that the plan names',
    {
      asked: spec.data_requirements.map((one) => one.requirement_id),
      answered: fetched.filter((item) => isReadable(spec, item)).map((item) => item.evidence_id),
      after_deadline: isAfterDeadline(spec, fetched),
    },
  )
  const checked: Checked[] = []
  for (const [i, claim] of claims.entries()) {
    const check = checkQuote(spec, evidence, words, claim)
    checked.push({ id: `claim-${i}`, claim, check })
    const cited = [claim.evidence_id, replyId(claim.proposed_by)]
    step(`claim-${i}`, 'extract', cited, ['search'], 'quote what the evidence says of the event', claim)
    step(
      `check-${i}`,
      'check',
      [claim.evidence_id],
      [`claim-${i}`],
      'check date, source, tier and wording',
      check,
    )
  }
  const replies = evidence.items.filter((item) => !fetched.includes(item)).map((item) => item.evidence_id)
  const discounts = {
    rejected: [...rejected],
    assumptions: assumptions.length + checked.filter(isByDay).length,
  }
  step(
    'check-proposals',
    'check',
    replies,
    ['search'],
    'count what was proposed and is not borne out',
    discounts,
  )
  const silence = checkSilence(spec, evidence, checked, words)
  const primaries = silence.primaries.filter((one) => one.answered).map((one) => one.evidence_id)
  step(
    'check-silence',
    'check',
    primaries,
    ['search'],
    'look for mentions that no claim accounts for',
    silence,
  )
  const admitted = checked.filter((one) => one.check.admitted)
  const sides = {
    affirming: admitted.filter((one) => one.claim.stance === 'affirms').map((one) => one.id),
    denying: admitted.filter((one) => one.claim.stance === 'denies').map((one) => one.id),
  }
  const checks = claims.map((_, i) => `check-${i}`)
  step('weigh', 'deduce', [], ['search', ...checks], 'set what affirms against what denies', sides)
  const finding = concludeText(checked, silence, isAfterDeadline(spec, fetched))
  const prior = ['check-proposals', 'check-silence', 'weigh']
  step('analysis', 'aggregate', [], prior, 'say what the evidence comes to', { finding })

  const cited = new Set(steps.flatMap((one) => one.inputs.evidence_ids))
  const trace_id = `trace-${spec.market.market_id}`
  return {
    trace: {
      schema_version: 'v1',
      trace_id,
      steps,
      policy: {
        determinism: 'recorded',
        temperature: 0,
        seed: 42,
        max_tier: spec.market.min_provenance_tier,
      },
      evidence_refs: [...cited].sort(),
    },
    report: {
      schema_version: 'v1',
      trace_id,
      summary: `${sides.affirming.length} admitted claims affirm, ${sides.denying.length} deny: ${finding}.`,
      assumptions: [...assumptions],
    },
  }
}

const isByDay = ({ check }: { readonly check: QuoteCheck }): boolean =>
  check.admitted && check.dated?.by_day === true

/** Whether all was read when the event could no longer happen in time. */
function isAfterDeadline({ market }: Spec.PromptSpec, items: readonly Evidence.EvidenceItem[]): boolean {
  const deadline = Instant.parse(market.resolution_deadline)
  return items.every((item) => Instant.parse(item.retrieval.retrieved_at) >= deadline)
}

/**
 * Whether the primary sources are silent is for their text to say, not for a model: a page that names the subjects and the deed
 * is silent only if a passage about it was quoted that lies outside the window or reports nothing firm.
 */
function checkSilence(
  spec: Spec.PromptSpec,
  evidence: Evidence.EvidenceBundle,
  checked: readonly Checked[],
  words: Keywords,
): Silence {
  const primaries = spec.data_requirements.flatMap(({ requirement_id: evidence_id }) => {
    const policy = policyFor(spec, evidence_id)
    if (policy?.class !== 'primary') return []
    const item = itemOf(evidence, evidence_id)
    const readable = item !== undefined && isReadable(spec, item)
    const mentioned = readable && mentions(words, item.content, policy.description)
    const accounted = checked.some(
      ({ claim, check }) =>
        claim.evidence_id === evidence_id &&
        check.relevant &&
        check.dated !== null &&
        !(check.in_window && check.firm),
    )
    return [{ evidence_id, answered: item !== undefined, readable, mentioned, accounted }]
  })
  // Without a name there is nothing whose absence could be noticed.
  return { searchable: words.names.length > 0, primaries }
}

/** Marks what a verdict may rest on: items with an admitted claim, and the primary sources that were read. */
export function markUsed(spec: Spec.PromptSpec, evidence: Evidence.EvidenceBundle): Evidence.EvidenceBundle {
  const { claims } = readQuotes(spec, evidence)
  const words = keywords(displayIn(spec))
  const deciding = new Set(
    claims
      .filter((claim) => checkQuote(spec, evidence, words, claim).admitted)
      .map((claim) => claim.evidence_id),
  )
  const items = evidence.items.map((item) => {
    const isFetched = itemOf(evidence, item.evidence_id) !== undefined
    const isPrimary = policyFor(spec, item.evidence_id)?.class === 'primary'
    const used = isFetched && isReadable(spec, item) && (isPrimary || deciding.has(item.evidence_id))
    return { ...item, used }
  })
  return { ...evidence, items, provenance_summary: Evidence.summarize(items) }
}

export type { Quote }
