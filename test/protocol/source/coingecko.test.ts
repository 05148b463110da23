import { expect } from 'chai'
import { coingecko, coingeckoBase, coinOf } from '../../../protocol/source/coingecko.ts'
import { UnreadableReplyError, UnsupportedRequirementError } from '../../../protocol/source/Source.ts'

// How workers ask and read it is held in test/workers/source/coingecko.test.ts; here is what the DON has of it.
const window = { from: 1_771_631_940, to: 1_771_635_840 }
const query = (metric = 'price_usd', asset = 'bitcoin') => ({ asset, metric, window })

describe('coinOf', () => {
  it('reads coin, series, currency and choice, in any case', () => {
    expect(coinOf(query('MARKET_CAP_EUR_low', 'Bitcoin'))).to.deep.equal({
      id: 'bitcoin',
      series: 'market_cap',
      currency: 'eur',
      choice: 'low',
    })
    expect(coinOf(query('volume_usd', 'usd-coin.e_2'))).to.include({ id: 'usd-coin.e_2', series: 'volume' })
  })

  it('S0-80 B8: seed 000’s market_cap is in dollars', () => {
    const dollars = { series: 'market_cap', currency: 'usd' }
    expect(coinOf(query('market_cap'))).to.include({ ...dollars, choice: 'first' })
    expect(coinOf(query('MARKET_CAP_high'))).to.include({ ...dollars, choice: 'high' })
    expect(coinOf(query('market_cap_eur_low'))).to.include({
      series: 'market_cap',
      currency: 'eur',
      choice: 'low',
    })
  })

  it('error: says how a coin and a metric are named', () => {
    for (const asset of ['', '.', '-a', 'a/b', 'a'.repeat(129)])
      expect(() => coinOf(query('price_usd', asset)), asset).to.throw(
        UnsupportedRequirementError,
        'a coin is named by its API id, like bitcoin.',
      )
    for (const metric of ['price', 'price_u', 'price_high', 'fees_usd', 'price_us$'])
      expect(() => coinOf(query(metric)), metric).to.throw(
        UnsupportedRequirementError,
        'its metrics are price_usd, market_cap, market_cap_usd, volume_usd and their like.',
      )
  })
})

describe('coingecko', () => {
  const at = window.from * 1_000
  const body = `{"prices":[[${at},1]],"market_caps":[[${at},2]],"total_volumes":[[${at},3],[${at + 1_000},4]]}`

  it('asks at the base it is given, else at the public one', () => {
    expect(coingecko().plan(query()).url.startsWith(`${coingeckoBase}/coins/bitcoin/`)).to.equal(true)
    expect(coingecko({ baseUrl: 'http://127.0.0.1:9' }).plan(query()).url).to.equal(
      `http://127.0.0.1:9/coins/bitcoin/market_chart/range?vs_currency=usd&from=${window.from}&to=${window.to}`,
    )
  })

  it('reads each metric from its own series', () => {
    const value = (metric: string) => coingecko().read(body, query(metric))?.value
    expect(['price_usd', 'market_cap_usd', 'volume_usd', 'volume_usd_high'].map(value)).to.deep.equal([
      '1',
      '2',
      '3',
      '4',
    ])
  })

  it('cuts milliseconds off the time of a point', () => {
    const late = body.replace(`[[${at},1]]`, `[[${at + 999},1]]`)
    expect(coingecko().read(late, query())).to.deep.equal({ observedAt: window.from, value: '1' })
  })

  it('passes over a point without a value, but not over one without a place for it', () => {
    const points = (prices: string) => `{"prices":${prices},"market_caps":[],"total_volumes":[]}`
    expect(coingecko().read(points(`[[${at},null],[${at + 5_000},7]]`), query())?.value).to.equal('7')
    expect(() => coingecko().read(points(`[[${at}]]`), query())).to.throw(
      'expected a list of 2 parts (at /prices/0)',
    )
  })

  it('error: a value that no contract holds is refused, and the place of a fault is named', () => {
    const prices = (value: string) => `{"prices":[[${at},${value}]],"market_caps":[],"total_volumes":[]}`
    expect(() => coingecko().read(prices('1e22'), query())).to.throw(
      UnreadableReplyError,
      '"1e22" is no number',
    )
    expect(() => coingecko().read(prices('"7"'), query())).to.throw('expected a number (at /prices/0)')
    expect(() => coingecko().read('{"prices":[]}', query())).to.throw(
      UnreadableReplyError,
      '(at /market_caps)',
    )
  })
})
