import { expect } from 'chai'
import fc from 'fast-check'
import type { Call } from '../../keeper/Market.ts'
import {
  afterLoss,
  afterOthers,
  afterSuccess,
  firstPace,
  mayGoAt,
  type Pace,
  quietFor,
} from '../../keeper/Pace.ts'

const alone = { place: 1, of: 1, patience: 3 }
const call = (changes: Partial<Call> = {}): Call => ({
  ...{ kind: 'settle', marketId: 1, seat: null, value: 1n, left: 10_000 },
  ...changes,
})
const times = (count: number, pace: Pace): Pace =>
  Array.from({ length: count }).reduce<Pace>((one) => afterSuccess(one, 8), pace)

describe('the pace of a keeper', () => {
  it('begins with one call, has one more with each success, and stops at the most', () => {
    expect([0, 1, 2, 3, 9].map((count) => times(count, firstPace).size)).to.deep.equal([1, 2, 3, 4, 8])
  })

  it('after a lost race begins again, stays out of the way, and forgets it when nobody else is there for long', () => {
    const lost = afterLoss(times(5, firstPace), '0xAb')
    expect([lost.size, lost.losses]).to.deep.equal([1, 1])
    expect(lost.patience).to.be.within(3, 12)
    expect(times(15, lost).patience).to.equal(lost.patience)
    expect(times(16, lost)).to.include({ patience: 0, size: 8 })
  })

  it('two that lost at once do not come back at once for ever: their lots differ', () => {
    const patience = (address: string) => {
      let pace = firstPace
      return Array.from({ length: 8 }, () => {
        pace = afterLoss(pace, address)
        return pace.patience
      })
    }
    expect(patience('0x01')).to.not.deep.equal(patience('0x02'))
    expect(patience('0xAB')).to.deep.equal(patience('0xab'))
  })

  it('a patient one waits while others get on, and not where a window closes', () => {
    const lost = { ...firstPace, patience: 4 }
    expect(mayGoAt(call(), { dueSince: 10, othersAt: 0 }, firstPace, alone)).to.equal(10)
    expect(mayGoAt(call(), { dueSince: 10, othersAt: 0 }, lost, alone)).to.equal(14)
    expect(mayGoAt(call(), { dueSince: 10, othersAt: 20 }, lost, alone)).to.equal(24)
    expect(mayGoAt(call({ left: 999 }), { dueSince: 10, othersAt: 20 }, lost, alone)).to.equal(10)
  })

  it('whoever sees another at work sends one call at a time again, and is no more patient for it', () => {
    const grown = afterSuccess(afterSuccess(firstPace, 8), 8)
    expect(grown).to.include({ size: 3, streak: 2 })
    expect(afterOthers(grown)).to.deep.equal({ ...grown, size: 1, streak: 0 })
  })

  it('a block of patience lasts a while, however quick the blocks are, and who has none waits for nothing', () => {
    expect(quietFor(firstPace)).to.equal(0)
    expect(quietFor({ ...firstPace, patience: 3 })).to.equal(7_500)
    expect(quietFor(afterLoss(firstPace, '0xAb'))).to.be.within(7_500, 30_000)
  })

  it('of keepers that know of each other each market has exactly one that goes first, and all go in the end', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.nat(1_000), (of, marketId) => {
        const seen = { dueSince: 10, othersAt: 0 }
        const blocks = Array.from({ length: of }, (_, i) =>
          mayGoAt(call({ marketId }), seen, firstPace, { place: i + 1, of, patience: 3 }),
        )
        expect(blocks.toSorted((a, b) => a - b)).to.deep.equal(
          Array.from({ length: of }, (_, i) => 10 + 3 * i),
        )
      }),
    )
  })
})
