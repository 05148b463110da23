import { expect } from 'chai'
import fc from 'fast-check'
import { Provider } from '../../protocol/index.ts'
import { binance, coingecko, defillama, UnsupportedRequirementError } from '../../protocol/source/index.ts'
import { polymarket } from '../../workers/source/polymarket.ts'
import type * as Registry from '../../workers/source/Registry.ts'
import * as SourceConfig from '../../workers/source/SourceConfig.ts'

const window = { from: 1_771_632_000, to: 1_771_635_600 }

describe('Provider', () => {
  it('B8: names just the providers that a worker has', () => {
    const registry: Registry.Registry = SourceConfig.createRegistry(SourceConfig.schema.parse({}))
    expect([...registry.keys()].sort()).to.deep.equal([...Provider.names].sort())
  })

  it('is found in any case; what objects inherit is none', () => {
    expect(Provider.named('DefiLlama')).to.include({ name: 'defillama', metric: 'tvl', tolerance: 90_000 })
    for (const name of ['', 'kraken', 'constructor', '__proto__'])
      expect(Provider.named(name), name).to.equal(null)
  })

  it('B8: measures just what its source can be asked for', () => {
    const assets = { coingecko: 'bitcoin', binance: 'BTCUSDT', defillama: 'aave', polymarket: '540234' }
    const word = fc.constantFrom(
      'price',
      'tvl',
      'market_cap',
      'volume',
      'usd',
      'EUR',
      'high',
      'LOW',
      'closed',
      'resolved',
      'yes',
      'x',
      '',
    )
    const metric = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join('_'))
    const seen = new Set<string>()
    for (const source of [coingecko(), binance(), defillama(), polymarket()]) {
      const provider = Provider.named(source.provider)!
      fc.assert(
        fc.property(metric, (metric) => {
          const query = {
            requirementId: 'r1',
            provider: source.provider,
            sourceId: `0x${'00'.repeat(32)}`,
            asset: assets[source.provider as keyof typeof assets],
            metric,
            window,
          }
          let isAsked = true
          try {
            source.plan(query as never)
          } catch (error) {
            expect(error).to.be.instanceOf(UnsupportedRequirementError)
            isAsked = false
          }
          seen.add(`${source.provider} ${isAsked}`)
          expect(Provider.measures(provider, metric), `${source.provider} ${metric}`).to.equal(isAsked)
        }),
        { numRuns: 500 },
      )
    }
    expect(seen.size, 'each was asked for what it has and for what it lacks').to.equal(8)
  })

  it('says what it offers', () => {
    expect(Provider.offer(Provider.named('binance')!)).to.equal('price, also with _high or _low')
    expect(Provider.offer(Provider.named('polymarket')!)).to.equal(
      'resolved_<outcome>, price_<outcome>, closed',
    )
  })
})
