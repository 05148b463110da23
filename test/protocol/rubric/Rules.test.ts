import { expect } from 'chai'
import fc from 'fast-check'
import * as Lexicon from '../../../protocol/rubric/Lexicon.ts'
import * as Rules from '../../../protocol/rubric/Rules.ts'
import type { Signals } from '../../../protocol/rubric/Signals.ts'
import * as Sources from '../../../protocol/rubric/Sources.ts'

type Hits = Partial<Lexicon.Hits>
type Changes = Partial<Omit<Rules.Answer, 'signals'>> & {
  readonly signals?: Partial<Omit<Signals, 'pro' | 'contra'>> & {
    readonly pro?: Hits
    readonly contra?: Hits
  }
}

/** An answer of which nothing is said but what is given. */
function answer({ signals: { pro, contra, ...counts } = {}, ...rest }: Changes = {}): Rules.Answer {
  const signals: Signals = {
    words: 0,
    relevant: 0,
    factual: 0,
    citations: 0,
    dated: 0,
    timely: 0,
    early: 0,
    concludes: false,
    contradicts: false,
    repeated: 0,
    addressed: 0,
    ...counts,
    pro: { ...Lexicon.noHits(), ...pro },
    contra: { ...Lexicon.noHits(), ...contra },
  }
  return { signals, isUndecided: false, confidenceBps: 8_000, sources: [], onTopicSources: 0, ...rest }
}

const sources = (...addresses: string[]) => addresses.map((address) => Sources.parse(address)!)
type Dimension = (given: Rules.Answer) => readonly (readonly [string, number, string])[]
const sum = (dimension: Dimension, changes?: Changes) =>
  dimension(answer(changes)).reduce((total, [, points]) => total + points, 0)
/** What one change adds to a dimension. */
const moves = (dimension: Dimension, changes: Changes) => sum(dimension, changes) - sum(dimension)

const dimensions = [
  Rules.resolutionQuality,
  Rules.sourceQuality,
  Rules.analysisDepth,
  Rules.reasoningClarity,
  Rules.evidenceStrength,
  Rules.biasAwareness,
  Rules.timeliness,
]

describe('Rules', () => {
  it('counts on a scale on which the first doubts weigh most', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 31, 32, 1_000].map(Rules.level)).to.deep.equal([
      ...[0, 1, 2, 3, 4, 4, 5, 6, 7, 8, 9, 9, 10, 10],
    ])
  })

  it('S1-39: each rule has a name of its own within its dimension, and a reason', () => {
    for (const dimension of dimensions) {
      const rules = dimension(answer())
      expect(new Set(rules.map(([rule]) => rule)).size).to.equal(rules.length)
      for (const [, , note] of rules) expect(note).to.not.equal('')
    }
  })

  it('property: no count outgrows its rule', () => {
    const many = fc.integer({ min: 100, max: 100_000 })
    fc.assert(
      fc.property(many, many, (a, b) => {
        const all = (count: number) =>
          Object.fromEntries(Lexicon.index.categories.map((category) => [category, count]))
        const counts = (n: number) => ({
          words: n * 100,
          relevant: n,
          factual: n,
          dated: n,
          timely: n,
          early: n,
          repeated: n,
          citations: n,
        })
        const given = (n: number): Changes => ({
          signals: { ...counts(n), pro: all(n), contra: all(n) },
          onTopicSources: n,
        })
        for (const dimension of dimensions)
          expect(sum(dimension, given(a))).to.equal(sum(dimension, given(b)))
      }),
    )
  })

  it('substance is sentences about the question, with those of fact once more, up to three', () => {
    const of = (relevant: number, factual: number) =>
      Rules.substance(answer({ signals: { relevant, factual } }).signals)
    expect([of(0, 0), of(1, 0), of(1, 1), of(2, 1), of(9, 9)]).to.deep.equal([0, 1, 2, 3, 3])
    expect(Rules.thinCaps).to.have.length(4)
  })

  it('S1-16 C20: Resolution Quality starts high for an answer, and low for none', () => {
    const dimension = Rules.resolutionQuality
    expect(sum(dimension)).to.equal(70)
    expect(sum(dimension, { isUndecided: true })).to.equal(20)
    expect(sum(dimension, { isUndecided: true, signals: { pro: { void: 2 } } })).to.equal(30)
    expect(moves(dimension, { signals: { pro: { void: 1 } } }), 'of a decided answer').to.equal(0)
    expect(moves(dimension, { signals: { contradicts: true } })).to.equal(-20)
    expect(moves(dimension, { confidenceBps: 4_999 })).to.equal(-10)
    expect(moves(dimension, { confidenceBps: 5_000 })).to.equal(0)
  })

  it('C76: confidence costs only where the text is full of doubt', () => {
    const doubting = { contra: { gap: 2, assumption: 2, hedge: 2 } }
    const overconfidence = (confidenceBps: number, signals: Changes['signals'] = doubting) =>
      Rules.resolutionQuality(answer({ confidenceBps, signals })).find(
        ([rule]) => rule === 'overconfidence',
      )![1]
    expect(Rules.doubt(answer({ signals: doubting }).signals)).to.equal(6)
    expect([7_000, 7_150, 8_500, 10_000].map((bps) => overconfidence(bps))).to.deep.equal([0, -1, -10, -20])
    expect(overconfidence(10_000, { contra: { gap: 2, assumption: 2, hedge: 1 } })).to.equal(0)
  })

  it('agreement needs two who can agree', () => {
    const signals = { pro: { corroboration: 1, confirmation: 1 } }
    for (const dimension of [Rules.resolutionQuality, Rules.analysisDepth, Rules.evidenceStrength]) {
      expect(moves(dimension, { signals: { ...signals, citations: 1 } })).to.equal(0)
      expect(moves(dimension, { signals: { ...signals, citations: 2 } })).to.equal(16)
      const two = sources('https://a.example/1', 'https://b.example/1')
      expect(moves(dimension, { signals, sources: two })).to.equal(16)
    }
  })

  it('S1-17 C73: Source Quality is nothing without sources, and counts sites that answer for what they say', () => {
    const of = (...addresses: string[]) => sum(Rules.sourceQuality, { sources: sources(...addresses) })
    expect(of()).to.equal(0)
    expect(of('http://a.example/1')).to.equal(26)
    expect(of('https://a.example/1')).to.equal(31)
    expect(of('https://a.example/1', 'https://www.a.example/2')).to.equal(31)
    expect(of('https://a.example/1', 'https://b.example/2')).to.equal(37)
    expect(
      of('https://x.com/1', 'https://polymarket.com/2', 'https://reddit.com/3'),
      'posts and odds',
    ).to.equal(29)
    expect(moves(Rules.sourceQuality, { onTopicSources: 2 })).to.equal(10)
  })

  it('S1-17: admitting that sources do not say costs only who has some', () => {
    const signals = { contra: { gap: 1 } }
    expect(moves(Rules.sourceQuality, { signals })).to.equal(0)
    expect(sum(Rules.sourceQuality, { signals, sources: sources('https://a.example/1') })).to.equal(26)
  })

  it('S1-18: Analysis Depth rewards facts and findings, and the rule applied', () => {
    const dimension = Rules.analysisDepth
    expect(sum(dimension)).to.equal(30)
    expect(moves(dimension, { signals: { relevant: 2, factual: 1 } })).to.equal(11)
    expect(moves(dimension, { signals: { pro: { finding: 2, rule: 5 } } })).to.equal(14)
    expect(moves(dimension, { signals: { contra: { gap: 1, mismatch: 2 } } })).to.equal(-8)
    expect(moves(dimension, { isUndecided: true })).to.equal(-15)
  })

  it('S1-19: Reasoning Clarity loses by turns, repetition and each fifty words beyond a hundred', () => {
    const dimension = Rules.reasoningClarity
    const length = (words: number) => moves(dimension, { signals: { words } })
    expect([100, 149, 150, 200, 700, 9_000].map(length).map((points) => points + 0)).to.deep.equal([
      0, 0, -5, -10, -60, -60,
    ])
    expect(moves(dimension, { signals: { concludes: true, early: 2 } })).to.equal(20)
    expect(moves(dimension, { signals: { contra: { turn: 3 }, repeated: 2 } })).to.equal(-16)
  })

  it('S1-20 S1-21: Evidence Strength and Bias Awareness lose by hedges and forecasts', () => {
    const signals = { contra: { hedge: 1, forecast: 1 } }
    expect(moves(Rules.evidenceStrength, { signals })).to.equal(-7)
    expect(moves(Rules.biasAwareness, { signals })).to.equal(-9)
    expect(moves(Rules.evidenceStrength, { signals: { pro: { authority: 3 } } })).to.equal(16)
    expect(moves(Rules.biasAwareness, { signals: { pro: { countercheck: 2 } } })).to.equal(24)
  })

  it('S1-22: Timeliness is a day near the one in question, and something that happened', () => {
    const dimension = Rules.timeliness
    expect(sum(dimension)).to.equal(60)
    expect(moves(dimension, { signals: { timely: 3, dated: 3, pro: { finding: 3 } } })).to.equal(40)
    expect(moves(dimension, { signals: { contra: { pending: 1, forecast: 1, mismatch: 1 } } })).to.equal(-11)
  })

  it('S1-24: all that can speak for an answer, and all that can speak against it', () => {
    const all = (count: number) =>
      Object.fromEntries(Lexicon.index.categories.map((category) => [category, count]))
    const most = {
      relevant: 99,
      factual: 99,
      citations: 99,
      dated: 99,
      timely: 99,
      early: 99,
      concludes: true,
    }
    const many = Array.from({ length: 9 }, (_, i) =>
      sources(
        `https://site${i}.example/1`,
        'https://x.com/1',
        'https://reddit.com/1',
        'https://youtube.com/1',
      ),
    ).flat()
    const best: Changes = { signals: { ...most, pro: all(99) }, sources: many, onTopicSources: 99 }
    const worst: Changes = {
      signals: { words: 99_999, repeated: 99, contradicts: true, contra: all(99) },
      confidenceBps: 10_000,
    }
    expect(dimensions.map((dimension) => sum(dimension, best))).to.deep.equal([
      94, 74, 101, 115, 96, 103, 100,
    ])
    expect(dimensions.map((dimension) => sum(dimension, worst))).to.deep.equal([
      -40, 0, -30, -20, -110, -75, -50,
    ])
  })
})
