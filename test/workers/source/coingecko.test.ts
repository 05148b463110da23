import { expect } from 'chai'
import { Instant } from '../../../protocol/index.ts'
import { coingecko } from '../../../workers/source/coingecko.ts'
import { deadline, requirement, trouble, urlOf } from './requirement.ts'

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
    expect(urlOf(simple, cap)).to.include('&include_market_cap=true')
    expect(urlOf(simple, { ...price, metric: 'volume_usd' })).to.include('&include_24hr_vol=true')
    expect(trouble(() => simple.read('{"bitcoin":{"usd":1,"last_updated_at":0.5}}', price))).to.equal(
      'unreadable',
    )
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
