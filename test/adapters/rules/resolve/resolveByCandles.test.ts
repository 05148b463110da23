import { expect } from 'chai'
import { readCandles, resolveByCandles } from '../../../../adapters/rules/index.ts'

const hour = 3_600_000
const start = Date.UTC(2027, 2, 1, 0)

/** Hourly candles from March 1, 2027, 00:00 UTC; each is [open, high, low, close]. */
function hourly(count: number, at: Readonly<Record<number, readonly [string, string, string, string]>> = {}) {
  const lines = Array.from({ length: count }, (_, i) => {
    const [open, high, low, close] = at[i] ?? ['100', '101', '99', '100']
    return [start + i * hour, open, high, low, close, '1', start + (i + 1) * hour - 1].join(',')
  })
  return readCandles(['open_time,open,high,low,close,volume,close_time', ...lines].join('\n'))
}

const direction = {
  id: 'd',
  question: 'Bitcoin Up or Down - March 2, 3AM ET',
  description:
    'This market will resolve to "Up" if the close price is greater than or equal to the open price for the BTC/USDT 1 hour candle that begins on the time and date specified in the title. Otherwise, this market will resolve to "Down".\n\nThe resolution source for this market is information from Binance, specifically the BTC/USDT pair (https://www.binance.com/en/trade/BTC_USDT).',
  endDate: '2027-03-02T09:00:00Z',
  outcomes: ['Up', 'Down'],
}
const touch = {
  id: 't',
  question: 'Will Bitcoin reach $110 March 2–3?',
  description:
    'This market will immediately resolve to "Yes" if any Binance 1 minute candle for Bitcoin (BTC/USDT) during the date range specified in the title (from 12:00 AM ET on the first date to 11:59 PM ET on the last) has a final "High" price equal to or greater than the price specified in the title. Otherwise, this market will resolve to "No".\n\nThe resolution source is Binance, https://www.binance.com/en/trade/BTC_USDT.',
  endDate: '2027-03-04T05:00:00Z',
  outcomes: ['Yes', 'No'],
}
const bitcoin = { symbol: 'BTCUSDT' }
// 3 AM ET on March 2 is 8:00 UTC.
const third = 24 + 8

describe('resolveByCandles', () => {
  it('a market that does not list its outcomes is told so, and not that its rule is at fault', () => {
    const { outcomes: _, ...unlisted } = touch
    expect(resolveByCandles(unlisted, hourly(96), bitcoin)).to.include({
      outcome: null,
      why: 'the market does not list two outcomes',
    })
  })

  it('compares the close of the named candle with its open, in the zone of the rule', () => {
    const up = hourly(96, { [third]: ['100', '120', '90', '100.01'] })
    const answer = resolveByCandles(direction, up, bitcoin)
    expect(answer).to.deep.include({ outcome: 'Up', why: null })
    expect(answer.observed).to.deep.equal({ value: '100.01', at: '2027-03-02T08:00:00Z', against: '100' })
    const down = hourly(96, { [third]: ['100', '120', '90', '99.99'] })
    expect(resolveByCandles(direction, down, bitcoin).outcome).to.equal('Down')
  })

  it('a tie is what the rule says it is', () => {
    expect(resolveByCandles(direction, hourly(96), bitcoin).outcome).to.equal('Up')
    const strict = {
      ...direction,
      description: direction.description.replace('greater than or equal to', 'greater than'),
    }
    expect(resolveByCandles(strict, hourly(96), bitcoin).outcome).to.equal('Down')
  })

  it('a high that reaches the price ends the market, exactly at the price too', () => {
    expect(
      resolveByCandles(touch, hourly(96, { 40: ['100', '110', '99', '100'] }), bitcoin).outcome,
    ).to.equal('Yes')
    expect(
      resolveByCandles(touch, hourly(96, { 40: ['100', '109.99', '99', '100'] }), bitcoin).outcome,
    ).to.equal('No')
  })

  it('the window begins and ends at midnight of the zone', () => {
    // Midnight ET is 5:00 UTC: hour 24 + 5 is the first of March 2, hour 72 + 5 the first of March 4.
    const reached = (at: number) =>
      resolveByCandles(touch, hourly(96, { [at]: ['100', '200', '99', '100'] }), bitcoin).outcome
    expect([28, 29, 76, 77].map(reached)).to.deep.equal(['No', 'Yes', 'Yes', 'No'])
  })

  it('a low is compared from below', () => {
    const dip = {
      ...touch,
      question: 'Will Bitcoin dip to $90 March 2–3?',
      description: touch.description.replace('"High"', '"Low"').replace('greater', 'lower'),
    }
    expect(resolveByCandles(dip, hourly(96, { 50: ['100', '101', '90', '95'] }), bitcoin).outcome).to.equal(
      'Yes',
    )
    expect(resolveByCandles(dip, hourly(96), bitcoin).outcome).to.equal('No')
  })

  it('a candle over the edge of the window decides only when it holds nothing', () => {
    const half = { ...touch, description: touch.description.replace('12:00 AM', '12:30 AM') }
    const edge = resolveByCandles(half, hourly(96, { 29: ['100', '200', '99', '100'] }), bitcoin)
    expect(edge.outcome).to.equal(null)
    expect(edge.why).to.include('shorter candles')
    expect(resolveByCandles(half, hourly(96), bitcoin).outcome).to.equal('No')
  })

  it('says why not, where candles are missing or of another pair or length', () => {
    const why = (market: object, candles = hourly(96), options: { symbol: string | null } = bitcoin) => {
      const answer = resolveByCandles(market, candles, options)
      expect(answer.outcome).to.equal(null)
      return answer.why
    }
    expect(why(touch, hourly(40))).to.equal('the candles do not cover the whole window')
    expect(why(direction, hourly(10))).to.equal('there is no candle for that time')
    expect(why(direction, hourly(96), { symbol: 'ETHUSDT' })).to.include('BTCUSDT')
    expect(why(direction, hourly(96), { symbol: null })).to.include('whose candles')
    const of = (length: string) => ({
      ...direction,
      description: direction.description.replace('1 hour', length),
    })
    expect(why(of('15 minute'))).to.include('15m')
    expect(why(of('daily'))).to.equal('no candle of 1d begins at that time')
    expect(
      why({ question: 'Will it rain?', description: 'If it rains, this market resolves to "Yes".' }),
    ).to.include('Binance')
    expect(
      why({
        ...direction,
        description: direction.description.replaceAll('BTC/USDT', 'BTC/USDT or ETH/USDT'),
      }),
    ).to.include('pair')
  })

  it('shorter candles make up a longer one, if none is missing', () => {
    const four = { ...direction, description: direction.description.replace('1 hour', '4H') }
    const answer = resolveByCandles(four, hourly(96, { [third + 3]: ['100', '101', '90', '99'] }), bitcoin)
    expect(answer).to.deep.include({ outcome: 'Down', why: null })
    expect(answer.rule).to.include({ candle: '4h', to: '2027-03-02T12:00:00Z' })
    const gap = hourly(96)
    const holed = { ...gap, list: gap.list.filter((_, i) => i !== third + 1) }
    expect(resolveByCandles(four, holed, bitcoin).why).to.equal('candles are missing in that time')
  })

  it('follows the label that the rule names first, and a tie that it splits', () => {
    const falling = {
      ...direction,
      description: direction.description
        .replace(
          '"Up" if the close price is greater than or equal to',
          '"Down" if the close price is lower than',
        )
        .replace('to "Down". ', 'to "Up". '),
    }
    expect(resolveByCandles(falling, hourly(96), bitcoin).outcome).to.equal('Up')
    const split = {
      ...direction,
      description: `${direction.description.replace('greater than or equal to', 'higher than')} If both are exactly equal, this market will resolve 50-50.`,
    }
    const tie = resolveByCandles(split, hourly(96), bitcoin)
    expect(tie.outcome).to.equal(null)
    expect(tie.why).to.include('exactly 100')
  })

  it('compares the closes of two candles', () => {
    const change = {
      question: 'Bitcoin Up or Down on March 3?',
      description:
        'This market will resolve to "Up" if the "Close" price for the Binance 1 hour candle for BTC/USDT 2 Mar \'27 12:00 in the ET timezone (noon) is lower than the final "Close" price for the 3 Mar \'27 12:00 ET candle.\n\nThis market will resolve to "Down" if it is higher.\n\nIf the final "Close" price for both of these candles is exactly equal on Binance, this market will resolve 50-50.\n\nThe resolution source is Binance.',
      endDate: '2027-03-03T17:00:00Z',
      outcomes: ['Up', 'Down'],
    }
    // Noon ET is 17:00 UTC.
    const later = 48 + 17
    const ends = (close: string) =>
      resolveByCandles(change, hourly(96, { [later]: ['100', '120', '90', close] }), bitcoin)
    expect(['100.5', '99.5', '100'].map((close) => ends(close).outcome)).to.deep.equal(['Up', 'Down', null])
    expect(ends('100.5').rule).to.include({
      kind: 'change',
      comparator: 'gt',
      earlier: '2027-03-02T17:00:00Z',
    })
    expect(ends('100.5').observed).to.deep.include({ value: '100.5', against: '100' })
  })

  it('a bracket’s bound belongs where the rule says, and nowhere else', () => {
    const bracket = (tail: string) => ({
      question: 'Will the price of Bitcoin be between $100 and $104 on March 2?',
      description: `This market will resolve according to the final "Close" price of the Binance 1 hour candle for BTC-USDT 2 March '27 12:00 in the ET timezone (noon). Otherwise, this market will resolve to "No". The resolution source is Binance. ${tail}`,
      endDate: '2027-03-02T17:00:00Z',
      outcomes: ['Yes', 'No'],
    })
    const ends = (close: string, tail: string) =>
      resolveByCandles(bracket(tail), hourly(96, { [24 + 17]: ['100', '120', '90', close] }), bitcoin).outcome
    const higher =
      'If the value falls exactly between two brackets, this market will resolve to the higher range bracket.'
    expect(['99.9', '100', '103.9', '104'].map((close) => ends(close, higher))).to.deep.equal([
      'No',
      'Yes',
      'Yes',
      'No',
    ])
    expect(ends('104', 'Both bounds are inclusive.')).to.equal('Yes')
    expect(ends('104', '')).to.equal(null)
    expect(ends('103', '')).to.equal('Yes')
  })

  it('any close of a window is judged by candles of the rule’s own length', () => {
    const closes = {
      question: 'Will Bitcoin exceed $110 on March 2?',
      description:
        'This market will resolve to "Yes" if the Binance BTC/USDT 1-hour candlestick shows any closing price strictly above $110 between March 2, 2027 at 00:00 ET and March 2, 2027 at 23:59 ET. Otherwise, the market will resolve to "No".',
      outcomes: ['Yes', 'No'],
    }
    const ends = (close: string) =>
      resolveByCandles(closes, hourly(96, { 40: ['100', '150', '90', close] }), bitcoin).outcome
    expect(['110', '110.01'].map(ends)).to.deep.equal(['No', 'Yes'])
    const minutes = { ...closes, description: closes.description.replace('1-hour', '1-minute') }
    expect(resolveByCandles(minutes, hourly(96), bitcoin).why).to.include('closes of 1m')
  })

  it('an hour that the clocks show twice is nobody’s', () => {
    const twice = {
      ...direction,
      question: 'Bitcoin Up or Down - November 7, 1AM ET',
      endDate: '2027-11-07T07:00:00Z',
    }
    expect(resolveByCandles(twice, hourly(96), bitcoin).why).to.include('twice')
    const once = { ...twice, question: 'Bitcoin Up or Down - November 7, 2AM ET' }
    expect(resolveByCandles(once, hourly(96), bitcoin).rule).to.include({ from: '2027-11-07T07:00:00Z' })
  })

  it('is not decided where another exchange, or another market of this one, comes first', () => {
    const coinbase = {
      ...direction,
      description: direction.description.replace(
        'information from Binance, specifically the BTC/USDT pair (https://www.binance.com/en/trade/BTC_USDT)',
        'Coinbase (https://www.coinbase.com/). If it is unavailable, https://www.binance.com/ will be used',
      ),
    }
    expect(resolveByCandles(coinbase, hourly(96), bitcoin).why).to.include('coinbase.com')
    const futures = { ...direction, description: direction.description.replace('1 hour', 'perpetual 1 hour') }
    expect(resolveByCandles(futures, hourly(96), bitcoin).why).to.include('futures')
  })

  it('other pairs and spellings of them', () => {
    for (const [written, symbol] of [
      ['SOL/USDT', 'SOLUSDT'],
      ['1INCH/USDT', '1INCHUSDT'],
      ['ETHFDUSD', 'ETHFDUSD'],
      ['XRP-USDC', 'XRPUSDC'],
    ] as const) {
      const market = {
        ...touch,
        description: touch.description.replace('BTC/USDT', written).replace('BTC_USDT', 'X'),
      }
      expect(resolveByCandles(market, hourly(96), { symbol }).outcome, written).to.equal('No')
    }
  })

  it('what was reached stays reached, though candles are missing afterwards', () => {
    expect(
      resolveByCandles(touch, hourly(40, { 35: ['100', '120', '99', '100'] }), bitcoin).outcome,
    ).to.equal('Yes')
  })

  it('takes the year of the candles where the market has none, and says so', () => {
    const answer = resolveByCandles({ ...touch, endDate: null }, hourly(96), bitcoin)
    expect(answer.outcome).to.equal('No')
    expect(answer.rule).to.include({
      assumed: 'year',
      from: '2027-03-02T05:00:00Z',
      to: '2027-03-04T05:00:00Z',
    })
  })
})
