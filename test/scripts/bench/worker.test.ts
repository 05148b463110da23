import { expect } from 'chai'
import fc from 'fast-check'
import { percentile } from '../../../scripts/bench/worker.ts'

describe('percentile', () => {
  const hundred = Array.from({ length: 100 }, (_, i) => 100 - i)

  it('is the least value that such a share of them does not exceed', () => {
    expect(percentile(hundred, 0.5)).to.equal(50)
    expect(percentile(hundred, 0.99)).to.equal(99)
    expect(percentile(hundred, 1)).to.equal(100)
    expect(percentile([3, 1, 2], 0.5)).to.equal(2)
  })

  it('is the only value of one, and no number of none', () => {
    expect(percentile([7], 0.01)).to.equal(7)
    expect(percentile([7], 0.99)).to.equal(7)
    expect(percentile([], 0.5)).to.be.NaN
  })

  it('orders numbers as numbers, and leaves the list as it was', () => {
    const values = [10, 9, 100]
    expect(percentile(values, 0.5)).to.equal(10)
    expect(values).to.deep.equal([10, 9, 100])
  })

  it('never falls as the share grows, and has its share at or below it', () => {
    const share = fc.double({ min: 0.01, max: 1, noNaN: true })
    fc.assert(
      fc.property(fc.array(fc.nat(50), { minLength: 1 }), share, share, (values, one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)]
        expect(percentile(values, low)).to.be.at.most(percentile(values, high))
        const covered = values.filter((value) => value <= percentile(values, low)).length
        expect(covered / values.length).to.be.at.least(low - 1e-9)
      }),
    )
  })
})
