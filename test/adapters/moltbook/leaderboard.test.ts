import { expect } from 'chai'
import { brierBps, calibration, leaderboard, type Market } from '../../../adapters/moltbook/index.ts'

describe('the Brier leaderboard', () => {
  const market = (
    outcome: 'YES' | 'NO' | null,
    commitments: [string, 'YES' | 'NO', number][],
    status: Market.Market['status'] = 'settled',
  ) =>
    ({
      outcome,
      status,
      commitments: commitments.map(([agent, position, confidence]) => ({ agent, position, confidence })),
    }) as Market.Market

  it('S0-59: (p − o)², where p is the probability of YES that a commitment states', () => {
    expect(brierBps({ position: 'YES', confidence: 100 }, 'YES')).to.equal(0)
    expect(brierBps({ position: 'YES', confidence: 75 }, 'YES')).to.equal(625)
    expect(brierBps({ position: 'NO', confidence: 60 }, 'YES')).to.equal(3_600)
    expect(brierBps({ position: 'NO', confidence: 60 }, 'NO')).to.equal(1_600)
    expect(brierBps({ position: 'YES', confidence: 50 }, 'NO')).to.equal(2_500)
    expect(brierBps({ position: 'YES', confidence: 30 }, 'NO')).to.equal(
      brierBps({ position: 'NO', confidence: 70 }, 'NO'),
    )
  })

  it('S0-59: best first, and invalid or open markets are not scored', () => {
    const board = leaderboard([
      market('YES', [
        ['a', 'YES', 90],
        ['b', 'NO', 80],
      ]),
      market('NO', [['a', 'YES', 70]]),
      market(null, [['b', 'YES', 100]], 'invalid'),
      market(null, [['b', 'YES', 100]], 'open'),
    ])
    expect(board).to.deep.equal([
      { agent: 'a', markets: 2, brierBps: 2_500 },
      { agent: 'b', markets: 1, brierBps: 6_400 },
    ])
  })

  it('S0-59: calibration says how often YES came true for each stated probability', () => {
    const markets = [
      market('YES', [['a', 'YES', 75]]),
      market('NO', [['a', 'YES', 71]]),
      market('NO', [['b', 'NO', 100]]),
    ]
    expect(calibration(markets)).to.deep.equal([
      { from: 0, to: 10, count: 1, yesPercent: 0 },
      { from: 70, to: 80, count: 2, yesPercent: 50 },
    ])
  })
})
