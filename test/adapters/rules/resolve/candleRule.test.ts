import { expect } from 'chai'
import { close, direction, hour, ruleOf, touch } from './rules.ts'

describe('candleRule', () => {
  const why = (market: { description: string }, from: string | RegExp, to: string) => {
    const rule = ruleOf({ ...market, description: market.description.replace(from, to) })
    return 'why' in rule ? rule.why : null
  }

  it('reads what each kind of rule asks of candles', () => {
    expect(ruleOf(direction)).to.deep.include({
      kind: 'direction',
      symbol: 'BTCUSDT',
      candle: hour,
      threshold: null,
    })
    expect(ruleOf(touch)).to.deep.include({
      kind: 'touch',
      field: 'high',
      comparator: 'gte',
      threshold: '110',
    })
    expect(ruleOf(close)).to.deep.include({
      kind: 'close',
      field: 'close',
      comparator: 'gte',
      threshold: '105000.01',
    })
  })

  it('says what it misses: the exchange, the pair, the candles, the zone, the outcomes', () => {
    expect(why(close, /Binance/g, 'Somebody')).to.equal('the rule does not cite Binance')
    expect(why(close, 'BTC/USDT', 'Bitcoin')).to.equal('the rule names no single trading pair')
    expect(why(close, '1 minute candle', 'price')).to.equal('the rule does not say which candles count')
    expect(why(close, 'in the ET timezone (noon) ', '')).to.equal(
      'the rule does not say when, or in which zone',
    )
    expect(ruleOf({ ...close, outcomes: ['Yes'] })).to.deep.equal({
      why: 'the market does not list two outcomes',
    })
    expect(ruleOf({ ...close, outcomes: ['A', 'B'] })).to.deep.equal({
      why: 'the rule does not say which outcome its condition leads to',
    })
    expect(why(close, '105,000.01 or higher', 'something')).to.equal(
      'the rule compares candles in a way that is not known here',
    )
  })

  it('is about the spot market of Binance, before any other', () => {
    expect(why(close, '1 minute candle', 'futures 1 minute candle')).to.equal('the rule is about futures')
    const coinbase = 'Coinbase (https://www.coinbase.com/). If it is away, https://www.binance.com/ is used.'
    expect(why(direction, /Binance \(.*/, coinbase)).to.equal('the rule is about coinbase.com before Binance')
  })

  it('does not decide an hour that clocks show twice, but a window that holds it', () => {
    const twice = {
      ...direction,
      question: 'Bitcoin Up or Down - November 7, 1AM ET',
      endDate: '2027-11-07T07:00:00Z',
    }
    expect(ruleOf(twice)).to.have.property('why').that.includes('twice')
    const window = {
      ...touch,
      question: 'Will Bitcoin reach $110 November 6–7?',
      endDate: '2027-11-08T05:00:00Z',
    }
    expect(ruleOf(window)).to.include({ kind: 'touch', to: Date.UTC(2027, 10, 8, 5) })
  })
})
