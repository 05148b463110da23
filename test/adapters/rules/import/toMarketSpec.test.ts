import { expect } from 'chai'
import { toMarketSpec } from '../../../../adapters/rules/index.ts'
import { Address } from '../../../../protocol/index.ts'
import { compileRule } from '../../../../workers/pipeline/rule/compile.ts'
import { highOfAWindow as touch } from './markets.ts'

describe('toMarketSpec', () => {
  it('compiles the same spec that the § question gives', () => {
    const place = { chain_id: 31_337, market: Address.of(`0x${'11'.repeat(20)}`), market_id: '7', round: 1 }
    const { spec } = toMarketSpec(compileRule, place, touch)
    expect(spec?.resolution_rules.predicate).to.include({ op: 'gte', target: '119000' })
    expect(spec?.resolution_window).to.deep.equal({
      start: '2027-08-04T04:00:00Z',
      end: '2027-08-11T04:00:00Z',
    })
    expect(toMarketSpec(compileRule, place, { question: 'Q?', description: 'R.' }).spec).to.equal(null)
  })
})
