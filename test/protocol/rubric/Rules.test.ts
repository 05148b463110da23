import { expect } from 'chai'
import fc from 'fast-check'
import type * as Citations from '../../../protocol/rubric/Citations.ts'
import * as Rules from '../../../protocol/rubric/Rules.ts'
import type { Signals } from '../../../protocol/rubric/Signals.ts'
import type * as Score from '../../../protocol/Score.ts'

type Changes = {
  readonly signals?: Partial<Signals>
  readonly found?: Partial<Citations.Found>
  readonly facts?: Partial<Score.Facts>
  readonly confidenceBps?: number
  readonly statements?: number
}

/** An answer of which nothing is said but what is given. */
const answer = ({
  signals,
  found,
  facts,
  confidenceBps = 6_000,
  statements = 0,
}: Changes = {}): Rules.Answer => ({
  signals: {
    statements: 0,
    figured: 0,
    weighing: 0,
    turns: 0,
    doubts: 0,
    repeated: 0,
    contradicts: false,
    addressed: 0,
    ...signals,
  },
  found: { quotes: [], reach: null, sites: 0, isOnTopic: false, isTimely: false, ...found },
  facts: {
    sources: 1,
    citations: [],
    is_manual: true,
    is_exempt: false,
    is_doubt: false,
    best_tier: null,
    asked: 0,
    answered: 0,
    decided: 0,
    agreed: 0,
    ...facts,
  },
  confidenceBps,
  statements,
})

const passed = (
  reach: 'named' | 'authority' | 'other' = 'named',
  found: Partial<Citations.Found> = {},
): Changes => ({
  found: { reach, sites: 1, ...found },
  facts: { citations: [{ reach, verdict: 'p' }] },
})
const open: Changes = { facts: { citations: [{ reach: 'other', verdict: 'o' }] } }
const failed: Changes = { facts: { citations: [{ reach: 'other', verdict: 'f' }] } }
const checked = (best_tier: Score.Tier, is_doubt = false): Changes => ({
  facts: { is_manual: false, best_tier, is_doubt },
})
const doubt: Changes = { facts: { is_doubt: true } }

type Dimension = (given: Rules.Answer) => readonly Rules.Rule[]
const sum = (dimension: Dimension, changes?: Changes) =>
  dimension(answer(changes)).reduce((total, [, points]) => total + points, 0)

const dimensions = [
  Rules.resolutionQuality,
  Rules.sourceQuality,
  Rules.analysisDepth,
  Rules.reasoningClarity,
  Rules.evidenceStrength,
  Rules.biasAwareness,
  Rules.timeliness,
]
const fromText = [Rules.resolutionQuality, Rules.analysisDepth, Rules.reasoningClarity, Rules.biasAwareness]
const fromFacts = [Rules.sourceQuality, Rules.evidenceStrength, Rules.timeliness]

describe('Rules', () => {
  it('counts on a scale on which the first doubts weigh most', () => {
    expect([0, 1, 2, 3, 4, 7, 8, 16, 1_000].map(Rules.level)).to.deep.equal([0, 1, 2, 2, 3, 3, 4, 5, 5])
  })

  it('S1-39: each rule has a name of its own within its dimension, and a reason', () => {
    for (const changes of [{}, passed(), open, failed, doubt, checked(0)])
      for (const dimension of dimensions) {
        const rules = dimension(answer(changes))
        expect(new Set(rules.map(([rule]) => rule)).size).to.equal(rules.length)
        for (const [, , note] of rules) expect(note).to.not.equal('')
      }
  })

  const counts = fc.record({
    figured: fc.nat(99),
    weighing: fc.nat(99),
    turns: fc.nat(99),
    doubts: fc.nat(99),
    repeated: fc.nat(99),
    contradicts: fc.boolean(),
  })

  it('S1-44 property: sources, evidence and timeliness never come from how the text reads', () => {
    fc.assert(
      fc.property(
        counts,
        fc.nat(99),
        fc.constantFrom({}, passed(), open, failed, checked(1)),
        (signals, n, facts) => {
          for (const dimension of fromFacts)
            expect(sum(dimension, { ...facts, signals, statements: n })).to.equal(sum(dimension, facts))
        },
      ),
    )
  })

  it('B3 property: no text gains more than 2.5 points of composite over two plain statements', () => {
    const weights = [20, 15, 15, 10]
    const composite = (changes: Changes) =>
      fromText.reduce((total, dimension, i) => total + weights[i]! * sum(dimension, changes), 0)
    const plain = composite({ statements: 2 })
    fc.assert(
      fc.property(counts, fc.nat(99), (signals, statements) => {
        expect(composite({ signals, statements }) - plain).to.be.at.most(250)
      }),
    )
  })

  it('S1-16 C20: Resolution Quality starts high for an answer, and lower for none', () => {
    const of = (changes?: Changes) => sum(Rules.resolutionQuality, changes)
    expect(of()).to.equal(80)
    expect(of(doubt)).to.equal(40)
    expect(of({ signals: { contradicts: true } })).to.equal(60)
    expect(of({ ...doubt, signals: { contradicts: true } }), 'a doubt says neither').to.equal(40)
    expect(of({ confidenceBps: 4_999 })).to.equal(60)
    expect(of({ ...doubt, confidenceBps: 0 }), 'C144').to.equal(40)
    expect(of({ signals: { doubts: 4 } })).to.equal(65)
    expect(of(failed)).to.equal(70)
  })

  it('S1-44 C76: confidence is judged against what stands behind an answer', () => {
    const fitting = (changes: Changes) => Rules.fittingBps(answer(changes))
    expect([{}, open, passed('other'), passed('authority'), passed('named')].map(fitting)).to.deep.equal([
      6_500, 8_000, 9_000, 9_500, 9_900,
    ])
    expect(([null, 3, 2, 1, 0] as const).map((tier) => fitting(checked(tier)))).to.deep.equal([
      9_000, 9_500, 9_900, 10_000, 10_000,
    ])
    const at = (confidenceBps: number, changes: Changes = {}) =>
      sum(Rules.resolutionQuality, { ...changes, confidenceBps })
    expect(
      [6_500, 6_501, 9_900].map((bps) => at(bps)),
      'unbacked',
    ).to.deep.equal([80, 79, 46])
    expect([9_900, 10_000].map((bps) => at(bps, passed()))).to.deep.equal([80, 79])
    expect(sum(Rules.biasAwareness, { confidenceBps: 9_900 })).to.equal(50)
    expect(sum(Rules.biasAwareness, { confidenceBps: 9_900, ...passed() })).to.equal(70)
  })

  it('S1-17 S1-44: Source Quality is reliability, relevance and diversity of what others found', () => {
    const of = (changes: Changes) => sum(Rules.sourceQuality, changes)
    expect([{}, open, failed, doubt].map(of)).to.deep.equal([0, 0, 0, 0])
    for (const [reach, most] of [
      ['named', 100],
      ['authority', 75],
      ['other', 40],
    ] as const) {
      expect(of(passed(reach, { isOnTopic: true, sites: 2 }))).to.be.within(most - 2, most)
      expect(of(passed(reach))).to.equal(Math.floor(most / 2))
    }
    expect(([0, 1, 2, 3, null] as const).map((tier) => of(checked(tier)))).to.deep.equal([
      100, 90, 75, 50, 40,
    ])
    expect(of(checked(0, true)), 'a doubt has no sample').to.equal(1)
  })

  it('S1-20: Evidence Strength is the tier of what was checked or found', () => {
    const of = (changes: Changes) => sum(Rules.evidenceStrength, changes)
    expect([{}, failed, doubt, open].map(of)).to.deep.equal([0, 0, 0, 20])
    expect(of(passed())).to.equal(40)
    expect(
      of({ ...passed(), facts: { ...passed().facts, best_tier: 0 } }),
      'B3: a verified item tells',
    ).to.equal(100)
    expect([of(checked(0)), of(checked(3)), of(checked(0, true))]).to.deep.equal([100, 50, 1])
  })

  it('S1-22: Timeliness is a page that others found about the question, with a day near the one in question', () => {
    const of = (changes: Changes) => sum(Rules.timeliness, changes)
    expect([{}, open, failed, doubt].map(of)).to.deep.equal([0, 0, 0, 0])
    expect(of(passed('other'))).to.equal(40)
    expect(of(passed('other', { isOnTopic: true }))).to.equal(80)
    expect(of(passed('other', { isOnTopic: true, isTimely: true }))).to.equal(100)
    expect([of(checked(null)), of(checked(0, true))]).to.deep.equal([100, 1])
  })

  it('S1-18: Analysis Depth rewards up to three statements and a figure', () => {
    const of = (statements: number, figured = 0) =>
      sum(Rules.analysisDepth, { statements, signals: { figured } })
    expect([of(0), of(1), of(2), of(3), of(99)]).to.deep.equal([0, 60, 70, 75, 75])
    expect([of(3, 1), of(3, 9)]).to.deep.equal([80, 80])
  })

  it('S1-19: Reasoning Clarity loses by turns and repetition', () => {
    const of = (signals: Partial<Signals>) => sum(Rules.reasoningClarity, { signals })
    expect([of({}), of({ turns: 1 }), of({ turns: 16 }), of({ turns: 99, repeated: 99 })]).to.deep.equal([
      90, 84, 60, 50,
    ])
    expect(sum(Rules.reasoningClarity, doubt)).to.equal(75)
  })

  it('S1-21: Bias Awareness rewards a measured confidence, and one look at the other side', () => {
    const of = (changes: Changes) => sum(Rules.biasAwareness, changes)
    expect([of({}), of({ signals: { weighing: 1 } }), of({ signals: { weighing: 9 } })]).to.deep.equal([
      70, 80, 80,
    ])
  })
})
