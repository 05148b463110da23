import { expect } from 'chai'
import { candleLength, symbolIn } from '../../../../adapters/rules/resolve/pair.ts'
import { scan } from '../../../../reading/text/Words.ts'

const minute = 60_000

describe('symbolIn', () => {
  const of = (text: string) => symbolIn(scan(text))

  it('reads a pair however it is joined', () => {
    for (const text of ['BTC/USDT', 'BTC-USDT', 'BTC_USDT', 'BTCUSDT', 'btc/usdt', 'Bitcoin (BTC/USDT)'])
      expect(of(text), text).to.equal('BTCUSDT')
    expect(of('1INCH/USDT')).to.equal('1INCHUSDT')
    expect(of('ETH/FDUSD')).to.equal('ETHFDUSD')
  })

  it('is null where a text names several pairs or none', () => {
    expect(of('BTC/USDT or ETH/USDT')).to.equal(null)
    expect(of('Bitcoin in dollars')).to.equal(null)
    expect(of('BTC / USDT')).to.equal(null)
    expect(of('USDT alone')).to.equal(null)
  })

  it('one pair named twice is one', () => {
    expect(of('BTC/USDT, that is BTCUSDT')).to.equal('BTCUSDT')
  })
})

describe('candleLength', () => {
  const of = (text: string) => candleLength(scan(text))

  it('reads a length however it is written', () => {
    const lengths: readonly (readonly [string, number])[] = [
      ['the 1 minute candle', 1],
      ['a 1-minute candle', 1],
      ['any 1m candle', 1],
      ['one minute candles', 1],
      ['the "15m" candle', 15],
      ['1 hour candle', 60],
      ['the “1H” candle', 60],
      ['hourly candlestick', 60],
      ['4H candle', 240],
      ['daily candle', 1_440],
      ['the 1 minute price candle', 1],
    ]
    for (const [text, minutes] of lengths) expect(of(text), text).to.equal(minutes * minute)
  })

  it('is null where mentions differ, or none has a length', () => {
    expect(of('the 1 minute candle and the 1 hour candle')).to.equal(null)
    expect(of('the candle')).to.equal(null)
    expect(of('1 hour')).to.equal(null)
    expect(of('0 minute candle')).to.equal(null)
    expect(of('1 week candle')).to.equal(null)
  })
})
