import { expect } from 'chai'
import fc from 'fast-check'
import { retryDelay } from '../../../services/model/retryDelay.ts'

describe('retryDelay', () => {
  const options = { retryAfter: undefined, max: 10_000, random: () => 1, now: () => 0 }

  it('doubles up to a bound', () => {
    expect([1, 2, 3, 4, 5, 6].map((tries) => retryDelay(tries, options))).to.deep.equal([
      500, 1_000, 2_000, 4_000, 8_000, 8_000,
    ])
  })

  it('is never shorter than asked for, never longer than both bounds, and never unbounded by what a header says', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.nat().map(String),
          fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
        ),
        fc.integer({ min: 1, max: 6 }),
        fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        (retryAfter, tries, chance) => {
          const delay = retryDelay(tries, { ...options, retryAfter, random: () => chance })
          if (delay === null) return
          expect(delay).to.be.within(0, 10_000)
          if (/^\d+$/.test(retryAfter)) expect(delay).to.be.at.least(Number(retryAfter) * 1_000)
        },
      ),
    )
  })
})
