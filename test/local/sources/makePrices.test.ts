import { expect } from 'chai'
import fc from 'fast-check'
import { makePrices, priceText } from '../../../local/sources/makePrices.ts'

const start = 1_748_822_400

describe('local prices', () => {
  it('are the same for the same seed, and differ by seed, asset and minute', () => {
    const [one, same, other] = [1, 1, 2].map((seed) => makePrices(seed, () => 100))
    expect(one!('a', start)).to.equal(same!('a', start))
    expect(one!('a', start)).to.not.equal(other!('a', start))
    expect(one!('a', start)).to.not.equal(one!('b', start))
    expect(one!('a', start)).to.not.equal(one!('a', start + 60))
  })

  it('property: stay within 8.4 % of what is usual, and move little in a minute', () => {
    fc.assert(
      fc.property(fc.nat(), fc.string(), fc.integer({ min: 0, max: 2 ** 31 }), (seed, asset, second) => {
        const prices = makePrices(seed, () => 1_000)
        const price = prices(asset, second)
        expect(price).to.be.within(916, 1_084)
        expect(Math.abs(prices(asset, second + 60) - price)).to.be.lessThan(5)
      }),
    )
  })

  it('have no corner where one swing follows another', () => {
    const prices = makePrices(5, () => 1_000)
    const hour = 3_600 * 500_000
    expect(Math.abs(prices('a', hour) - prices('a', hour - 0.001))).to.be.lessThan(0.001)
  })

  it('have fewer digits the dearer they are', () => {
    expect([68_123.456, 1_000, 999.99999, 1, 0.123456789].map(priceText)).to.deep.equal([
      '68123.46',
      '1000.00',
      '1000.0000',
      '1.0000',
      '0.12345679',
    ])
  })
})
