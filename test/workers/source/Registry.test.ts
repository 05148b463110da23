import { expect } from 'chai'
import { Rule } from '../../../protocol/index.ts'
import { coingecko, Registry, SourceConfig } from '../../../workers/source/index.ts'
import { auto, created, deadline, ruleOf } from './requirement.ts'

describe('Registry', () => {
  const registry = SourceConfig.createRegistry(SourceConfig.schema.parse({}))

  it('S2-96: has one source for each provider, found by a rule', () => {
    expect([...registry.keys()]).to.deep.equal([
      'coingecko',
      'defillama',
      'binance',
      'polymarket',
      'http',
      'web',
    ])
    expect(Registry.sourceFor(registry, auto).provider).to.equal('coingecko')
    expect(Registry.sourceFor(registry, { provider: 'CoinGecko' }).provider).to.equal('coingecko')
    expect(() => Registry.sourceFor(registry, ruleOf('source:manual'))).to.throw(Rule.ManualRuleError)
    expect(() => Registry.sourceFor(registry, { provider: 'oracle' })).to.throw(
      'there is no such source here',
    )
    expect(() => Registry.of(coingecko(), coingecko())).to.throw(Registry.DuplicateSourceError)
  })

  it('C54: what a rule requires is what its docket will say', () => {
    const rules = [
      auto,
      ruleOf('source:CoinGecko:Bitcoin', 'op:gte', 'target:1'),
      ruleOf('source:binance:BTCUSDT', 'op:lt', 'target:1', 'tolerance:60'),
      ruleOf('source:coingecko:bitcoin', 'metric:price_usd_high', 'op:gte', 'target:1'),
    ]
    for (const rule of rules) {
      const requirement = Registry.requirementOf(rule, { created, deadline })
      const docket = Rule.docketRule(rule, { created, deadline })!
      expect(requirement.sourceId).to.equal(docket.sourceId)
      expect(requirement.window).to.deep.equal({ from: docket.from, to: docket.to })
    }
    expect(Registry.requirementOf(auto, { created: null, deadline })).to.deep.include({
      provider: 'coingecko',
      asset: 'bitcoin',
      metric: 'price_usd',
      window: { from: deadline, to: deadline + 3_900 },
    })
  })

  it('C55: a high needs to know when the market was created', () => {
    expect(() =>
      Registry.requirementOf(ruleOf('source:binance:BTCUSDT', 'metric:price_high', 'op:gt', 'target:1'), {
        created: null,
        deadline,
      }),
    ).to.throw(Registry.UnknownCreationError)
    expect(() => Registry.requirementOf(ruleOf('source:manual'), { created, deadline })).to.throw(
      Rule.ManualRuleError,
    )
  })
})
