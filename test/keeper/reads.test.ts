import { expect } from 'chai'
import { readOf } from '../../keeper/reads.ts'
import type { MarketView } from '../../services/chain/browser/market.ts'

const view = (changes: Partial<MarketView> = {}): MarketView =>
  ({
    ...{ status: 2, createdAt: 1_000n, deadline: 2_000n, requestedAt: 2_001n, windowEnd: 0n, round: 1 },
    ...{ joined: 4, seats: 3, appeals: 0, isAppealing: false, drawBlock: 0n, pool: 5n, stakes: 7n },
    question: '§question Will it rain?\n§rule\nsource:manual',
    ...changes,
  }) as MarketView

describe('a market as a keeper reads it', () => {
  it('has the numbers of its view, and pool and stakes together', () => {
    expect(readOf(9, view())).to.deep.equal({
      ...{
        marketId: 9,
        status: 'Requested',
        deadline: 2_000,
        requestedAt: 2_001,
        readyAt: 2_000,
        windowEnd: 0,
      },
      ...{ isAppealing: false, joined: 4, seats: 3, drawBlock: 0, value: 12n },
    })
  })

  it('on an auto rule knows from when on its source must have spoken (SPEC §1)', () => {
    const question = '§question ?\n§rule\nsource:coingecko:bitcoin\nop:gte\ntarget:1'
    expect(readOf(9, view({ question })).readyAt).to.equal(2_000 + 3_900)
  })

  it('whatever its text is, it is read: a rule nobody understands is a manual one', () => {
    for (const question of ['', '§', 'x'.repeat(2_048), '§rule\nsource:nobody:thing\nop:??'])
      expect(readOf(9, view({ question })).readyAt).to.equal(2_000)
  })
})
