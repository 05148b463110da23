import { expect } from 'chai'
import type { Candles } from '../../../../adapters/rules/resolve/Candles.ts'
import type { CandleRule } from '../../../../adapters/rules/resolve/candleRule.ts'
import { decideOne, decideTouch, lengthOf } from '../../../../adapters/rules/resolve/decide.ts'
import { hour } from './rules.ts'

const start = Date.UTC(2027, 2, 1)
/** Candles of an hour from March 1, each [open, high, low, close]. */
const candles = (...list: readonly (readonly [string, string, string, string])[]): Candles => ({
  length: hour,
  list: list.map(([open, high, low, close], i) => ({
    open_time: start + i * hour,
    close_time: start + (i + 1) * hour - 1,
    open,
    high,
    low,
    close,
  })),
})
const rule: CandleRule = {
  kind: 'close',
  symbol: 'BTCUSDT',
  candle: hour,
  field: 'close',
  comparator: 'gte',
  threshold: '100',
  upper: null,
  edge: 'undecided',
  from: start,
  to: start + hour,
  earlier: null,
  yes: 'Yes',
  no: 'No',
}
const closing = (price: string) => candles(['90', '120', '80', price])

describe('decideOne', () => {
  const holds = (more: Partial<CandleRule>, price: string) => {
    const answer = decideOne({ ...rule, ...more }, closing(price))
    return 'why' in answer ? answer.why : answer.holds
  }

  it('compares prices as decimals, exactly at the bound too', () => {
    const prices = ['99.999999999999999999', '100.000', '100.000000000000000001']
    const table: readonly (readonly [CandleRule['comparator'], boolean[]])[] = [
      ['gte', [false, true, true]],
      ['gt', [false, false, true]],
      ['lte', [true, true, false]],
      ['lt', [true, false, false]],
      ['eq', [false, true, false]],
    ]
    for (const [comparator, expected] of table)
      expect(
        prices.map((price) => holds({ comparator }, price)),
        comparator,
      ).to.deep.equal(expected)
  })

  it('gives the upper bound of a bracket as the rule says, and leaves it open where it says nothing', () => {
    const bracket = { comparator: 'between', upper: '110' } as const
    expect(['99', '100', '109.9', '111'].map((price) => holds(bracket, price))).to.deep.equal([
      false,
      true,
      true,
      false,
    ])
    expect(holds({ ...bracket, edge: 'upper_included' }, '110')).to.equal(true)
    expect(holds({ ...bracket, edge: 'upper_excluded' }, '110')).to.equal(false)
    expect(holds(bracket, '110.0')).to.include('exactly 110.0')
  })

  it('compares with its own open, or with an earlier close, and leaves a tie open that the rule splits', () => {
    expect(holds({ threshold: null }, '90.1')).to.equal(true)
    expect(holds({ threshold: null }, '90')).to.include('exactly 90')
    expect(holds({ threshold: null, edge: 'upper_excluded' }, '90')).to.equal(true)
    const two = candles(['1', '1', '1', '50'], ['90', '99', '80', '60'])
    const later = { ...rule, threshold: null, from: start + hour, to: start + 2 * hour, earlier: start }
    expect(decideOne(later, two)).to.deep.equal({
      holds: true,
      observed: { value: '60', at: '2027-03-01T01:00:00Z', against: '50' },
    })
  })

  it('says why not: no candle, a missing one, another length, a time between two candles', () => {
    const why = (more: Partial<CandleRule>, list = closing('1')) => decideOne({ ...rule, ...more }, list)
    expect(why({ from: start + hour })).to.deep.equal({ why: 'there is no candle for that time' })
    expect(why({ earlier: start - hour })).to.deep.equal({ why: 'there is no candle for that time' })
    expect(why({ candle: 4 * hour })).to.deep.equal({ why: 'candles are missing in that time' })
    expect(why({ candle: 60_000 })).to.deep.equal({ why: 'the rule is about candles of 1m, these are of 1h' })
    expect(why({ from: start + 1_800_000 })).to.deep.equal({ why: 'no candle of 1h begins at that time' })
  })
})

describe('decideTouch', () => {
  const window = {
    ...rule,
    kind: 'touch',
    field: 'high',
    edge: 'upper_excluded',
    to: start + 2 * hour,
  } as const
  const flat = ['90', '95', '85', '90'] as const

  it('shows the candle that decided, and the nearest one where none did', () => {
    expect(decideTouch(window, candles(flat, ['90', '100', '85', '90']))).to.deep.equal({
      holds: true,
      observed: { value: '100', at: '2027-03-01T01:00:00Z', against: '100' },
    })
    expect(decideTouch(window, candles(flat, ['90', '99', '85', '90']))).to.deep.equal({
      holds: false,
      observed: { value: '99', at: '2027-03-01T01:00:00Z', against: '100' },
    })
    const low = { ...window, field: 'low', comparator: 'lte', threshold: '84' } as const
    expect(decideTouch(low, candles(flat, ['90', '99', '84', '90']))).to.deep.include({ holds: true })
  })

  it('what was reached stays reached; what was not needs the whole window', () => {
    expect(decideTouch(window, candles(['90', '100', '85', '90']))).to.deep.include({ holds: true })
    expect(decideTouch(window, candles(flat))).to.deep.equal({
      why: 'the candles do not cover the whole window',
    })
    expect(
      decideTouch({ ...window, from: start + 5 * hour, to: start + 6 * hour }, candles(flat)),
    ).to.deep.equal({
      why: 'there is no candle in the window',
    })
  })

  it('a candle over the edge of the window may have reached the price before it', () => {
    const half = { ...window, from: start + 1_800_000 }
    expect(decideTouch(half, candles(['90', '100', '85', '90'], flat)))
      .to.have.property('why')
      .that.includes('shorter candles are needed')
    expect(decideTouch(half, candles(flat, flat))).to.deep.include({ holds: false })
  })

  it('closes are those of the rule’s own candles', () => {
    const closes = { ...window, field: 'close', candle: 60_000 } as const
    expect(decideTouch(closes, candles(flat, flat))).to.deep.equal({
      why: 'the rule is about closes of 1m, these are of 1h',
    })
  })
})

describe('lengthOf', () => {
  it('writes a length as exchanges do', () => {
    expect([60_000, 900_000, hour, 4 * hour, 24 * hour].map(lengthOf)).to.deep.equal([
      '1m',
      '15m',
      '1h',
      '4h',
      '1d',
    ])
  })
})
