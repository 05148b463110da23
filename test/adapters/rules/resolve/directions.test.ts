import { expect } from 'chai'
import { decidableRule, direction, hour, ruleOf } from './rules.ts'

const change = {
  question: 'Bitcoin Up or Down on March 3?',
  description:
    'This market will resolve to "Up" if the "Close" price for the Binance 1 hour candle for BTC/USDT 2 Mar \'27 12:00 in the ET timezone (noon) is lower than the final "Close" price for the 3 Mar \'27 12:00 ET candle. The resolution source is Binance.',
  endDate: '2027-03-03T17:00:00Z',
  outcomes: ['Up', 'Down'],
}
const edited = <market extends { description: string }>(market: market, from: string, to: string): market => {
  expect(market.description).to.include(from)
  return { ...market, description: market.description.replace(from, to) }
}

describe('a rule on one candle', () => {
  it('compares its close with its open, for the hour that the title names', () => {
    const from = Date.UTC(2027, 2, 2, 8)
    expect(decidableRule(direction)).to.deep.include({
      kind: 'direction',
      comparator: 'gte',
      field: 'close',
      edge: 'upper_excluded',
      from,
      to: from + hour,
      earlier: null,
      yes: 'Up',
      no: 'Down',
    })
  })

  it('leaves a tie open that the rule splits', () => {
    const split = edited(
      direction,
      ' The resolution',
      ' If they are equal, it resolves 50-50. The resolution',
    )
    expect(decidableRule(split).edge).to.equal('undecided')
  })

  it('says what it misses: the candle and its time, or how it compares', () => {
    expect(ruleOf({ ...direction, question: 'Bitcoin Up or Down - March 2 ET?' })).to.deep.equal({
      why: 'the rule does not name one candle and its time',
    })
    expect(ruleOf(edited(direction, 'greater than or equal to', 'like'))).to.deep.equal({
      why: 'the rule does not say how it compares',
    })
  })
})

describe('a rule on two candles', () => {
  const [early, late] = [Date.UTC(2027, 2, 2, 17), Date.UTC(2027, 2, 3, 17)]

  it('compares the later with the earlier, whichever is named first', () => {
    expect(decidableRule(change)).to.deep.include({
      kind: 'change',
      comparator: 'gt',
      from: late,
      earlier: early,
    })
    expect(decidableRule(edited(change, 'lower than', 'lower than or equal to')).comparator).to.equal('gte')
    expect(decidableRule(edited(change, 'lower than', 'higher than')).comparator).to.equal('lt')
  })

  it('is not known where the days are one, reversed, without a clock, or compared both ways', () => {
    for (const [from, to] of [
      ["3 Mar '27", "1 Mar '27"],
      ["3 Mar '27 12:00 ET", "3 Mar '27"],
      ['lower than', 'lower than or higher than'],
      ['final "Close"', 'final'],
    ] as const)
      expect(ruleOf(edited(change, from, to)), to).to.not.have.property('kind')
  })
})
