import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import fc from 'fast-check'
import { Decimal, Hash, Instant } from '../../../protocol/index.ts'
import { binance } from '../../../workers/source/binance.ts'
import { coingecko } from '../../../workers/source/coingecko.ts'
import { defillama, readCurrentTvl } from '../../../workers/source/defillama.ts'
import * as ExactJson from '../../../workers/source/ExactJson.ts'
import * as Html from '../../../workers/source/Html.ts'
import { httpSource, httpSources } from '../../../workers/source/http.ts'
import { payouts, polymarket, readMarket } from '../../../workers/source/polymarket.ts'
import { type Requirement, type Source, SourceError } from '../../../workers/source/Source.ts'
import { webSource, webSources } from '../../../workers/source/web.ts'

const deadline = Instant.parse('2026-02-20T23:59:00Z')

function requirement(text: string, from = deadline, to = from + 3_900): Requirement {
  const [provider = '', ...rest] = text.split(':')
  const metric = rest.pop() ?? ''
  return {
    requirementId: 'r1',
    provider,
    asset: rest.join(':'),
    metric,
    sourceId: Hash.ofText(text),
    window: { from, to },
  }
}

function trouble(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    expect(error).to.be.instanceOf(SourceError)
    return (error as SourceError).trouble
  }
  return 'none'
}

const urlOf = (source: Source, wanted: Requirement): string => source.plan(wanted).url

describe('ExactJson', () => {
  it('C32: keeps the digits of a number as they were written', () => {
    const read = ExactJson.parse('{"a":[48607.87452248450000001,1.0,-0.5e+2],"b":"1.0"}')
    const { a, b } = read as { a: ExactJson.NumberText[]; b: string }
    expect(a.map(({ source }) => source)).to.deep.equal(['48607.87452248450000001', '1.0', '-0.5e+2'])
    expect(b).to.equal('1.0')
  })

  it('C54: writes exponents out, and cuts decimals that no contract can hold off towards zero', () => {
    const cases: [string, string][] = [
      ['49013', '49013'],
      ['0.50', '0.50'],
      ['1e3', '1000'],
      ['1.25E-7', '0.000000125'],
      ['12.5e1', '125'],
      ['-1.5e-3', '-0.0015'],
      ['-0', '0'],
      ['-0.0', '0.0'],
      ['0e5', '0'],
      ['9.6123456789012345e-12', '0.000000000009612345'],
      ['-9.6123456789012345e-12', '-0.000000000009612345'],
      ['1.9999999999999999999', '1.999999999999999999'],
      ['1e-30', '0.000000000000000000'],
      ['-1e-30', '0.000000000000000000'],
      ['007', '7'],
      ['170141183460469231731.687303715884105727', '170141183460469231731.687303715884105727'],
    ]
    for (const [source, plain] of cases) expect(ExactJson.toDecimal(source), source).to.equal(plain)
  })

  it('refuses what is no number, or too large for a contract', () => {
    for (const text of [
      '',
      'NaN',
      '.5',
      '5.',
      '1e',
      '0x10',
      '1_000',
      ' 1',
      '1e400',
      '1e-401',
      '1e21',
      '170141183460469231732',
    ])
      expect(() => ExactJson.toDecimal(text), text).to.throw(ExactJson.NotANumberError)
  })

  it('agrees with exact arithmetic on any number that JSON can write', () => {
    const digits = fc.bigInt({ min: 0n, max: 10n ** 20n - 1n })
    fc.assert(
      fc.property(digits, fc.integer({ min: -30, max: 0 }), fc.boolean(), (value, exponent, negative) => {
        const text = ExactJson.toDecimal(`${negative ? '-' : ''}${value}e${exponent}`)
        const fixed = (value * 10n ** 18n) / 10n ** BigInt(-exponent)
        expect(Decimal.toFixed18(text)).to.equal(negative ? -fixed : fixed)
      }),
    )
  })

  it('refuses deep nesting before it recurses', () => {
    expect(() => ExactJson.parse('['.repeat(500_000))).to.throw('nests deeper')
  })
})

describe('coingecko', () => {
  const source = coingecko()
  const price = requirement('coingecko:bitcoin:price_usd')
  const at = (seconds: number) => `${(deadline + seconds) * 1_000}`
  const chart = (prices: string, others = '[]') =>
    `{"prices":${prices},"market_caps":${others},"total_volumes":${others}}`

  it('C54: asks for the window, and takes its first point', () => {
    expect(urlOf(source, price)).to.equal(
      `https://api.coingecko.com/api/v3/coins/bitcoin/market_chart/range?vs_currency=usd&from=${deadline}&to=${deadline + 3_900}`,
    )
    const body = chart(`[[${at(-300)},1],[${at(12)},74999.123456789012345678],[${at(312)},3]]`)
    expect(source.read(body, price)).to.deep.equal({
      observedAt: deadline + 12,
      value: '74999.123456789012345678',
    })
  })

  it('C54: counts both ends of the window, and nothing beyond them', () => {
    const only = (seconds: number, extra = 0) =>
      source.read(chart(`[[${(deadline + seconds) * 1_000 + extra},5]]`), price)
    expect(only(0)).to.deep.equal({ observedAt: deadline, value: '5' })
    expect(only(3_900)).to.deep.equal({ observedAt: deadline + 3_900, value: '5' })
    expect(only(-1, 999)).to.equal(null)
    expect(only(3_901)).to.equal(null)
  })

  it('C35: says null when the provider answered and has nothing', () => {
    expect(source.read(chart('[]'), price)).to.equal(null)
    expect(source.read(chart(`[[${at(5)},null]]`), price)).to.equal(null)
  })

  it('takes the earliest point, in whatever order they come', () => {
    const body = chart(`[[${at(600)},3],[${at(5)},1],[${at(300)},2]]`)
    expect(source.read(body, price)?.value).to.equal('1')
  })

  it('C55: knows highs and lows of the whole window, and the earliest of equals', () => {
    const body = chart(`[[${at(0)},5],[${at(10)},9.0],[${at(20)},9],[${at(30)},2e0],[${at(9_999)},99]]`)
    const extreme = (metric: string) => source.read(body, { ...price, metric })
    expect(extreme('price_usd_high')).to.deep.equal({ observedAt: deadline + 10, value: '9.0' })
    expect(extreme('price_usd_low')).to.deep.equal({ observedAt: deadline + 30, value: '2' })
  })

  it('has market caps and volumes, in any currency', () => {
    const body = chart('[]', `[[${at(1)},1370247487960.09]]`)
    for (const metric of ['market_cap_usd', 'volume_usd', 'MARKET_CAP_USD'])
      expect(source.read(body, { ...price, metric })?.value).to.equal('1370247487960.09')
    expect(urlOf(source, { ...price, metric: 'price_eth' })).to.include('vs_currency=eth')
  })

  it('reads the price of now with its time', () => {
    const simple = coingecko({ endpoint: 'simple' })
    expect(urlOf(simple, price)).to.include(
      '/simple/price?ids=bitcoin&vs_currencies=usd&include_last_updated_at=true',
    )
    const body = (time: number) => `{"bitcoin":{"usd":49013,"last_updated_at":${time}}}`
    expect(simple.read(body(deadline + 1), price)).to.deep.equal({ observedAt: deadline + 1, value: '49013' })
    expect(simple.read(body(deadline - 1), price)).to.equal(null)
    expect(simple.read('{"bitcoin":{"usd":49013}}', price), 'no time').to.equal(null)
    expect(simple.read('{}', price), 'unknown coin').to.equal(null)
    expect(simple.read('{"__proto__":{"usd":1}}', { ...price, asset: 'constructor' })).to.equal(null)
    const cap = { ...price, metric: 'market_cap_usd' }
    const caps = `{"bitcoin":{"usd":1,"usd_market_cap":9.5e11,"last_updated_at":${deadline}}}`
    expect(simple.read(caps, cap)?.value).to.equal('950000000000')
  })

  it('reads a day’s first second', () => {
    const history = coingecko({ endpoint: 'history' })
    const midnight = Instant.parse('2026-02-21T00:00:00Z')
    expect(urlOf(history, price)).to.include('/coins/bitcoin/history?date=21-02-2026&localization=false')
    const data = '{"current_price":{"usd":70000.5},"market_cap":{"usd":1},"total_volume":{"usd":2}}'
    const body = `{"id":"bitcoin","symbol":"btc","name":"Bitcoin","market_data":${data}}`
    expect(history.read(body, price)).to.deep.equal({ observedAt: midnight, value: '70000.5' })
    expect(history.read('{"id":"bitcoin","symbol":"btc","name":"Bitcoin"}', price)).to.equal(null)
    expect(trouble(() => history.read(body.replace('"bitcoin"', '"ethereum"'), price))).to.equal('unreadable')
    expect(history.read(body, { ...price, window: { from: deadline, to: deadline + 30 } })).to.equal(null)
  })

  it('refuses what it does not have', () => {
    for (const metric of ['price', 'tvl', 'price_', 'price_usd&x=1', 'price_usd_open'])
      expect(
        trouble(() => source.plan({ ...price, metric })),
        metric,
      ).to.equal('unsupported')
    for (const asset of ['', '..', '../simple', 'bitcoin/x', 'bitcoin?x', 'bit%2fcoin', '§'])
      expect(
        trouble(() => source.plan({ ...price, asset })),
        asset,
      ).to.equal('unsupported')
    for (const endpoint of ['simple', 'history'] as const)
      expect(trouble(() => coingecko({ endpoint }).plan({ ...price, metric: 'price_usd_high' }))).to.equal(
        'unsupported',
      )
  })

  it('says what is wrong with a reply', () => {
    const bodies = [
      '',
      '<html>',
      '[]',
      '{"error":"coin not found"}',
      '{"status":{"error_code":429}}',
      chart('[["1",2]]'),
      chart('[[1]]'),
      chart(`[[${at(1)},1e30]]`),
    ]
    for (const body of bodies)
      expect(
        trouble(() => source.read(body, price)),
        body,
      ).to.equal('unreadable')
  })
})

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

describe('defillama', () => {
  const source = defillama()
  const midnight = Instant.parse('2026-02-21T00:00:00Z')
  const tvl = requirement('defillama:Aave-v3:tvl', deadline, deadline + 90_000)
  const chain = requirement('defillama:chain:Ethereum:tvl', deadline, deadline + 90_000)
  const protocol = (points: string) => `{"id":"1","name":"Aave","tvl":[${points}],"chainTvls":{}}`
  const point = (date: number, value: string) => `{"date":${date},"totalLiquidityUSD":${value}}`

  it('asks for a protocol, a chain, or all chains', () => {
    expect(urlOf(source, tvl)).to.equal('https://api.llama.fi/protocol/aave-v3')
    expect(urlOf(source, chain)).to.equal('https://api.llama.fi/v2/historicalChainTvl/Ethereum')
    expect(urlOf(source, { ...chain, asset: 'chain:all' })).to.equal(
      'https://api.llama.fi/v2/historicalChainTvl',
    )
    expect(urlOf(source, { ...chain, asset: 'chain:OP%20Mainnet' })).to.match(/OP%20Mainnet$/)
  })

  it('C54: takes the first day after the deadline', () => {
    const points = [
      point(midnight - 86_400, '1'),
      point(midnight, '4962012809.795062'),
      point(midnight + 86_400, '3'),
    ]
    expect(source.read(protocol(points.join(',')), tvl)).to.deep.equal({
      observedAt: midnight,
      value: '4962012809.795062',
    })
    const chart = `[{"date":${midnight},"tvl":45000000000.5},{"date":"${midnight + 86_400}","tvl":3}]`
    expect(source.read(chart, chain)).to.deep.equal({ observedAt: midnight, value: '45000000000.5' })
  })

  it('C54: the value of now is no sample, because it still changes', () => {
    expect(
      source.read(protocol(`${point(midnight - 86_400, '1')},${point(deadline + 30, '2')}`), tvl),
    ).to.equal(null)
  })

  it('C55: knows highs and lows', () => {
    const body = `[{"date":${midnight},"tvl":5},{"date":${midnight + 86_400},"tvl":7},{"date":${midnight + 172_800},"tvl":6}]`
    const wanted = requirement('defillama:chain:Ethereum:tvl_high', deadline, midnight + 172_800)
    expect(source.read(body, wanted)?.value).to.equal('7')
    expect(source.read(body, { ...wanted, metric: 'tvl_low' })?.value).to.equal('5')
  })

  it('reads the value of now where only that is wanted', () => {
    expect(readCurrentTvl('4962012809.795062')).to.equal('4962012809.795062')
    expect(trouble(() => readCurrentTvl('{"message":"Protocol is not found"}'))).to.equal('unreadable')
  })

  it('refuses what it does not have', () => {
    expect(trouble(() => source.plan({ ...tvl, metric: 'price_usd' }))).to.equal('unsupported')
    for (const asset of ['chain:', 'a/b', '..', 'chain:../x'])
      expect(
        trouble(() => source.plan({ ...tvl, asset })),
        asset,
      ).to.equal('unsupported')
    for (const body of ['[]', '{"statusCode":400,"message":"Protocol not found"}'])
      expect(
        trouble(() => source.read(body, tvl)),
        body,
      ).to.equal('unreadable')
    expect(trouble(() => source.read('{}', chain))).to.equal('unreadable')
  })
})

describe('polymarket', () => {
  const source = polymarket()
  const closing = Instant.parse('2026-02-19T10:00:00Z')
  const base = {
    id: '512345',
    slug: 'will-it-rain',
    question: 'Will it rain?',
    conditionId: '0xabc',
    outcomes: '["Yes", "No"]',
    outcomePrices: '["0.0215", "0.9785"]',
    closed: false,
    updatedAt: '2026-02-20T23:59:30.123456Z',
  }
  const resolved = {
    ...base,
    outcomePrices: '["0", "1"]',
    closed: true,
    closedTime: '2026-02-19 10:00:00+00',
    umaResolutionStatus: 'resolved',
  }
  const read = (market: object, metric: string, window = { from: deadline, to: deadline + 3_900 }) =>
    source.read(JSON.stringify(market), { ...requirement(`polymarket:will-it-rain:${metric}`), window })

  it('S2-96: asks by id or by slug', () => {
    const url = (asset: string) => urlOf(source, requirement(`polymarket:${asset}:closed`))
    expect(url('512345')).to.equal('https://gamma-api.polymarket.com/markets/512345')
    expect(url('Will-It-Rain')).to.equal('https://gamma-api.polymarket.com/markets/slug/will-it-rain')
    expect(trouble(() => url('a/b'))).to.equal('unsupported')
  })

  it('C100: reads prices from the lists inside of strings, as of the last update', () => {
    expect(read(base, 'price_yes')).to.deep.equal({ observedAt: deadline + 30, value: '0.0215' })
    expect(read(base, 'price_no')?.value).to.equal('0.9785')
    expect(read(base, 'price_yes', { from: deadline + 60, to: deadline + 90 })).to.equal(null)
  })

  it('knows how a market was resolved, at the window’s start if that was before', () => {
    expect(read(resolved, 'resolved_no')).to.deep.equal({ observedAt: deadline, value: '1' })
    expect(read(resolved, 'resolved_yes')?.value).to.equal('0')
    expect(read(resolved, 'closed')).to.deep.equal({ observedAt: deadline, value: '1' })
    const early = { from: closing - 100, to: closing + 100 }
    expect(read(resolved, 'resolved_no', early)?.observedAt).to.equal(closing)
    expect(read(resolved, 'resolved_no', { from: closing - 100, to: closing - 1 })).to.equal(null)
    expect(read({ ...resolved, outcomePrices: '["0.5","0.5"]' }, 'resolved_no')?.value).to.equal('0.5')
  })

  it('takes no price for a resolution', () => {
    expect(read(base, 'resolved_yes')).to.equal(null)
    expect(read({ ...resolved, umaResolutionStatus: 'disputed' }, 'resolved_no')).to.equal(null)
    expect(read({ ...resolved, outcomePrices: '["0.01","0.99"]' }, 'resolved_no')).to.equal(null)
    expect(payouts(readMarket(JSON.stringify({ ...resolved, outcomePrices: '["1","1"]' })))).to.equal(null)
    expect(read(base, 'closed')).to.deep.equal({ observedAt: deadline + 30, value: '0' })
  })

  it('refuses another market, unknown outcomes and broken lists', () => {
    expect(trouble(() => read({ ...base, slug: 'another' }, 'closed'))).to.equal('unreadable')
    expect(trouble(() => read(base, 'price_maybe'))).to.equal('unreadable')
    for (const outcomes of ['Yes,No', '[1,2]', '["Yes"]'])
      expect(
        trouble(() => read({ ...base, outcomes }, 'price_yes')),
        outcomes,
      ).to.equal('unreadable')
    expect(trouble(() => read({ ...base, updatedAt: 'yesterday' }, 'price_yes'))).to.equal('unreadable')
    expect(trouble(() => read(base, 'volume'))).to.equal('unsupported')
  })
})

describe('http', () => {
  const entry = {
    id: 'weather/berlin',
    metric: 'temperature',
    url: 'https://api.example.org/v1?from={from}&to={to_ms}&at={from_iso}',
    value: '$.hourly[*].t',
    time: '$.hourly[*].at',
  }
  const source = httpSources([httpSource.parse(entry)])
  const wanted = requirement('http:weather/berlin:temperature')

  it('S2-96: asks the configured URL for the window', () => {
    expect(urlOf(source, wanted)).to.equal(
      `https://api.example.org/v1?from=${deadline}&to=${deadline + 3_900}000&at=2026-02-20T23:59:00Z`,
    )
  })

  it('S2-96: finds values and times by JSONPath, with all digits', () => {
    const point = (t: string, seconds: number) => `{"t":${t},"at":${deadline + seconds}}`
    const body = `{"hourly":[${point('1', -60)},${point('null', 1)},${point('20.10000000000000000001', 60)},${point('"1,234.5"', 90)}]}`
    expect(source.read(body, wanted)).to.deep.equal({
      observedAt: deadline + 60,
      value: '20.100000000000000000',
    })
    expect(source.read(body, { ...wanted, metric: 'temperature_high' })?.value).to.equal('1234.5')
    expect(source.read('{"hourly":[]}', wanted)).to.equal(null)
  })

  it('finds its way by odd keys and filters', () => {
    const odd = httpSource.parse({
      ...entry,
      value: `$["a'b\\\\c"][?@.v > 1].v`,
      time: `$["a'b\\\\c"][?@.v > 1].at`,
      timeFormat: 'iso',
    })
    const body = JSON.stringify({
      "a'b\\c": [
        { v: 1, at: 'x' },
        { v: 2, at: '2026-02-20T23:59:01.5Z' },
      ],
    })
    expect(httpSources([odd]).read(body, wanted)).to.deep.equal({ observedAt: deadline + 1, value: '2' })
  })

  it('takes the time asked for where the URL says it', () => {
    const { time: _, ...timeless } = entry
    const asking = httpSources([httpSource.parse({ ...timeless, value: '$.price' })])
    expect(asking.read('{"price":5}', wanted)).to.deep.equal({ observedAt: deadline, value: '5' })
    expect(httpSource.safeParse({ ...timeless, url: 'https://api.example.org/' }).success).to.equal(false)
  })

  it('refuses paths that would run regular expressions, and URLs without a fixed host', () => {
    const good = (changes: object) => httpSource.safeParse({ ...entry, ...changes }).success
    expect(good({})).to.equal(true)
    for (const value of ['$[?match(@.a, "(a+)+")]', '$[?search (@.a, "a")]', '$[', 'a.b', ''])
      expect(good({ value }), value).to.equal(false)
    for (const url of ['https://{from}/', 'ftp://x/', 'api.example.org'])
      expect(good({ url }), url).to.equal(false)
  })

  it('says what is wrong with a reply', () => {
    for (const body of [
      '',
      '{"hourly":[{"t":1}]}',
      '{"hourly":[{"t":{},"at":1}]}',
      '{"hourly":[{"t":"warm","at":1}]}',
      '{"hourly":[{"t":1,"at":1e30}]}',
    ])
      expect(
        trouble(() => source.read(body, wanted)),
        body,
      ).to.equal('unreadable')
    expect(trouble(() => source.plan({ ...wanted, asset: 'unknown' }))).to.equal('unsupported')
    expect(trouble(() => source.plan({ ...wanted, metric: 'rain' }))).to.equal('unsupported')
  })
})

describe('web', () => {
  const entry = {
    id: 'bulletin',
    metric: 'level',
    url: 'https://www.example.org/bulletin',
    value: { selector: 'p.level', pattern: 'Level: (?P<value>[0-9.,]+) m' },
    time: { pattern: 'As of (?P<value>[0-9TZ:-]+)' },
  }
  const source = webSources([webSource.parse(entry)])
  const wanted = requirement('web:bulletin:level')
  const page = (level: string, time = '2026-02-20T23:59:30Z') =>
    `<!doctype html><html><head><style>p{}</style><script>"Level: 9 m"</script></head><body><!-- Level: 8 m -->
     <p>As of ${time}</p><p class="level">Level: <b>${level}</b>&nbsp;m</p></body></html>`

  it('S2-96: finds value and time in the text that a reader sees', () => {
    expect(source.read(page('1,234.5'), wanted)).to.deep.equal({ observedAt: deadline + 30, value: '1234.5' })
  })

  it('C35: says null when the page does not say it', () => {
    expect(source.read('<html><body>Nothing</body></html>', wanted)).to.equal(null)
    expect(source.read('', wanted)).to.equal(null)
    expect(source.read(page('5', '2020-01-01T00:00:00Z'), wanted)).to.equal(null)
  })

  it('needs patterns that can’t backtrack, with a group called value', () => {
    const good = (pattern: string) => webSource.safeParse({ ...entry, value: { pattern } }).success
    expect(good('(?P<value>(a+)+)$')).to.equal(true)
    for (const pattern of ['(a)', '(?=a)(?P<value>b)', '(']) expect(good(pattern), pattern).to.equal(false)
    const slow = webSources([webSource.parse({ ...entry, value: { pattern: '(?P<value>(a+)+)$' } })])
    expect(slow.read(`<p>${'a'.repeat(50_000)}!</p>`, wanted)).to.equal(null)
  })

  it('says what is wrong with a page', () => {
    expect(trouble(() => source.read(page('1.2.3'), wanted))).to.equal('unreadable')
    expect(trouble(() => source.read(page('5', '2026-13-40T00:00:00Z'), wanted))).to.equal('unreadable')
    expect(trouble(() => source.read('<div>'.repeat(100_000), wanted))).to.equal('unreadable')
  })
})

describe('Html', () => {
  it('gives one line for each block, and nothing that is hidden', () => {
    const html =
      '<h1>A &amp; B</h1><SCRIPT>x</SCRIPT><style>y</style><p>one<br>two   three</p><noscript>n</noscript><!-- c --><template>t</template>'
    expect(Html.toText(html)).to.equal('A & B\none\ntwo three')
    expect(Html.toText(html, 'p')).to.equal('one\ntwo three')
  })

  it('hides the rest behind what is never closed', () => {
    for (const open of ['<!-- ', '<script>', '<style>', '<!', '<?'])
      expect(Html.toText(`<p>a</p>${open}<p>b`), open).to.satisfy(
        (text: string) => text === 'a' || text === 'a\nb',
      )
    expect(Html.toText('<p>a</p><!-- <p>b</p>')).to.equal('a')
    expect(Html.toText('<scripted>seen</scripted>')).to.equal('seen')
  })

  it('is done soon with pages made to be slow', () => {
    const slow = [
      '<!--',
      '<div>',
      '<div></x>',
      '<b><a></b></a>',
      '<li><p>',
      '<div a="<">',
      '<script',
      '</div>',
      '<a ',
      '<',
      '<p>',
    ]
    for (const text of slow) {
      try {
        Html.toText(text.repeat(Math.floor(300_000 / text.length)))
      } catch (error) {
        expect(error, text).to.be.instanceOf(Html.TooDeepError)
      }
    }
  }).timeout(20_000)

  it('takes pages whose elements are closed as people close them', () => {
    const list = `<ul>${'<li>x'.repeat(5_000)}</ul>`
    expect(Html.toText(list).split('\n')).to.have.length(5_000)
    expect(Html.toText('<svg><path d="M0"/></svg><p>x'.repeat(5_000)).length).to.be.above(5_000)
  })
})

describe('readers', () => {
  const window = { from: deadline, to: deadline + 100 }
  const sources: [string, Source, Requirement][] = [
    ['coingecko', coingecko(), requirement('coingecko:bitcoin:price_usd')],
    ['coingecko simple', coingecko({ endpoint: 'simple' }), requirement('coingecko:bitcoin:price_usd')],
    ['coingecko history', coingecko({ endpoint: 'history' }), requirement('coingecko:bitcoin:price_usd')],
    ['binance', binance(), requirement('binance:BTCUSDT:price')],
    ['binance high', binance(), requirement('binance:BTCUSDT:price_high')],
    ['defillama', defillama(), requirement('defillama:aave:tvl')],
    ['defillama chain', defillama(), requirement('defillama:chain:Ethereum:tvl')],
    ['polymarket', polymarket(), requirement('polymarket:1:price_yes')],
    [
      'http',
      httpSources([
        httpSource.parse({
          id: 'x',
          metric: 'm',
          url: 'https://a.example/{from}',
          value: '$..*',
          time: '$..*',
        }),
      ]),
      requirement('http:x:m'),
    ],
    [
      'web',
      webSources([
        webSource.parse({ id: 'x', metric: 'm', url: 'https://a.example/{from}', value: { selector: 'p' } }),
      ]),
      requirement('web:x:m'),
    ],
  ]
  const wide = { ...window, from: 0, to: 2 ** 40 }
  // Shapes near the real ones find more than noise does.
  const point = fc.tuple(
    fc.oneof(fc.integer(), fc.double()),
    fc.oneof(fc.double(), fc.string(), fc.constant(null)),
  )
  const near = fc.oneof(
    fc.record({ prices: fc.array(point), market_caps: fc.array(point), total_volumes: fc.array(point) }),
    fc.array(fc.record({ date: fc.oneof(fc.integer(), fc.string()), tvl: fc.double() })),
    fc.array(fc.array(fc.oneof(fc.integer(), fc.double().map(String)), { minLength: 12, maxLength: 12 })),
    fc.record({
      id: fc.constant('1'),
      slug: fc.string(),
      question: fc.string(),
      closed: fc.boolean(),
      outcomes: fc.string(),
      updatedAt: fc.string(),
    }),
    fc.dictionary(fc.string(), fc.dictionary(fc.string(), fc.double())),
  )
  const bodies = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    near.map((value) => JSON.stringify(value)),
    fc.string().map((text) => `<p>${text}</p>`),
  )
  for (const [name, source, wanted] of sources) {
    it(`${name}: never fails but by a typed error, and is pure`, () => {
      fc.assert(
        fc.property(bodies, (body) => {
          const run = () => {
            try {
              return source.read(body, { ...wanted, window: wide })
            } catch (error) {
              expect(error).to.be.instanceOf(SourceError)
              return (error as Error).message
            }
          }
          const result = run()
          expect(run()).to.deep.equal(result)
          if (result !== null && typeof result === 'object') {
            expect(Decimal.fitsFixed18(result.value)).to.equal(true)
            expect(result.observedAt).to.be.within(wide.from, wide.to)
          }
        }),
        { numRuns: 300 },
      )
    })
  }
})

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
