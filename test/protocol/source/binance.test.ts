import { expect } from 'chai'
import { binance, binanceBase } from '../../../protocol/source/binance.ts'
import { UnreadableReplyError, UnsupportedRequirementError } from '../../../protocol/source/Source.ts'

// What workers and the DON rely on alike is held in test/workers/source/binance.test.ts; here are its options and words.
const minute = 1_771_588_800
const query = (metric: string, length: number, from = minute) => ({
  asset: 'BTCUSDT',
  metric,
  window: { from, to: from + length },
})
const candle = (open: number, price: string, seconds = 60) =>
  `[${open}000,"1","${price}","${price}","${price}","1",${open + seconds - 1}999]`

describe('binance, asked', () => {
  const asked = (url: string) => Object.fromEntries(new URL(url).searchParams)

  it('asks at the base it is given, else at the public one', () => {
    const at = (source = binance()) => source.plan(query('price', 120)).url.split('/api/')[0]
    expect(at()).to.equal(binanceBase)
    expect(at(binance({ baseUrl: 'http://127.0.0.1:9/proxy' }))).to.equal('http://127.0.0.1:9/proxy')
    expect(binance().plan(query('price', 120)).method).to.equal('GET')
  })

  it('C55: takes coarser candles where fewer are allowed', () => {
    const interval = (maxCandles: number) =>
      asked(binance({ maxCandles }).plan(query('price_high', 3_600)).url).interval
    expect([1_000, 61, 60, 21, 3, 2].map(interval)).to.deep.equal(['1m', '1m', '3m', '3m', '30m', '1h'])
  })

  it('asks for no more candles of a price than are allowed, and no fewer than the window has', () => {
    const limit = (length: number, maxCandles?: number) =>
      asked(binance(maxCandles === undefined ? {} : { maxCandles }).plan(query('price', length)).url).limit
    expect(limit(0)).to.equal('1')
    expect(limit(120)).to.equal('3')
    expect(limit(7 * 86_400)).to.equal('1000')
    expect(limit(7 * 86_400, 5)).to.equal('5')
  })

  it('starts with the candle in which the window starts', () => {
    const { startTime, endTime } = asked(binance().plan(query('price', 100, minute + 59)).url)
    expect([startTime, endTime]).to.deep.equal([`${minute}000`, `${minute + 159}000`])
  })

  it('error: says what a symbol and a metric look like, and how long a window may be', () => {
    const { plan } = binance({ maxCandles: 10 })
    expect(() => plan({ ...query('price', 60), asset: 'B' })).to.throw(
      UnsupportedRequirementError,
      'like BTCUSDT',
    )
    expect(() => plan(query('volume', 60))).to.throw('its metric is price, price_high or price_low.')
    expect(() => plan(query('price_low', 11 * 86_400))).to.throw('the window is longer than 10 days.')
    expect(plan(query('price', 11 * 86_400)).url, 'only the first candle matters').to.include('interval=1m')
  })
})

describe('binance, read', () => {
  it('C54: takes the first close in the window, whatever the order of candles', () => {
    const body = `[${candle(minute + 60, '2')},${candle(minute, '1')}]`
    expect(binance().read(body, query('price', 120))).to.deep.equal({ observedAt: minute + 59, value: '1' })
    expect(binance().read(body, query('price', 58)), 'before any closes').to.equal(null)
  })

  it('an extreme is final after its window, a price with its candle', () => {
    const sample = { observedAt: minute + 59, value: '1' }
    expect(binance().finalFrom!(sample, query('price', 120))).to.equal(minute + 60)
    expect(binance().finalFrom!(sample, query('price_high', 120))).to.equal(minute + 121)
  })

  it('error: says what it cannot read', () => {
    const read = (body: string, metric = 'price') => binance().read(body, query(metric, 120, minute + 30))
    expect(() => read(`[${candle(minute, '1', 180)}]`)).to.throw('not of the length that was asked for')
    expect(() => read('[[1,"1","1","1","1","1"]]')).to.throw('expected a list of 7 parts (at /0)')
    expect(() => read(`[[${minute}000,1,1,1,1,1,${minute + 59}999]]`)).to.throw(
      UnreadableReplyError,
      'expected a text (at /0)',
    )
    expect(() => read(`[${candle(minute, '9')},${candle(minute + 60, '1')}]`, 'price_high')).to.throw(
      'the high is in a candle that reaches over an end of the window',
    )
  })

  it('C55: reads candles of each length that it asks for', () => {
    const lengths = { '1m': 60, '3m': 180, '5m': 300, '15m': 900, '30m': 1_800, '1h': 3_600, '2h': 7_200 }
    const longer = { '4h': 14_400, '6h': 21_600, '8h': 28_800, '12h': 43_200, '1d': 86_400 }
    const source = binance({ maxCandles: 2 })
    for (const [interval, seconds] of Object.entries({ ...lengths, ...longer })) {
      // The window touches two candles of this length, and three of any that is shorter.
      const from = minute - (minute % 86_400)
      const wanted = query('price_high', 2 * seconds - 1, from)
      expect(new URL(source.plan(wanted).url).searchParams.get('interval'), interval).to.equal(interval)
      expect(source.read(`[${candle(from, '7', seconds)}]`, wanted), interval).to.deep.equal({
        observedAt: from + seconds - 1,
        value: '7',
      })
    }
  })
})
