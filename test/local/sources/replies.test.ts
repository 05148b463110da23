import { expect } from 'chai'
import { makePrices } from '../../../local/sources/makePrices.ts'
import {
  bulletin,
  bulletinLevel,
  gaugeLevel,
  gaugeReadings,
  klines,
  lockedElsewhere,
  lockedText,
  lockedValue,
  marketChart,
} from '../../../local/sources/replies.ts'
import { Instant } from '../../../protocol/index.ts'

const prices = makePrices(1, () => 1_000)
const from = Instant.parse('2025-06-02T00:00:30Z')

describe('CoinGecko as the local sources speak it', () => {
  it('has a point every five minutes, a little after the full ones, within what was asked', () => {
    const { body } = marketChart(prices, 'bitcoin', from, from + 1_000)!
    const times = JSON.parse(body).prices.map(([ms]: [number]) => Math.floor(ms / 1_000))
    expect(times).to.deep.equal([274, 574, 874].map((after) => from + after))
    expect(JSON.parse(body)).to.have.all.keys('prices', 'market_caps', 'total_volumes')
  })

  it('observes the first point, with the digits that stand in the reply', () => {
    const { body, observation } = marketChart(prices, 'bitcoin', from, from + 1_000)!
    expect(observation).to.include({ source: 'coingecko:bitcoin:price_usd', observedAt: from + 274 })
    expect(body).to.contain(`${observation!.observedAt}312,${observation!.value}]`)
  })

  it('observes nothing in a window without a point, and knows no other coins', () => {
    const empty = marketChart(prices, 'bitcoin', from, from + 100)!
    expect(JSON.parse(empty.body).prices).to.deep.equal([])
    expect(empty).to.not.have.property('observation')
    expect(marketChart(prices, 'no-such-coin', from, from + 100)).to.equal(null)
  })

  it('ends long before a window of weeks does', () => {
    const { body } = marketChart(prices, 'bitcoin', from, from + 30 * 86_400)!
    expect(JSON.parse(body).prices).to.have.length(400)
  })
})

describe('Binance as the local sources speak it', () => {
  it('has candles of a minute that hold together, and observes the close of the first', () => {
    const { body, observation } = klines(prices, 'BTCUSDT', from, from + 300)!
    const candles = JSON.parse(body) as [number, string, string, string, string, string, number][]
    expect(candles).to.have.length(5)
    for (const [opens, open, high, low, close, , closes] of candles) {
      expect(closes - opens).to.equal(59_999)
      expect(Number(high)).to.equal(Math.max(Number(open), Number(close)))
      expect(Number(low)).to.equal(Math.min(Number(open), Number(close)))
    }
    expect(observation).to.deep.equal({
      source: 'binance:btcusdt:price',
      observedAt: from + 89,
      value: candles[0]![4],
    })
  })

  it('has no candles in less than a minute, and no other pairs', () => {
    expect(klines(prices, 'BTCUSDT', from, from + 10)).to.deep.equal({ body: '[]', type: 'application/json' })
    expect(klines(prices, 'BTC', from, from + 10)).to.equal(null)
  })
})

describe('DefiLlama as the local sources speak it, and one who counts the same', () => {
  it('has a month of days on each side, of a protocol and of a chain', () => {
    const protocol = JSON.parse(lockedValue(prices, 'aave', from)!.body)
    expect(protocol.tvl).to.have.length(61)
    expect(protocol.tvl[30]).to.deep.equal({
      date: from - 30,
      totalLiquidityUSD: Number(lockedText(prices, 'aave', from - 30)),
    })
    const chain = JSON.parse(lockedValue(prices, 'chain:Ethereum', from)!.body)
    expect(chain[0]).to.have.all.keys('date', 'tvl')
    expect(lockedValue(prices, 'nothing', from)).to.equal(null)
  })

  it('counts nearly the same elsewhere', () => {
    const large = makePrices(1, () => 1_000_000)
    const { at, usd } = JSON.parse(lockedElsewhere(large, 'aave', from)!.body)
    const excess = usd / Number(lockedText(large, 'aave', at)) - 1
    expect(Math.abs(excess - 0.0007)).to.be.lessThan(0.00001)
    expect(lockedElsewhere(large, 'nothing', from)).to.equal(null)
  })
})

describe('the river authority', () => {
  it('measures each quarter of an hour, and writes something else in its bulletin', () => {
    const { readings } = JSON.parse(gaugeReadings(prices, 'dresden', from)!.body)
    const quarter = from + 870
    expect(readings[0]).to.deep.equal({ at: quarter, level: Number(gaugeLevel(prices, 'dresden', quarter)) })
    const page = bulletin(prices, 'dresden', from)!
    expect(page.type).to.equal('text/html')
    expect(page.body).to.contain(`Level: ${bulletinLevel(prices, 'dresden', quarter)} m`)
    expect(page.body).to.contain('<time>2025-06-02T00:15:00Z</time>')
    expect([gaugeReadings(prices, 'x', from), bulletin(prices, 'x', from)]).to.deep.equal([null, null])
  })

  it('differs from its gauge by an eighth, up or down', () => {
    for (const id of ['dresden', 'cologne', 'passau']) {
      const ratio = Number(bulletinLevel(prices, id, from)) / Number(gaugeLevel(prices, id, from))
      expect(Math.abs(Math.abs(ratio - 1) - 0.12), id).to.be.lessThan(0.001)
    }
  })
})
