import { expect } from 'chai'
import { candleLength, symbolIn } from '../../../../adapters/rules/resolve/pair.ts'
import { scan } from '../../../../reading/text/Words.ts'

describe('symbolIn', () => {
  const read = (text: string) => symbolIn(scan(text))

  it('reads a pair in any spelling', () => {
    for (const text of ['the BTC/USDT pair', 'BTC-USDT', 'btcusdt', 'BTC_USDT'])
      expect(read(text), text).to.equal('BTCUSDT')
    expect(read('1000PEPE/USDT')).to.equal('1000PEPEUSDT')
  })

  it('is null where there is none, or more than one', () => {
    expect(read('the price of bitcoin')).to.equal(null)
    expect(read('BTC/USDT or ETH/USDT')).to.equal(null)
    expect(read('BTC/USDT, that is BTCUSDT')).to.equal('BTCUSDT')
  })

  it('does not take a slash with spaces, or the quote alone, for a pair', () => {
    expect(read('BTC / USDT')).to.equal(null)
    expect(read('in USDT')).to.equal(null)
  })
})

describe('candleLength', () => {
  const read = (text: string) => candleLength(scan(text))
  const minute = 60_000

  it('reads numbers, words and letters', () => {
    expect(read('the 1 hour candle')).to.equal(60 * minute)
    expect(read('any 1-minute candle')).to.equal(minute)
    expect(read('the "4H" candle')).to.equal(240 * minute)
    expect(read('the fifteen minute candles')).to.equal(15 * minute)
    expect(read('the daily candle')).to.equal(1_440 * minute)
  })

  it('is null where the rule speaks of none, or of two lengths', () => {
    expect(read('the closing price')).to.equal(null)
    expect(read('the candle at noon')).to.equal(null)
    expect(read('the 1 hour candle and the 1 minute candle')).to.equal(null)
    expect(read('the 0 minute candle')).to.equal(null)
  })
})
