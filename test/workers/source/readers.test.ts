import { expect } from 'chai'
import fc from 'fast-check'
import { Decimal } from '../../../protocol/index.ts'
import { binance, defillama, SourceError } from '../../../protocol/source/index.ts'
import { coingecko } from '../../../workers/source/coingecko.ts'
import { httpSource, httpSources } from '../../../workers/source/http.ts'
import { polymarket } from '../../../workers/source/polymarket.ts'
import type { Requirement, Source } from '../../../workers/source/Source.ts'
import { webSource, webSources } from '../../../workers/source/web.ts'
import { budget } from '../../helpers/budget.ts'
import { deadline, requirement } from './requirement.ts'

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
        { numRuns: budget(300, 3_000) },
      )
    })
  }
})
