import { expect } from 'chai'
import fc from 'fast-check'
import { best, median, rounded, secondsOf } from '../../../scripts/bench/measure.ts'
import { withClock } from './staged.ts'

describe('secondsOf', () => {
  it('divides the time of a sample by the calls it took, until the sample is long enough', () => {
    let calls = 0
    // At 60 ms a look, the second call makes a sample of 0.12 s.
    const seconds = withClock(60, () => secondsOf(() => calls++, { samples: 3, sampleSeconds: 0.1 }))
    expect(seconds).to.equal(0.06)
    // Three samples and the warm-up.
    expect(calls).to.equal(4 * 2)
  })

  it('takes five samples of a tenth of a second, and picks as it is told', () => {
    const picked: (readonly number[])[] = []
    const pick = (values: readonly number[]) => {
      picked.push(values)
      return 42
    }
    expect(withClock(100, () => secondsOf(() => {}, { pick }))).to.equal(42)
    expect(picked).to.deep.equal([[0.1, 0.1, 0.1, 0.1, 0.1]])
  })

  it('lets an error of the call through', () => {
    const fail = () => {
      throw new Error('broken')
    }
    expect(() => secondsOf(fail)).to.throw('broken')
  })
})

describe('median', () => {
  it('has as many values below it as above, and leaves the list as it was', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1 }), (values) => {
        const before = [...values]
        const middle = median(values)
        expect(values).to.deep.equal(before)
        const [below, above] = [values.filter((one) => one < middle), values.filter((one) => one > middle)]
        expect(Math.max(below.length, above.length)).to.be.at.most(values.length / 2)
      }),
    )
  })

  it('orders numbers as numbers', () => {
    expect(median([10, 9, 100])).to.equal(10)
  })
})

describe('best and rounded', () => {
  it('are the least, and three digits that count', () => {
    expect(best([3, 1, 2])).to.equal(1)
    expect([rounded(123_456), rounded(0.98765), rounded(0)]).to.deep.equal([123_000, 0.988, 0])
  })
})
