import { expect } from 'chai'
import type { LocalPlace } from '../../../local/deployLocal.ts'
import { coins, gauges, locked } from '../../../local/sources/assets.ts'
import { makeSigning } from '../../../local/sources/signReply.ts'
import type { Sources } from '../../../local/sources/startSources.ts'
import {
  keyVariable,
  sourcesConfig,
  sourceVariable,
  workerConfig,
} from '../../../local/workers/workerConfig.ts'
import { Address, Question } from '../../../protocol/index.ts'
import { Registry, SourceConfig } from '../../../workers/source/index.ts'

const url = 'http://127.0.0.1:7777'
const address = Address.of(`0x${'11'.repeat(20)}`)
const signing = makeSigning(1, url, { chainId: 31_337, address })
const sources = { ...signing, url } as Sources
const place = { chainId: 31_337, market: address, at: () => address } as unknown as LocalPlace

describe('the config of a local worker', () => {
  it('names variables for its keys, and holds none', () => {
    const config = workerConfig(place, sources, {
      agentId: 3,
      personality: 'panel',
      rpcUrl: 'http://127.0.0.1:1',
    })
    expect(config).to.deep.include({ agentId: 3, personality: 'panel', keyEnv: keyVariable })
    expect(config.sources.keys[0]).to.include({
      host: '127.0.0.1:7777',
      name: 'x-cg-demo-api-key',
      env: sourceVariable,
    })
    expect(config.callers.rate).to.equal(null)
  })

  it('knows a second provider for whatever a market may ask', () => {
    const { panel } = workerConfig(place, sources, {
      agentId: 0,
      personality: 'panel',
      rpcUrl: 'http://127.0.0.1:1',
    })
    expect(Object.keys(panel!.pairs)).to.have.length(coins.length + locked.length + gauges.length)
    expect(panel!.pairs['coingecko:bitcoin:price_usd']).to.equal('binance:BTCUSDT:price')
  })

  it('finds each local source by the name that a rule gives it', () => {
    const registry = SourceConfig.createRegistry(SourceConfig.schema.parse(sourcesConfig(sources)))
    for (const source of [
      ...coins.flatMap(({ id, symbol }) => [`coingecko:${id}`, `binance:${symbol}`]),
      ...locked.map(({ asset }) => `defillama:${asset}`),
      ...gauges.flatMap(({ id }) => [`http:gauge/${id}\nmetric:level`, `web:bulletin/${id}\nmetric:level`]),
    ]) {
      const { rule } = Question.validate(`§question Is it?\n§rule\nsource:${source}\nop:gte\ntarget:1`)
      const requirement = Registry.requirementOf(rule, { created: 0, deadline: 1_000 })
      expect(() => Registry.sourceFor(registry, requirement), source).to.not.throw()
    }
  })
})
