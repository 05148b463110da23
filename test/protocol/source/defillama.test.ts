import { expect } from 'chai'
import { defillama, defillamaBase, readCurrentTvl } from '../../../protocol/source/defillama.ts'
import { UnreadableReplyError, UnsupportedRequirementError } from '../../../protocol/source/Source.ts'

// What workers and the DON rely on alike is held in test/workers/source/defillama.test.ts; here are its edges and words.
const midnight = 1_771_632_000
const day = 86_400
const query = (asset: string, metric = 'tvl') => ({
  asset,
  metric,
  window: { from: midnight, to: midnight + 5 * day },
})
const chart = (...points: [number, number][]) => JSON.stringify(points.map(([date, tvl]) => ({ date, tvl })))

describe('defillama, asked', () => {
  const url = (asset: string, baseUrl?: string) =>
    defillama(baseUrl === undefined ? {} : { baseUrl }).plan(query(asset)).url

  it('asks at the base it is given, else at the public one', () => {
    expect(url('aave')).to.equal(`${defillamaBase}/protocol/aave`)
    expect(url('aave', 'http://127.0.0.1:9')).to.equal('http://127.0.0.1:9/protocol/aave')
  })

  it('keeps the case of a chain, and knows all of them in any', () => {
    expect(url('CHAIN:BSC')).to.match(/historicalChainTvl\/BSC$/)
    expect(url('chain:ALL')).to.match(/historicalChainTvl$/)
    expect(url('chain:OP Mainnet')).to.match(/OP%20Mainnet$/)
  })

  it('error: says how an asset and a metric are named', () => {
    for (const asset of ['', '-a', 'a b', 'chain:', 'chain:-x', `chain:${'x'.repeat(65)}`])
      expect(() => url(asset), asset).to.throw(
        UnsupportedRequirementError,
        'an asset is a protocol slug like aave, or chain:Ethereum.',
      )
    expect(() => defillama().plan(query('aave', 'tvl_usd'))).to.throw(
      'its metric is tvl, tvl_high or tvl_low.',
    )
  })
})

describe('defillama, read', () => {
  const read = (body: string, metric = 'tvl') => defillama().read(body, query('chain:Ethereum', metric))

  it('C54: leaves out the last point alone, and only where its day is not over', () => {
    expect(read(chart([midnight, 1], [midnight + day, 9]), 'tvl_high')?.value).to.equal('9')
    expect(read(chart([midnight, 1], [midnight + day + 5, 9]), 'tvl_high')?.value).to.equal('1')
    expect(read(chart([midnight + 5, 9], [midnight + day, 1]), 'tvl_high')?.value, 'not the last').to.equal(
      '9',
    )
    expect(read('[]')).to.equal(null)
  })

  it('takes the value under either of its names', () => {
    const point = `{"date":"${midnight}","totalLiquidityUSD":2.5e10}`
    expect(read(`[${point}]`)).to.deep.equal({ observedAt: midnight, value: '25000000000' })
    expect(defillama().read(`{"name":"Aave","tvl":[${point}]}`, query('aave'))?.value).to.equal('25000000000')
  })

  it('error: names the point that it cannot read', () => {
    expect(() => read(`[{"date":${midnight},"tvl":1},{"date":${midnight}}]`)).to.throw(
      UnreadableReplyError,
      'expected a number (at /1)',
    )
    expect(() => read('[{"date":"soon","tvl":1}]')).to.throw('"soon" is no whole number. (at /0)')
    expect(() => read('[7]')).to.throw(UnreadableReplyError)
  })

  it('reads the value of now as a decimal, and nothing else as one', () => {
    expect(readCurrentTvl(' 1.5e3 ')).to.equal('1500')
    for (const body of ['"1.5"', 'null', '[1]', ''])
      expect(() => readCurrentTvl(body)).to.throw(UnreadableReplyError)
  })
})
