import { expect } from 'chai'
import fc from 'fast-check'
import {
  betLoss,
  betsForAll,
  betWorth,
  oddsForAll,
  oddsNeeded,
  protectedBets,
} from '../../../../scripts/bench/economics/bets.ts'

describe('bets beside a market', () => {
  it('are won by an outcome that was turned, and saved by one that was blocked', () => {
    expect([betWorth(1_000n, 'turn'), betLoss(1_000n, 'turn')]).to.deep.equal([990n, 10n])
    expect([betWorth(1_000n, 'block'), betLoss(1_000n, 'block')]).to.deep.equal([500n, 0n])
  })

  it('need no correction where the truth pays more, and know none where nothing deters', () => {
    expect(oddsNeeded({ stands: 5n, truth: 5n, corrected: -1n })).to.equal(0)
    expect(oddsNeeded({ stands: 6n, truth: 5n, corrected: 5n })).to.equal(10_000)
    expect(oddsNeeded({ stands: 4n, truth: 5n, corrected: 6n })).to.equal(10_000)
    expect(oddsNeeded({ stands: 4n, truth: 5n, corrected: 5n })).to.equal(0)
    expect(oddsNeeded({ stands: 10n, truth: 5n, corrected: 0n })).to.equal(5_000)
    expect(oddsNeeded({ stands: 3n, truth: 1n, corrected: 0n })).to.equal(6_667)
  })

  it('are protected against all who may come as against the worst of them', () => {
    const [mild, hard] = [
      { stands: 6n, truth: 5n, corrected: 0n },
      { stands: 10n, truth: 5n, corrected: 0n },
    ]
    expect(oddsForAll([mild, hard])).to.equal(oddsNeeded(hard))
    expect(betsForAll(8_000, [mild, hard])).to.equal(protectedBets(8_000, hard))
    expect(betsForAll(8_000, [mild])).to.equal(19n)
  })

  it('are protected by corrections exactly as far as these deter', () => {
    const amount = fc.bigInt(0n, 10n ** 19n)
    fc.assert(
      fc.property(amount, amount, amount, fc.integer({ min: 1, max: 9_999 }), (a, b, c, oddsBps) => {
        const stakes = { stands: a + b, truth: b, corrected: b - c }
        const bets = protectedBets(oddsBps, stakes)
        fc.pre(bets > 0n)
        expect(oddsNeeded({ ...stakes, stands: stakes.stands + bets })).to.be.at.most(oddsBps)
        const more = stakes.stands + bets + bets / 100n + 10n ** 19n
        expect(oddsNeeded({ ...stakes, stands: more })).to.be.at.least(oddsBps)
      }),
    )
  })
})
