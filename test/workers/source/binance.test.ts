import { expect } from 'chai'
import { Instant } from '../../../protocol/index.ts'
import { binance } from '../../../protocol/source/index.ts'
import { requirement, trouble, urlOf } from './requirement.ts'

describe('binance', () => {
  const source = binance()
  const minute = Instant.parse('2026-02-20T12:00:00Z')
  const price = requirement('binance:BTCUSDT:price', minute, minute + 120)
  const candle = (open: number, values: [number, number, number], seconds = 60) => {
    const [high, low, close] = values
    return `[${open}000,"1","${high}","${low}","${close}","12.5",${open + seconds - 1}999,"1",9,"1","1","0"]`
  }

  it('C54: the sample at 12:00:00 is the close of the candle that opens then; its time is when it closes', () => {
    expect(urlOf(source, price)).to.equal(
      `https://api.binance.com/api/v3/klines?symbol=BTCUSDT&interval=1m&startTime=${minute}000&endTime=${minute + 120}000&limit=3`,
    )
    const body = `[${candle(minute - 60, [1, 1, 1])},${candle(minute, [2, 2, 2])},${candle(minute + 60, [3, 3, 3])}]`
    expect(source.read(body, price)).to.deep.equal({ observedAt: minute + 59, value: '2' })
  })

  it('C54: within a minute it is the candle of that minute', () => {
    const later = requirement('binance:btcusdt:price', minute + 30, minute + 150)
    expect(urlOf(source, later)).to.include(`symbol=BTCUSDT&interval=1m&startTime=${minute}000`)
    expect(source.read(`[${candle(minute, [2, 2, 2])}]`, later)?.observedAt).to.equal(minute + 59)
  })

  it('is final only when the candle has closed', () => {
    const sample = source.read(`[${candle(minute, [2, 2, 2])}]`, price)
    expect(source.finalFrom!(sample, price)).to.equal(minute + 60)
    expect(source.finalFrom!(null, price)).to.equal(minute + 121)
  })

  it('C55: takes candles as fine as fit into one reply', () => {
    const interval = (length: number) => {
      const wanted = requirement('binance:BTCUSDT:price_high', minute, minute + length)
      const query = new URL(urlOf(source, wanted)).searchParams
      expect(Number(query.get('limit'))).to.be.at.most(1_000)
      return query.get('interval')
    }
    expect(
      [3_600, 59_940, 60_000, 86_400, 7 * 86_400, 30 * 86_400, 365 * 86_400, 730 * 86_400].map(interval),
    ).to.deep.equal(['1m', '1m', '3m', '3m', '15m', '1h', '12h', '1d'])
    expect(trouble(() => interval(1_001 * 86_400))).to.equal('unsupported')
  })

  it('C55: highs and lows are exact, or refused', () => {
    const high = requirement('binance:BTCUSDT:price_high', minute + 30, minute + 240)
    const low = { ...high, metric: 'price_low' }
    const inside = `${candle(minute + 60, [7, 5, 6])},${candle(minute + 120, [9, 4, 6])}`
    const body = (first: [number, number, number], after = '') =>
      `[${candle(minute, first)},${inside}${after}]`
    expect(source.read(body([8, 6, 7]), high)).to.deep.equal({ observedAt: minute + 179, value: '9' })
    expect(source.read(body([9, 4, 7]), low)).to.deep.equal({ observedAt: minute + 179, value: '4' })
    expect(
      trouble(() => source.read(body([10, 6, 7]), high)),
      'before or after the start?',
    ).to.equal('unreadable')
    expect(trouble(() => source.read(body([8, 3, 7]), low))).to.equal('unreadable')
    // A candle that opens at the very end is after it.
    expect(source.read(body([8, 6, 7], `,${candle(minute + 240, [99, 1, 5])}`), high)?.value).to.equal('9')
    expect(source.read('[]', high)).to.equal(null)
  })

  it('refuses candles of another length, and error replies', () => {
    expect(trouble(() => source.read(`[${candle(minute, [2, 2, 2], 3_600)}]`, price))).to.equal('unreadable')
    for (const body of ['{"code":-1121,"msg":"Invalid symbol."}', '[[1]]', '[{}]', 'null'])
      expect(
        trouble(() => source.read(body, price)),
        body,
      ).to.equal('unreadable')
    expect(trouble(() => source.plan({ ...price, asset: 'BTC/USDT' }))).to.equal('unsupported')
    expect(trouble(() => source.plan({ ...price, metric: 'price_usd' }))).to.equal('unsupported')
  })
})
