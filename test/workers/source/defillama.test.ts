import { expect } from 'chai'
import { Instant } from '../../../protocol/index.ts'
import { defillama, readCurrentTvl } from '../../../protocol/source/index.ts'
import { deadline, requirement, trouble, urlOf } from './requirement.ts'

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
