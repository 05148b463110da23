import { expect } from 'chai'
import type { Candle } from '../../../../adapters/rules/resolve/Candles.ts'
import type { CandleRule } from '../../../../adapters/rules/resolve/candleRule.ts'
import { type Answer, decideOne, decideTouch, lengthOf } from '../../../../adapters/rules/resolve/decide.ts'

const hour = 3_600_000
/** Candles of an hour from the epoch on, each [open, high, low, close]; null leaves one out. */
const candles = (...prices: ([string, string, string, string] | null)[]) => ({
  length: hour,
  list: prices.flatMap((each, i): Candle[] =>
    each === null
      ? []
      : [
          {
            open_time: i * hour,
            close_time: (i + 1) * hour - 1,
            open: each[0],
            high: each[1],
            low: each[2],
            close: each[3],
          },
        ],
  ),
})
const rule: CandleRule = {
  kind: 'close',
  symbol: 'BTCUSDT',
  candle: hour,
  field: 'close',
  comparator: 'gt',
  threshold: '100',
  upper: null,
  edge: 'upper_excluded',
  from: 0,
  to: hour,
  earlier: null,
  yes: 'Yes',
  no: 'No',
}
const holdsOf = (answer: Answer) => ('why' in answer ? answer.why : answer.holds)

describe('decideOne', () => {
  it('compares the close of the candle with the price, exactly', () => {
    const at = (close: string, comparator: CandleRule['comparator']) =>
      holdsOf(decideOne({ ...rule, comparator }, candles(['1', '1', '1', close])))
    expect(at('100.000000000000000001', 'gt')).to.equal(true)
    expect([at('100.0', 'gt'), at('100.0', 'gte'), at('100.0', 'lte'), at('100.0', 'lt')]).to.deep.equal([
      false,
      true,
      true,
      false,
    ])
    expect(at('99.9', 'lt')).to.equal(true)
  })

  it('says what it saw, when, and what that was compared with', () => {
    expect(decideOne(rule, candles(['1', '1', '1', '101']))).to.deep.equal({
      holds: true,
      observed: { value: '101', at: '1970-01-01T00:00:00Z', against: '100' },
    })
  })

  it('compares with its own open, or an earlier close, where the rule names no price', () => {
    const own = { ...rule, kind: 'direction', threshold: null, comparator: 'gte' } as const
    expect(holdsOf(decideOne(own, candles(['5', '6', '4', '5'])))).to.equal(true)
    expect(holdsOf(decideOne(own, candles(['5', '6', '4', '4.9'])))).to.equal(false)
    const change = { ...own, kind: 'change', from: hour, earlier: 0 } as const
    expect(holdsOf(decideOne(change, candles(['9', '9', '9', '3'], ['1', '4', '1', '3.5'])))).to.equal(true)
  })

  it('gives a bound to the bracket that the rule gives it to', () => {
    const bracket = { ...rule, comparator: 'between', threshold: '90', upper: '100' } as const
    const at = (close: string, edge: CandleRule['edge']) =>
      holdsOf(decideOne({ ...bracket, edge }, candles(['1', '1', '1', close])))
    expect(at('90', 'undecided')).to.equal(true)
    expect(at('100', 'upper_excluded')).to.equal(false)
    expect(at('100', 'upper_included')).to.equal(true)
    expect(at('100', 'undecided')).to.match(/exactly 100/)
  })

  it('makes a long candle of short ones, if none is missing', () => {
    const long = { ...rule, candle: 2 * hour, to: 2 * hour }
    const low: [string, string, string, string] = ['1', '1', '1', '1']
    expect(holdsOf(decideOne(long, candles(low, ['1', '1', '1', '101'])))).to.equal(true)
    expect(holdsOf(decideOne(long, candles(low, null, low)))).to.equal('candles are missing in that time')
    expect(holdsOf(decideOne(long, candles(null, low)))).to.equal('there is no candle for that time')
  })

  it('says why candles of another length, or at another time, do not tell', () => {
    const minutes = { ...rule, candle: hour / 2 }
    expect(holdsOf(decideOne(minutes, candles(['1', '1', '1', '1'])))).to.match(/30m, these are of 1h/)
    expect(holdsOf(decideOne({ ...rule, from: 1 }, candles(['1', '1', '1', '1'])))).to.match(/begins at that/)
  })
})

describe('decideTouch', () => {
  const touch: CandleRule = { ...rule, kind: 'touch', field: 'high', comparator: 'gte', to: 3 * hour }
  const flat: [string, string, string, string] = ['50', '60', '40', '50']
  const high: [string, string, string, string] = ['50', '100', '40', '50']

  it('holds as soon as one candle reaches the price, whatever else is missing', () => {
    expect(holdsOf(decideTouch(touch, candles(null, high, null)))).to.equal(true)
    expect(holdsOf(decideTouch(touch, candles(flat, flat, flat)))).to.equal(false)
  })

  it('does not deny it where candles are missing', () => {
    expect(holdsOf(decideTouch(touch, candles(flat, null, flat)))).to.match(/do not cover/)
    expect(holdsOf(decideTouch(touch, candles()))).to.match(/no candle in the window/)
  })

  it('looks at lows from below', () => {
    const low = { ...touch, field: 'low', comparator: 'lte', threshold: '40' } as const
    expect(decideTouch(low, candles(flat, ['50', '60', '30', '50'], flat))).to.deep.include({
      observed: { value: '30', at: '1970-01-01T01:00:00Z', against: '40' },
    })
  })

  it('asks for shorter candles where one over the edge of the window may have reached it', () => {
    const late = { ...touch, from: hour / 2 }
    expect(holdsOf(decideTouch(late, candles(high, flat, flat)))).to.match(/shorter candles are needed/)
    expect(holdsOf(decideTouch(late, candles(flat, flat, flat)))).to.equal(false)
  })

  it('judges closes by candles of the rule’s own length only', () => {
    expect(holdsOf(decideTouch({ ...touch, field: 'close', candle: 60_000 }, candles(flat)))).to.match(
      /of 1m/,
    )
  })
})

describe('lengthOf', () => {
  it('is in minutes, hours or days', () => {
    expect([60_000, 15 * 60_000, hour, 4 * hour, 24 * hour].map(lengthOf)).to.deep.equal([
      '1m',
      '15m',
      '1h',
      '4h',
      '1d',
    ])
  })
})
