import { expect } from 'chai'
import { decide, fingerprint, type Seen } from '../../../../adapters/rules/service/decide.ts'
import { type Parameters, schema } from '../../../../adapters/rules/service/Parameters.ts'
import { ownParser } from '../../../../adapters/rules/service/Parser.ts'
import { idOf, marketOf } from './fakeGamma.ts'
import { seenOf } from './stage.ts'

const rules = String(marketOf(1).description)
const one = seenOf(1)
const sure = (seen: Seen, confidence: number): Seen => ({ ...seen, parsed: { ...seen.parsed, confidence } })

const judge = (
  before: Seen | null,
  after: Seen,
  { isForced = false, ...parameters }: Partial<Parameters> & { isForced?: boolean } = {},
) => decide(idOf(1), before, after, { parameters: schema.parse(parameters), isForced, parser: ownParser })

describe('decide', () => {
  it('S4-44: the first sight of a market is reported, and is no change', () => {
    expect(judge(null, one)).to.deep.equal({
      kind: 'first',
      isNew: true,
      isChange: false,
      isCosmetic: false,
      isReported: true,
      fields: [],
      ambiguityBefore: null,
      reasons: [],
      review: [],
    })
  })

  it('S4-81: the same market again is no version and no report, unless somebody forces one', () => {
    const priced = seenOf(1, { outcomePrices: '["0.1","0.9"]', updatedAt: '2026-11-09T00:00:00Z', slug: 'x' })
    expect(judge(one, priced)).to.include({ kind: 'none', isNew: false, isReported: false })
    expect(judge(one, priced, { isForced: true })).to.include({
      isNew: false,
      isChange: false,
      isReported: true,
    })
  })

  it('S4-41: what only looks otherwise is a version, and no report', () => {
    expect(judge(one, seenOf(1, { description: rules.replaceAll(' ', '  ') }))).to.include({
      kind: 'cosmetic',
      isNew: true,
      isChange: false,
      isCosmetic: true,
      isReported: false,
    })
  })

  it('S4-47: an edit is reported as a change with its fields; with republish_on_edit off it is only a version', () => {
    const edited = seenOf(1, { description: rules.replace('December 31', 'December 30') })
    const decision = judge(one, edited)
    expect(decision).to.include({ kind: 'semantic', isChange: true, isReported: true })
    expect(decision.fields).to.include('deadline')
    expect(decision.reasons).to.deep.equal(['RESOLUTIONRULEPARSER_RULE_CHANGE'])
    expect(decision.ambiguityBefore).to.equal(one.parsed.structured.ambiguity)
    expect(judge(one, edited, { republish_on_edit: false })).to.include({ isChange: true, isReported: false })
  })

  it('S4-71: another source is reported though edits are not', () => {
    const moved = seenOf(1, { resolutionSource: 'https://www.reuters.com' })
    const decision = judge(one, moved, { republish_on_edit: false })
    expect(decision).to.include({ isChange: true, isReported: true })
    expect(decision.reasons).to.include('RESOLUTIONRULEPARSER_SOURCE_CHANGE')
    const spelled = seenOf(1, { resolutionSource: ' HTTPS://www.federalreserve.gov ' })
    expect(judge(one, spelled).reasons).to.not.include('RESOLUTIONRULEPARSER_SOURCE_CHANGE')
  })

  it('S4-17: a fall of confidence is said from the drop on that is agreed, exactly', () => {
    const reasons = (from: number, to: number, drop?: number) =>
      judge(sure(one, from), sure(one, to), drop === undefined ? {} : { regression_alert_drop: drop }).reasons
    // 0.9 − 0.7 is 0.2000000000000000 or a little less in binary fractions.
    expect(reasons(0.9, 0.7)).to.deep.equal(['RESOLUTIONRULEPARSER_CONFIDENCE_DROP'])
    expect(reasons(0.9, 0.71)).to.deep.equal([])
    expect(reasons(0.7, 0.9)).to.deep.equal([])
    expect(reasons(0.9, 0.7, 0.3)).to.deep.equal([])
  })

  it('S4-15, S4-16: says why a person must look first', () => {
    const all = [
      'first_parse',
      'semantic_change',
      'source_change',
      'confidence_drop',
      'contradictions',
    ] as const
    const review = (before: Seen | null, after: Seen, more: Partial<Parameters> = {}) =>
      judge(before, after, { require_human_review: [...all], ...more }).review
    expect(review(null, one)).to.deep.equal(['first_parse'])
    expect(review(one, seenOf(1, { description: `${rules} Only Fridays count.` }))).to.deep.equal([
      'semantic_change',
    ])
    expect(review(one, seenOf(1, { resolutionSource: 'https://apnews.com' }))).to.include('source_change')
    expect(review(sure(one, 1), sure(one, 0.5))).to.deep.equal(['confidence_drop'])
    const torn = seenOf(1, { question: 'Will the Fed cut rates at meeting 1 by November 30?' })
    expect(torn.parsed.structured.contradictions).to.not.deep.equal([])
    expect(review(null, torn)).to.deep.equal(['first_parse', 'contradictions'])
    expect(review(one, one, { require_human_review: [idOf(1), idOf(2)] })).to.deep.equal([idOf(1)])
    expect(judge(one, sure(one, 0.4), { min_confidence_to_publish: 0.5 }).review).to.deep.equal([
      'low_confidence',
    ])
    expect(judge(one, sure(one, 0.5), { min_confidence_to_publish: 0.5 }).review).to.deep.equal([])
  })

  it('S4-86: what an older parser made of the text before is not what is compared', () => {
    const { parsed } = one
    const older: Seen = {
      ...one,
      parsed: { ...parsed, structured: { ...parsed.structured, source: 'reuters.com', mechanism: 'manual' } },
    }
    const decision = judge(older, seenOf(1, { description: `${rules} ` }))
    expect(decision).to.include({ isChange: false, isReported: false })
    expect(decision.reasons).to.deep.equal([])
  })
})

describe('fingerprint', () => {
  const of = (changes: Record<string, unknown>) => fingerprint(seenOf(1, changes).market)

  it('is of what a rule is read from, and of nothing that prices and clocks do', () => {
    const own = of({})
    for (const same of [
      { outcomePrices: '[]' },
      { updatedAt: 'x' },
      { id: '7' },
      { slug: 'y' },
      { liquidity: '0' },
    ])
      expect(of(same), JSON.stringify(same)).to.equal(own)
    for (const other of [
      { description: `${rules} ` },
      { question: 'Q?' },
      { resolutionSource: '' },
      { endDate: null },
      { outcomes: '["A","B"]' },
      { negRisk: true },
      { umaBond: '501' },
    ])
      expect(of(other), JSON.stringify(other)).to.not.equal(own)
  })
})
