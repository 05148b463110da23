import { type Market, readMarket } from '../../reading/Market.ts'
import type { Citation, ParsedRule, Span, Structured } from '../../reading/ParsedRule.ts'
import { toMinute } from '../../reading/rule/instants.ts'
import { type Facts, readFacts } from '../../reading/rule/readFacts.ts'
import { hashesOf } from './hashes.ts'
import { type Judgement, judge } from './judge/judge.ts'

/**
 * Reads a market's rule: who knows the answer, what must hold, until when, what happens otherwise, and how much of it is
 * left open. Deterministic, without a model, and in time linear in the text.
 *
 * @example
 * parseRule({ question: 'Will it rain by May 1, 2027?', description: '…' }).structured.deadline // '2027-05-01T23:59Z'
 */
export const parseRule = (market: unknown): ParsedRule => parseMarket(readMarket(market))

/** The same for a market that was read already. */
export function parseMarket(market: Market): ParsedRule {
  const facts = readFacts(market)
  const judgement = judge(market, facts)
  const structured: Structured = { ...structureOf(market, facts), ...judgedOf(judgement) }
  return {
    id: market.id,
    condition_id: market.condition_id,
    structured,
    confidence: judgement.confidence,
    ...hashesOf(market.rules),
    spans: { ...spansOf(market, facts), ...spansOfJudgement(market, judgement) },
  }
}

/** What a judgement says, without its places. */
export const judgedOf = ({ ambiguity, factors, faults }: Judgement) => ({
  ambiguity,
  factors: factors.map(({ place: _, ...factor }) => factor),
  faults: faults.map(({ place: _, ...fault }) => fault),
})

function structureOf(market: Market, facts: Facts): Omit<Structured, 'ambiguity' | 'factors' | 'faults'> {
  const { citations, mechanism, oracle, condition, deadline, clauses, references, contradictions } = facts
  const domains = [...new Set(citations.flatMap((cited) => (isSource(cited) ? [cited.domain] : [])))]
  return {
    language: facts.language,
    source: domains[0] ?? null,
    sources: domains,
    citations: citations.map(({ kind, domain, name }) => ({ kind, domain, name })),
    mechanism: mechanism.name,
    oracle,
    condition: condition.name,
    predicate: condition.predicate,
    threshold: condition.predicate.threshold,
    deadline: deadline === null ? null : toMinute(deadline.at),
    timezone: deadline?.zone ?? null,
    opens: deadline?.opens == null ? null : toMinute(deadline.opens),
    clauses: clauses.map(({ kind, settles }) => ({ kind, settles })),
    cross_references: references.map(({ kind, text }) => ({ kind, text })),
    topology: {
      neg_risk: market.neg_risk,
      neg_risk_market_id: market.neg_risk_market_id,
      item: market.group_item_title,
      kind: market.neg_risk ? 'neg_risk' : isYesNo(market.outcomes) ? 'binary' : 'versus',
    },
    contradictions: contradictions.map(({ code, message }) => ({ code, message })),
  }
}

/** Whether it has an address, and decides something. */
const isSource = <citation extends Citation>(
  cited: citation,
): cited is citation & { readonly domain: string } => cited.domain !== null && cited.kind !== 'background'

const isYesNo = (outcomes: readonly string[]): boolean =>
  outcomes.length === 0 || outcomes.every((label) => ['yes', 'no'].includes(label.toLowerCase()))

type Place = { readonly in: Place.Field; readonly start: number; readonly end: number }
declare namespace Place {
  type Field = 'question' | 'rules' | 'resolution_source' | 'end_date'
}

const spanIn = ({ names }: Market, { in: field, start, end }: Place): Span => ({
  in: field === 'question' ? field : names[field],
  start,
  end,
})

function spansOf(market: Market, facts: Facts): Record<string, Span> {
  const spans: Record<string, Span> = {}
  const note = (name: string, place: Place | null | undefined) => {
    if (place !== null && place !== undefined) spans[name] = spanIn(market, place)
  }
  const { citations, mechanism, condition, deadline } = facts
  note('source', citations.find(isSource))
  const seen = new Set<string>()
  for (const cited of citations) {
    if (!isSource(cited) || seen.has(cited.domain)) continue
    note(`sources.${seen.size}`, cited)
    seen.add(cited.domain)
  }
  citations.forEach((cited, i) => {
    note(`citations.${i}`, cited)
  })
  note('mechanism', mechanism.span)
  note('condition', condition.named)
  note('predicate.subject', condition.subject === null ? null : { in: 'question', ...condition.subject })
  note('threshold', condition.amount)
  note('deadline', deadline === null ? null : deadline.place)
  note('timezone', deadline?.zoned)
  note('opens', deadline?.opened)
  facts.clauses.forEach((clause, i) => {
    note(`clauses.${i}`, { in: 'rules', start: clause.start, end: clause.end })
  })
  facts.references.forEach((reference, i) => {
    note(`cross_references.${i}`, { in: 'rules', start: reference.start, end: reference.end })
  })
  facts.contradictions.forEach(({ span }, i) => {
    note(`contradictions.${i}`, span)
  })
  return spans
}

/** The places of a judgement, by factor and by the number of the fault. */
export function spansOfJudgement(market: Market, { factors, faults }: Judgement): Record<string, Span> {
  const named = [
    ...factors.map(({ name, place }) => [`factors.${name}`, place] as const),
    ...faults.map(({ place }, i) => [`faults.${i}`, place] as const),
  ]
  return Object.fromEntries(
    named.flatMap(([name, place]) => (place === null ? [] : [[name, spanIn(market, place)]])),
  )
}
