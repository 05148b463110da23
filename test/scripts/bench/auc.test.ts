import { expect } from 'chai'
import fc from 'fast-check'
import { auc, standardError } from '../../../scripts/bench/auc.ts'

describe('auc', () => {
  it('is how often a right answer scores above a wrong one', () => {
    expect(auc([1, 2, 3, 4], [false, false, true, true])).to.equal(1)
    expect(auc([1, 2, 3, 4], [true, true, false, false])).to.equal(0)
    // Of 1 and 3 against 2 and 4: only 3 is above 2.
    expect(auc([1, 2, 3, 4], [true, false, true, false])).to.equal(0.25)
  })

  it('counts ties half', () => {
    expect(auc([5, 5, 5], [true, false, true])).to.equal(0.5)
    expect(auc([1, 2, 2, 3], [false, false, true, true])).to.equal(3.5 / 4)
  })

  it('is no number where all are right or all are wrong', () => {
    expect(auc([1, 2], [true, true])).to.be.NaN
    expect(auc([], [])).to.be.NaN
  })

  it('is what comparing each pair gives, in any order', () => {
    const rows = fc.array(fc.tuple(fc.nat(6), fc.boolean()), { minLength: 2, maxLength: 30 })
    fc.assert(
      fc.property(rows, (some) => {
        const [right, wrong] = [some.filter(([, is]) => is), some.filter(([, is]) => !is)]
        fc.pre(right.length > 0 && wrong.length > 0)
        let wins = 0
        for (const [a] of right) for (const [b] of wrong) wins += a > b ? 1 : a === b ? 0.5 : 0
        const given = auc(
          some.map(([score]) => score),
          some.map(([, is]) => is),
        )
        expect(given).to.be.closeTo(wins / right.length / wrong.length, 1e-12)
      }),
    )
  })
})

describe('standardError', () => {
  const scores = [1, 4, 2, 3, 5, 6]
  const labels = [false, true, true, false, false, true]

  it('is the same for the same data', () => {
    const groups = ['a', 'a', 'b', 'b', 'c', 'c']
    const error = standardError(scores, labels, groups)
    expect(error).to.be.greaterThan(0).and.lessThan(0.5)
    expect(standardError(scores, labels, groups)).to.equal(error)
  })

  it('is nothing where every group is alike, and where there is but one', () => {
    expect(standardError([1, 2, 1, 2], [false, true, false, true], ['a', 'a', 'b', 'b'])).to.equal(0)
    expect(standardError(scores, labels, Array(6).fill('a'))).to.be.closeTo(0, 1e-12)
  })
})
