import { expect } from 'chai'
import { cresolverMarketAbi } from '../../../deployments/abi/index.ts'
import { NotCompiledError, readCompiled } from '../../../scripts/solidity/compiled.ts'

const named = (type: string): string[] =>
  cresolverMarketAbi.flatMap((item) => (item.type === type && 'name' in item ? [item.name] : []))

describe('compiled contracts', () => {
  it('the market’s interface has what its views answer', () => {
    expect(named('function')).to.include.members(['joinMarket', 'getRound', 'parameters', 'missing'])
  })

  it('and the errors and events of the libraries it is linked with, each once', () => {
    expect(named('error')).to.include.members(['MalformedReport', 'WrongTarget', 'NotStrikable'])
    expect(new Set(named('event')).size).to.equal(named('event').length)
  })

  it('a contract that was never compiled is named, with what to do', () => {
    expect(() => readCompiled('Nowhere')).to.throw(NotCompiledError, /Nowhere[\s\S]*npm run build/)
  })
})
