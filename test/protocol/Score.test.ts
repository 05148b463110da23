import { expect } from 'chai'
import fc from 'fast-check'
import type * as Citation from '../../protocol/Citation.ts'
import * as Score from '../../protocol/Score.ts'

const score = fc.integer({ min: 0, max: 100 })
const dimensions = fc.tuple(...Score.dimensions.map(() => score)).map(toDimensions)
const scores = fc.record({ res_quality: score, src_quality: score, analysis_depth: score })
const reputation = fc.integer({ min: 0, max: 0xffffffff }).chain((count) =>
  fc.record({
    count: fc.constant(count),
    correct: fc.integer({ min: 0, max: count }),
    sumRes: fc.bigInt(0n, 100n * BigInt(count)),
    sumSrc: fc.bigInt(0n, 100n * BigInt(count)),
    sumDepth: fc.bigInt(0n, 100n * BigInt(count)),
  }),
)

function toDimensions(values: readonly number[]): Score.Dimensions {
  return Object.fromEntries(Score.dimensions.map((name, i) => [name, values[i]])) as Score.Dimensions
}

const facts: Score.Facts = {
  sources: 1,
  citations: [{ reach: 'named', verdict: 'p' }],
  is_manual: true,
  is_exempt: false,
  is_doubt: false,
  best_tier: 0,
  asked: 0,
  answered: 0,
  decided: 0,
  agreed: 0,
}

describe('Score', () => {
  it('S1-16 … S1-23: weighs the 8 dimensions 20/15/15/15/10/10/10/5', () => {
    expect(Score.dimensions.map((name) => Score.weights[name])).to.deep.equal([20, 15, 15, 15, 10, 10, 10, 5])
  })

  it('S1-25 … S1-27 S1-40: gives each on-chain score the dimensions of its formula and no other', () => {
    const share = (name: Score.Dimension) => Score.aggregate({ ...Score.all(0), [name]: 100 })
    expect(share('resolution_quality')).to.deep.equal({ res_quality: 44, src_quality: 0, analysis_depth: 0 })
    expect(share('reasoning_clarity')).to.deep.equal({ res_quality: 33, src_quality: 0, analysis_depth: 0 })
    expect(share('evidence_strength')).to.deep.equal({ res_quality: 22, src_quality: 0, analysis_depth: 0 })
    expect(share('source_quality')).to.deep.equal({ res_quality: 0, src_quality: 60, analysis_depth: 0 })
    expect(share('timeliness')).to.deep.equal({ res_quality: 0, src_quality: 40, analysis_depth: 0 })
    expect(share('analysis_depth')).to.deep.equal({ res_quality: 0, src_quality: 0, analysis_depth: 50 })
    expect(share('bias_awareness')).to.deep.equal({ res_quality: 0, src_quality: 0, analysis_depth: 33 })
    expect(share('collaboration')).to.deep.equal({ res_quality: 0, src_quality: 0, analysis_depth: 17 })
  })

  it('C75: rounds 8 → 3 half up, in integers', () => {
    // 15 · 1 / 30 = 0.5 → 1; 10 · 1 / 25 = 0.4 → 0; 20 · 1 / 45 = 0.44 → 0
    expect(Score.aggregate({ ...Score.all(0), analysis_depth: 1 }).analysis_depth).to.equal(1)
    expect(Score.aggregate({ ...Score.all(0), timeliness: 1 }).src_quality).to.equal(0)
    expect(Score.aggregate({ ...Score.all(0), resolution_quality: 1 }).res_quality).to.equal(0)
    fc.assert(
      fc.property(fc.nat(10_000), fc.integer({ min: 1, max: 100 }), (num, den) => {
        const rounded = BigInt(Score.halfUp(num, den))
        expect(rounded).to.equal((2n * BigInt(num) + BigInt(den)) / (2n * BigInt(den)))
      }),
    )
  })

  it('S1-24: keeps every score and composite within its bounds', () => {
    fc.assert(
      fc.property(dimensions, (from) => {
        for (const value of Object.values(Score.aggregate(from))) expect(value).to.be.within(0, 100)
        expect(Score.composite(from)).to.be.within(0, 10_000)
      }),
    )
    expect(Score.composite(Score.all(100))).to.equal(10_000)
    expect(Score.compositeOfScores(Score.aggregate(Score.all(100)))).to.equal(10_000)
  })

  it('S1-40: a better dimension never lowers a score or the composite', () => {
    fc.assert(
      fc.property(dimensions, fc.constantFrom(...Score.dimensions), score, (from, name, other) => {
        const better = { ...from, [name]: Math.max(from[name], other) }
        const [low, high] = [Score.aggregate(from), Score.aggregate(better)]
        expect(high.res_quality).to.be.at.least(low.res_quality)
        expect(high.src_quality).to.be.at.least(low.src_quality)
        expect(high.analysis_depth).to.be.at.least(low.analysis_depth)
        expect(Score.composite(better) - Score.composite(from)).to.equal(
          Score.weights[name] * (better[name] - from[name]),
        )
      }),
    )
  })

  it('S1-40: the composite on-chain differs from that of the 8 dimensions by rounding alone', () => {
    fc.assert(
      fc.property(dimensions, (from) => {
        const difference = Score.compositeOfScores(Score.aggregate(from)) - Score.composite(from)
        expect(Math.abs(difference)).to.be.at.most(50)
      }),
    )
  })

  it('S1-24: refuses what is not an integer from 0 to 100', () => {
    for (const bad of [-1, 101, 0.5, Number.NaN, Number.POSITIVE_INFINITY, '50', undefined]) {
      const from = { ...Score.all(50), timeliness: bad as number }
      expect(() => Score.aggregate(from)).to.throw(Score.BadScoreError, 'timeliness')
      expect(() => Score.composite(from)).to.throw(Score.BadScoreError)
      expect(() => Score.cap(from, facts)).to.throw(Score.BadScoreError)
    }
    expect(() => Score.compositeOfScores({ res_quality: 1, src_quality: 256, analysis_depth: 1 })).to.throw(
      Score.BadScoreError,
      'src_quality',
    )
  })
})

describe('Score.factorBps', () => {
  it('S1-28: starts a newcomer at a quarter', () => {
    expect(Score.factorBps(Score.newcomer)).to.equal(Score.newcomerFactorBps)
  })

  it('S1-28: grows with markets that were answered well, and is a newcomer’s for those who were wrong', () => {
    const record = (count: number, correct: number, mean: number): Score.Reputation => {
      const sum = BigInt(count) * BigInt(mean)
      return { count, correct, sumRes: sum, sumSrc: sum, sumDepth: sum }
    }
    expect(Score.factorBps(record(1, 1, 100))).to.equal(3_636)
    expect(Score.factorBps(record(10, 10, 85))).to.equal(7_625)
    expect(Score.factorBps(record(10, 5, 40))).to.equal(2_750)
    expect(Score.factorBps(record(10, 0, 0))).to.equal(2_500)
    expect(Score.factorBps(record(0xffffffff, 0xffffffff, 100))).to.equal(14_999)
  })

  it('S1-28: stays within 16 bits and its bounds, and agrees with whole bigint arithmetic', () => {
    fc.assert(
      fc.property(reputation, (of) => {
        const [count, correct] = [BigInt(of.count), BigInt(of.correct)]
        const sum = of.sumRes + of.sumSrc + of.sumDepth
        const earned = count === 0n ? 0n : (50n * sum * correct) / count
        const factor = (25_000n + earned) / (10n + count)
        expect(Score.factorBps(of)).to.equal(Math.max(2_500, Number(factor)))
        expect(Score.factorBps(of)).to.be.within(Score.newcomerFactorBps, Score.maxFactorBps)
      }),
    )
  })

  it('A6: one more market that was answered wrongly or not at all never raises it', () => {
    fc.assert(
      fc.property(
        reputation.filter(({ count }) => count < 0xffffffff),
        (of) => {
          expect(Score.factorBps({ ...of, count: of.count + 1 })).to.be.at.most(Score.factorBps(of))
        },
      ),
    )
  })

  it('A6: no record is worth less than none, so nobody gains by a fresh id', () => {
    fc.assert(
      fc.property(reputation, (of) => {
        expect(Score.factorBps(of)).to.be.at.least(Score.factorBps(Score.newcomer))
      }),
    )
  })

  it('S1-28: being right once more never lowers it', () => {
    fc.assert(
      fc.property(
        reputation.filter(({ count, correct }) => correct < count),
        (of) => {
          expect(Score.factorBps({ ...of, correct: of.correct + 1 })).to.be.at.least(Score.factorBps(of))
        },
      ),
    )
  })

  it('S1-28: refuses records that no registry can hold', () => {
    const bad: Partial<Score.Reputation>[] = [
      { count: -1 },
      { count: 1.5 },
      { count: 2 ** 32 },
      { correct: 1 },
      { sumRes: 1n },
      { sumDepth: -1n },
    ]
    for (const part of bad) {
      expect(() => Score.factorBps({ ...Score.newcomer, ...part })).to.throw(Score.BadReputationError)
    }
  })
})

describe('Score.weight', () => {
  const perfect = { res_quality: 100, src_quality: 100, analysis_depth: 100 }
  const worst = { res_quality: 0, src_quality: 0, analysis_depth: 0 }

  it('S1-41: is a base that all share and the composite, so that the best text is worth a third more than the worst', () => {
    expect(Score.weight(perfect, 'YES')).to.equal(Score.maxWeight)
    expect(Score.weight({ ...worst, src_quality: 1 }, 'NO')).to.equal(Score.baseWeight + 25)
    expect(Score.weight({ res_quality: 71, src_quality: 33, analysis_depth: 58 }, 'YES')).to.equal(35_760)
  })

  it('B1: a Yes or No that nothing backs has half, rounded down; a doubt needs no backing', () => {
    expect(Score.weight(worst, 'YES')).to.equal(15_000)
    expect(Score.weight({ ...worst, res_quality: 1 }, 'NO')).to.equal(15_022)
    expect(Score.weight(worst, 'INVALID')).to.equal(30_000)
  })

  it('property: no vote weighs more than 40,000 or less than 15,000', () => {
    fc.assert(
      fc.property(scores, fc.constantFrom('YES', 'NO', 'INVALID'), (of, outcome) => {
        const whole = 30_000 + Score.compositeOfScores(of)
        const isUnbacked = of.src_quality === 0 && outcome !== 'INVALID'
        expect(Score.weight(of, outcome)).to.equal(isUnbacked ? Math.floor(whole / 2) : whole)
        expect(Score.weight(of, outcome)).to.be.within(15_000, Score.maxWeight)
      }),
    )
  })

  it('A5: the record of an agent is not in it: two farmed seats are two votes, not four', () => {
    expect(Score.weight.length).to.equal(2)
    expect(Score.weight(perfect, 'YES') / Score.weight({ ...worst, src_quality: 1 }, 'YES')).to.be.below(
      4 / 3,
    )
  })
})

describe('Score.share', () => {
  it('is the composite times the factor, and at least the factor', () => {
    const scored = { res_quality: 71, src_quality: 33, analysis_depth: 58 }
    expect(Score.share(scored, 3_636)).to.equal(5_760 * 3_636)
    expect(Score.share({ res_quality: 0, src_quality: 0, analysis_depth: 0 }, 2_500)).to.equal(2_500)
    expect(Score.share(scored, 0)).to.equal(0)
    fc.assert(
      fc.property(scores, fc.nat(0xffff), (of, factor) => {
        expect(Score.share(of, factor)).to.equal(Math.max(Score.compositeOfScores(of), 1) * factor)
      }),
    )
  })

  it('refuses a factor that does not fit 16 bits', () => {
    for (const factor of [-1, 65_536, 0.5, Number.NaN]) {
      expect(() => Score.share({ res_quality: 1, src_quality: 1, analysis_depth: 1 }, factor)).to.throw(
        Score.BadFactorError,
      )
    }
  })
})

const cited = (verdicts: string, reach: Citation.Reach = 'named') =>
  [...verdicts].map((verdict) => ({ reach, verdict: verdict as Citation.Verdict }))

describe('Score.backing', () => {
  const of = (verdicts: string, changes: Partial<Score.Facts> = {}) =>
    Score.backing({ ...facts, citations: cited(verdicts), ...changes })

  it('SPEC §4: an answer without a citation, or whose citations all failed, is unbacked on manual rules', () => {
    expect(['', 'f', 'ff'].map((verdicts) => of(verdicts))).to.deep.equal(['none', 'none', 'none'])
    expect(['o', 'oo', 'of', 'fo'].map((verdicts) => of(verdicts))).to.deep.equal(Array(4).fill('open'))
    expect(['p', 'pf', 'op'].map((verdicts) => of(verdicts))).to.deep.equal(Array(3).fill('reproduced'))
    expect(['', 'f', 'p'].map((verdicts) => of(verdicts, { is_manual: false }))).to.deep.equal(
      Array(3).fill('checked'),
    )
  })

  it('SPEC §4: what only a probe brought, and a round of one worker, are never unbacked', () => {
    expect(['', 'f', 'o'].map((verdicts) => of(verdicts, { is_exempt: true }))).to.deep.equal(
      Array(3).fill('open'),
    )
  })

  it('SPEC §4: a doubt needs no page, but made-up pages do not back it', () => {
    expect(of('', { is_doubt: true })).to.equal('open')
    expect(of('f', { is_doubt: true })).to.equal('none')
    expect(of('p', { is_doubt: true })).to.equal('reproduced')
  })
})

describe('Score.cap', () => {
  const of = (changes: Partial<Score.Facts>, from = Score.all(100)) =>
    Score.cap(from, { ...facts, ...changes })

  it('S1-20: caps Evidence Strength at 100/90/75/50 by tier, and at 40 with nothing verified', () => {
    const capped = ([0, 1, 2, 3, null] as const).map((best_tier) => of({ best_tier }).evidence_strength)
    expect(capped).to.deep.equal([100, 90, 75, 50, 40])
  })

  it('SPEC §4: the best citation that passed caps Source Quality: named 100, authority 75, any other 40', () => {
    const best = (...citations: Score.Facts['citations'][]) =>
      of({ citations: citations.flat() }).source_quality
    expect(best(cited('p', 'named'))).to.equal(100)
    expect(best(cited('p', 'authority'))).to.equal(75)
    expect(best(cited('p', 'other'))).to.equal(40)
    expect(best(cited('p', 'other'), cited('p', 'authority'))).to.equal(75)
    expect(best(cited('p', 'other'), cited('o', 'named')), 'an open one lends nothing').to.equal(40)
  })

  it('B1 SPEC §4: unbacked means src 0 and Evidence Strength of at most 20, whatever an evaluator gave', () => {
    for (const verdicts of ['', 'f', 'ff']) {
      const capped = of({ citations: cited(verdicts), best_tier: 0 })
      expect(Score.aggregate(capped).src_quality).to.equal(0)
      expect(capped.evidence_strength).to.be.at.most(Score.unbackedCap)
    }
  })

  it('SPEC §4: what nobody could decide has src 1 exactly, whatever an evaluator gave', () => {
    for (const from of [Score.all(0), Score.all(100)])
      for (const changes of [
        { citations: cited('o') },
        { citations: cited('of') },
        { citations: [], is_exempt: true },
        { citations: [], is_doubt: true },
      ])
        expect(Score.aggregate(of(changes, from)).src_quality).to.equal(1)
  })

  it('SPEC §4: no evaluator makes a backed vote an unbacked one', () => {
    const src = (changes: Partial<Score.Facts>) => Score.aggregate(of(changes, Score.all(0))).src_quality
    expect(src({ citations: cited('p', 'other') })).to.equal(1)
    expect(src({ citations: cited('pf', 'other') })).to.equal(1)
    expect(src({ citations: [], is_manual: false })).to.equal(1)
    expect(src({ citations: [], is_manual: false, sources: 0 })).to.equal(1)
  })

  it('S1-33 C73: without a source, Source Quality is at most 10', () => {
    const auto = { is_manual: false, citations: [] }
    expect(of({ ...auto, sources: 0 }).source_quality).to.equal(10)
    expect(of({ ...auto, sources: 1 }).source_quality).to.equal(100)
    expect(of({ sources: 0 }).source_quality).to.equal(10)
  })

  it('SPEC §4: a citation that failed costs more than leaving it out', () => {
    for (const reach of ['named', 'authority', 'other'] as const)
      for (const others of ['', 'p', 'o']) {
        const composite = (verdicts: string) => Score.composite(of({ citations: cited(verdicts, reach) }))
        expect(composite(`${others}f`), `${others}f ${reach}`).to.be.below(composite(others))
      }
  })

  it('S1-34 C74: scales Collaboration by answered of asked and agreed of decided, rounded down', () => {
    const scaled = (answered: number, asked: number, agreed = 0, decided = 0) =>
      of({ answered, asked, agreed, decided }, Score.all(80)).collaboration
    expect([scaled(3, 3), scaled(2, 3), scaled(1, 3), scaled(0, 3)]).to.deep.equal([80, 53, 26, 0])
    expect(scaled(5, 3)).to.equal(80)
    expect(scaled(0, 0)).to.equal(80)
    expect([scaled(3, 3, 2, 2), scaled(3, 3, 1, 2), scaled(3, 3, 0, 2)]).to.deep.equal([80, 40, 0])
    expect(scaled(2, 3, 1, 2)).to.equal(26)
    expect(scaled(3, 3, 3, 2)).to.equal(80)
  })

  it('property: touches only the four it names, and raises none but to the floor of what is backed', () => {
    const verdict = fc.constantFrom<Citation.Verdict>('p', 'f', 'o')
    const reach = fc.constantFrom<Citation.Reach>('named', 'authority', 'other')
    const some = fc.record({
      sources: fc.nat(8),
      citations: fc.array(fc.record({ reach, verdict }), { maxLength: 2 }),
      is_manual: fc.boolean(),
      is_exempt: fc.boolean(),
      is_doubt: fc.boolean(),
      best_tier: fc.constantFrom<Score.Tier>(0, 1, 2, 3, null),
      asked: fc.nat(3),
      answered: fc.nat(3),
      decided: fc.nat(8),
      agreed: fc.nat(8),
    })
    const floored = new Set<Score.Dimension>(['source_quality', 'timeliness'])
    const lowered = new Set<Score.Dimension>(['evidence_strength', 'collaboration'])
    fc.assert(
      fc.property(dimensions, some, (from, given) => {
        const capped = Score.cap(from, given)
        for (const name of Score.dimensions) {
          if (floored.has(name)) expect(capped[name]).to.be.at.most(Math.max(from[name], Score.backedFloor))
          else if (lowered.has(name)) expect(capped[name]).to.be.at.most(from[name])
          else expect(capped[name]).to.equal(from[name])
        }
        const isUnbacked = Score.backing(given) === 'none'
        expect(Score.aggregate(capped).src_quality === 0).to.equal(isUnbacked)
      }),
    )
  })
})
