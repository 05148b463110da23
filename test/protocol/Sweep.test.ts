import { expect } from 'chai'
import fc from 'fast-check'
import { Sweep } from '../../protocol/index.ts'

const waiting = (...values: number[]): Sweep.Waiting[] =>
  values.map((value, i) => ({ marketId: BigInt(i + 1), value: BigInt(value) }))

describe('the sweep', () => {
  it('takes the largest every other time, and the others in turn', () => {
    const all = waiting(5, 50, 20)
    const picks = [0, 1, 2, 3, 4, 5].map((tick) => Number(Sweep.pick(all, tick)))
    expect(picks).to.deep.equal([2, 3, 2, 1, 2, 3])
    expect(Sweep.pick([], 7)).to.equal(null)
    expect(Sweep.pick(waiting(3), 7)).to.equal(1n)
  })

  it('reaches every market, however many there are', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), fc.nat(), (count, pick) => {
        const marketId = 1 + (pick % count)
        const ticks = Math.ceil(count / Sweep.pageSize) + 1
        const isSeen = Array.from({ length: ticks }, (_, tick) => Sweep.pages(count, tick))
        expect(isSeen.every((pages) => pages.length <= Sweep.maxPages)).to.equal(true)
        return isSeen.some((pages) =>
          pages.some((first) => marketId >= first && marketId < first + Sweep.pageSize),
        )
      }),
    )
  })

  it('always looks at the newest', () => {
    for (const tick of [0, 1, 99]) expect(Sweep.pages(10_000, tick)).to.include(1 + 156 * 64)
    expect(Sweep.pages(0, 3)).to.deep.equal([])
    expect(Sweep.pages(65, 3)).to.deep.equal([1, 65])
  })

  it('a page in which all markets wait stays under 5,000 bytes', () => {
    const words = 3 + 2 + 2 * Sweep.pageSize
    expect(words * 32).to.be.at.most(5_000)
  })
})
