import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { Decimal } from '../../../protocol/index.ts'
import { binance, defillama, readCurrentTvl } from '../../../protocol/source/index.ts'
import { coingecko } from '../../../workers/source/coingecko.ts'
import { polymarket } from '../../../workers/source/polymarket.ts'
import { requirement, trouble } from './requirement.ts'

describe('real replies', () => {
  const folder = process.env.CRESOLVER_DATA
  type Row = {
    id: string
    provider: string
    url: string | null
    status: number
    body: unknown
    truncated: boolean
    source_path: string
  }
  let rows: Row[] = []
  before(function () {
    if (folder === undefined || !existsSync(folder)) {
      console.log('      CRESOLVER_DATA is not set: real replies are not read')
      return this.skip()
    }
    rows = readFileSync(join(folder, 'api_responses_dev.jsonl'), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Row)
  })
  const successes = (provider: string, pattern: RegExp) =>
    rows.filter(
      (row) =>
        row.provider === provider &&
        row.status === 200 &&
        !row.truncated &&
        pattern.test(`${row.url} ${row.source_path}`),
    )
  const ever = { from: 0, to: 2 ** 40 }
  const all = (text: string) => ({ ...requirement(text), window: ever })

  it('coingecko: charts, prices of now and histories are read', () => {
    const charts = successes('coingecko', /market_chart|GetMarketChart/)
    expect(charts).not.to.deep.equal([])
    for (const { id, body } of charts) {
      const text = JSON.stringify(body)
      expect(coingecko().read(text, all('coingecko:bitcoin:price_usd')), id).not.to.equal(null)
      const high = coingecko().read(text, all('coingecko:bitcoin:price_usd_high'))
      const prices = (body as { prices: [number, number][] }).prices.map(([, price]) => price)
      expect(Number(high?.value), id).to.equal(Math.max(...prices))
    }
    const simple = successes('coingecko', /simple\/price|simple_price/)
    expect(simple.length).to.be.at.least(3)
    // None of these says of when it is, so none is a sample: but all are understood.
    for (const { id, body } of simple)
      expect(
        coingecko({ endpoint: 'simple' }).read(JSON.stringify(body), all('coingecko:bitcoin:price_usd')),
        id,
      ).to.equal(null)
    const histories = successes('coingecko', /GetAssetHistory/)
    expect(histories).not.to.deep.equal([])
    for (const { id, body } of histories)
      expect(
        coingecko({ endpoint: 'history' }).read(JSON.stringify(body), all('coingecko:bitcoin:price_usd')),
        id,
      ).not.to.equal(null)
  })

  it('S0-80 B8: market_cap and tvl are read from real charts, each sample as it was written', () => {
    const sampleOf = (text: string, wanted: string, at: number) =>
      coingecko().read(text, { ...all(wanted), window: { from: at, to: at } })?.value
    const charts = successes('coingecko', /market_chart|GetMarketChart/)
    let [right, count] = [0, 0]
    for (const { body } of charts) {
      const text = JSON.stringify(body)
      for (const [at, cap] of (body as { market_caps: [number, number][] }).market_caps) {
        const seconds = Math.floor(at / 1_000)
        for (const metric of ['market_cap', 'market_cap_usd']) {
          count++
          if (Number(sampleOf(text, `coingecko:bitcoin:${metric}`, seconds)) === cap) right++
        }
      }
    }
    const [chart] = successes('defillama', /defillama_tvl/)
    for (const { date, totalLiquidityUSD } of chart!.body as { date: string; totalLiquidityUSD: number }[]) {
      const at = Number(date)
      const wanted = { ...all('defillama:chain:Ethereum:tvl'), window: { from: at, to: at } }
      const value = defillama().read(JSON.stringify(chart!.body), wanted)?.value
      count++
      // The last point of a chart is the value of now, which is no sample.
      if (value === undefined ? at % 86_400 !== 0 : Number(value) === totalLiquidityUSD) right++
    }
    console.log(`      ${right} of ${count} real samples of market_cap and tvl are read as they were written`)
    expect(count).to.be.above(20)
    expect(right).to.equal(count)
  })

  it('error replies and replies of other endpoints are refused, never taken for silence', () => {
    for (const { id, body, status, url, source_path } of rows) {
      if (/market_chart|MarketChart/.test(`${url} ${source_path}`) && status === 200) continue
      expect(
        trouble(() => coingecko().read(JSON.stringify(body), all('coingecko:bitcoin:price_usd'))),
        id,
      ).to.equal('unreadable')
    }
  })

  it('defillama: a recorded chart is read', () => {
    const [chart] = successes('defillama', /defillama_tvl/)
    const text = JSON.stringify(chart!.body)
    expect(defillama().read(text, all('defillama:chain:Ethereum:tvl_high'))?.value).to.equal('1200')
  })

  it('defillama: the examples of its own schema are read', () => {
    const file = JSON.parse(readFileSync(join(folder!, 'defillama_openapi_free.json'), 'utf8'))
    const schemaOf = (path: string) =>
      file.paths[path].get.responses['200'].content['application/json'].schema
    const point = schemaOf('/v2/historicalChainTvl/{chain}').items.properties
    const body = JSON.stringify([{ date: point.date.example, tvl: point.tvl.example }])
    expect(defillama().read(body, all('defillama:chain:Ethereum:tvl'))?.value).to.equal('45000000000')
    expect(readCurrentTvl(String(schemaOf('/tvl/{protocol}').example))).to.equal('4962012809.795062')
  })

  it('binance: recorded candles are read as the markets they decided were paid', () => {
    const lines = readFileSync(join(folder!, 'e2e_btc_dev.jsonl'), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
    const markets = lines.map((line) => JSON.parse(line)).filter((row) => row.kind === 'binance_1h_up_down')
    expect(markets.length).to.be.above(100)
    for (const { id, binance_kline, expected } of markets) {
      const [open, first, high, low, close] = binance_kline as [number, string, string, string, string]
      const from = open / 1_000
      // The hour as a window of ten days, for which hourly candles are taken.
      const wanted = (metric: string) => requirement(`binance:BTCUSDT:${metric}`, from, from + 3_600 * 900)
      expect(binance().plan(wanted('price_high')).url).to.include('interval=1h')
      const body = JSON.stringify([binance_kline])
      expect(binance().read(body, wanted('price_high'))?.value, id).to.equal(high)
      expect(binance().read(body, wanted('price_low'))?.value, id).to.equal(low)
      expect(Decimal.compare(close, first) >= 0 ? 'Up' : 'Down', id).to.equal(expected)
    }
  })

  it('polymarket: real markets are read, in the form that Gamma gives them', () => {
    const lines = readFileSync(join(folder!, 'polymarket_markets_dev.jsonl'), 'utf8')
      .split('\n')
      .slice(0, 1_500)
    let count = 0
    for (const line of lines) {
      const row = JSON.parse(line)
      if (row.outcomes === null || row.resolvedOutcome === null || !row.closedTime) continue
      const index = row.outcomes.indexOf(row.resolvedOutcome)
      if (index === -1) continue
      const prices = row.outcomes.map((_: string, i: number) => (i === index ? '1' : '0'))
      const market = {
        ...row,
        outcomes: JSON.stringify(row.outcomes),
        outcomePrices: JSON.stringify(prices),
        closed: true,
      }
      const name = row.resolvedOutcome.toLowerCase().replace(/[^a-z0-9]+/g, '_')
      const wanted = { ...all(`polymarket:${row.slug}:resolved_${name}`), window: { from: 0, to: 2 ** 40 } }
      const isOpen = ['proposed', 'disputed'].includes(row.umaResolutionStatus)
      const sample = polymarket().read(JSON.stringify(market), wanted)
      expect(sample?.value ?? null, row.id).to.equal(isOpen ? null : '1')
      count++
    }
    expect(count).to.be.above(500)
  })
})
