import { expect } from 'chai'
import { factorRules } from '../../../adapters/rules/judge/factors.ts'
import { type Disputed, disputedAtAll, disputedTwice } from '../../../scripts/bench/calibrateData.ts'

const market = (changes: Partial<Disputed> = {}): Disputed => ({
  question: 'Will Norland recognize Sudland by June 30?',
  description:
    'It resolves to Yes if Norland officially recognizes Sudland, by a consensus of credible reporting.',
  group: 'recognition',
  category: 'politics',
  disputed: false,
  n_disputes: 0,
  neg_type: 'matched',
  ...changes,
})

const disputes = (n: number): Disputed => market({ disputed: n > 0, n_disputes: n, neg_type: null })

describe('disputed markets', () => {
  it('count where they were disputed twice, against matched ones', () => {
    const rows = [disputes(1), disputes(2), disputes(3), market(), market({ neg_type: 'random' })]
    expect(disputedTwice(rows).map(({ isPositive }) => isPositive)).to.deep.equal([true, true, false])
  })

  it('count where they were disputed at all', () => {
    const rows = [disputes(1), disputes(2), market(), market({ neg_type: 'random' })]
    expect(disputedAtAll(rows).map(({ isPositive }) => isPositive)).to.deep.equal([true, true, false])
  })

  it('have one feature a factor, their length, and the number of their vague words', () => {
    const one = market()
    const [row] = disputedTwice([one])
    expect(row!.features).to.have.length(factorRules.length)
    expect(row!.features.every((value) => [0, 0.7, 1].includes(value))).to.equal(true)
    expect(row!.length).to.equal(one.question.length + one.description.length)
    // Officially, consensus, credible.
    expect(row!.vagueWords).to.equal(3)
  })

  it('have the factors that the reader finds: without rules they are as ambiguous as can be told', () => {
    const [plain, bare] = disputedTwice([market(), market({ description: '' })])
    const noRules = factorRules.findIndex(({ name }) => name === 'no_rules')
    expect([plain!.features[noRules], bare!.features[noRules]]).to.deep.equal([0, 0.7])
    expect(bare!.ambiguity).to.be.greaterThan(plain!.ambiguity)
  })

  it('fall into halves by their group alone', () => {
    const groups = Array.from({ length: 40 }, (_, i) => `group ${i}`)
    const halves = (question: string) =>
      disputedTwice(groups.map((group) => market({ group, question }))).map(({ half }) => half)
    expect(halves('Will it?')).to.deep.equal(halves('Did they?'))
    expect(new Set(halves('Will it?'))).to.deep.equal(new Set([0, 1]))
  })
})
