import { expect } from 'chai'
import { factorRules } from '../../../adapters/rules/judge/factors.ts'
import { crossValidated, fitOn, report, separation, unseen } from '../../../scripts/bench/calibrate.ts'
import type { Disputed, Row } from '../../../scripts/bench/calibrateData.ts'

const firstFitted = factorRules.findIndex(({ isFitted }) => isFitted)
const firstUnfitted = factorRules.findIndex(({ isFitted }) => !isFitted)

/** A row with these factors alone. */
const row = (group: string, isPositive: boolean, ...factors: readonly number[]): Row => ({
  isPositive,
  group,
  category: null,
  half: 0,
  features: factorRules.map((_, i) => (factors.includes(i) ? 1 : 0)),
  ambiguity: factors.length,
  length: 10,
  vagueWords: 0,
})

describe('separation', () => {
  it('counts rows and disputes, and tells how well a number parts them', () => {
    const rows = [row('a', true, 0), row('a', false), row('b', true, 0), row('b', false)]
    expect(separation(rows, ({ ambiguity }) => ambiguity)).to.deep.equal({
      auc: 1,
      standardError: 0,
      n: 4,
      positives: 2,
    })
    expect(separation(rows, ({ length }) => length).auc).to.equal(0.5)
  })
})

describe('fitOn', () => {
  it('gives weight to what tells, and none to what is too rare to fit', () => {
    const rows = Array.from({ length: 12 }, (_, i) =>
      i % 2 === 0 ? row(`g${i}`, true, firstFitted, firstUnfitted) : row(`g${i}`, false),
    )
    const weights = fitOn(rows)
    expect(weights).to.have.length(factorRules.length)
    expect(weights[firstFitted]).to.be.greaterThan(0.5)
    expect(weights[firstUnfitted]).to.equal(0)
  })
})

describe('crossValidated', () => {
  it('is the same each time', () => {
    const rows = Array.from({ length: 20 }, (_, i) =>
      row(`g${i}`, i % 2 === 0, i % 3 === 0 ? firstFitted : firstFitted + 1),
    )
    const options = { parts: 2, partitions: 2 }
    expect(crossValidated(rows, options)).to.equal(crossValidated(rows, options))
  })
})

describe('unseen', () => {
  it('C149: says how far ambiguity is above a count of vague words, with the error of either', () => {
    const rows = Array.from({ length: 40 }, (_, i) =>
      row(`g${i}`, i % 2 === 0, ...(i % 2 === 0 ? [firstFitted] : [])),
    )
    const { auc, standardError, lead } = unseen(rows)
    expect([auc, standardError]).to.deep.equal([1, 0])
    // Vague words are alike in all of them, so that they tell nothing.
    expect(lead.auc).to.equal(0.5)
    expect(lead.standardError).to.equal(0)
  })
})

describe('report', () => {
  it('has a line for each factor, and one for each way to tell disputes', () => {
    const rows = Array.from({ length: 16 }, (_, i): Disputed => {
      const isDisputed = i % 2 === 0
      return {
        question: isDisputed ? `Will Norland recognize Sudland ${i}?` : `Harbour Gulls vs. Mill Foxes ${i}`,
        description: isDisputed ? 'It resolves by a consensus of credible reporting.' : 'The score decides.',
        group: `g${i >> 1}`,
        category: i < 4 ? 'sports' : 'politics',
        disputed: isDisputed,
        n_disputes: isDisputed ? 2 : 0,
        neg_type: isDisputed ? null : 'matched',
      }
    })
    const lines: string[] = []
    report(rows, (text) => lines.push(text))
    for (const { name, weight } of factorRules)
      expect(
        lines.some((line) => line.startsWith(`${name.padEnd(22)}  ${(weight / 100).toFixed(2).padStart(6)}`)),
      ).to.equal(true, name)
    const figures = lines.filter((line) => / ± \d\.\d{3} {2}\(\d+ of \d+\)$/.test(line))
    expect(figures.map((line) => line.slice(0, 44).trim())).to.deep.equal([
      'fit on half A, reported on half B',
      'fit on half B, reported on half A',
      'fit on four fifths, reported on the fifth',
      'weights in use, half A',
      'weights in use, half B',
      'weights in use, all',
      'weights in use, without sports',
      'baseline: length',
      'baseline: vague words',
      'weights in use',
      'baseline: length',
    ])
    expect(figures[5]).to.match(/\(8 of 16\)$/)
    expect(figures[6]).to.match(/\(6 of 12\)$/)
  })
})
