import { expect } from 'chai'
import { readyAt, resultsOf, UnreportedError } from '../../../../scripts/demo/steps/ask.ts'
import { ended } from '../records.ts'

const execution = (value: unknown, error: string | null = null) => ({ report: { value, error } }) as never

describe('when an answer can be reported', () => {
  const told = (truth: 'YES' | 'INVALID', source: string) => {
    const question = `§question ?\n§rule\nsource:${source}\nop:gte\ntarget:1`
    const one = ended(1)
    return { ...one, market: { ...one.market, question, truth } }
  }

  it('AUDIT B2: a Yes or No from the deadline on, as soon as it is known; an Invalid once its source must have spoken', () => {
    expect(readyAt(told('YES', 'coingecko:bitcoin'))).to.equal(1_000)
    expect(readyAt(told('INVALID', 'http:gauge/cologne\nmetric:level'))).to.equal(4_900)
    expect(readyAt(told('INVALID', 'defillama:lido'))).to.equal(91_000)
  })
})

describe('what a workflow returned', () => {
  it('is JSON where it returned text without an error', () => {
    const first = { status: 'reported', market_id: 1 }
    expect(resultsOf(execution(JSON.stringify(first)))).to.deep.equal([first])
    expect(resultsOf(execution('{"status":"reported"}', 'consensus failed'))).to.deep.equal([])
    expect(resultsOf(execution(null))).to.deep.equal([])
  })

  it('tells of a second market of the same execution, too', () => {
    const [first, also] = [
      { status: 'waiting', market_id: 1 },
      { status: 'reported', market_id: 2 },
    ]
    expect(resultsOf(execution(JSON.stringify({ ...first, also })))).to.deep.equal([first, also])
  })

  it('is shown, the last four of them, where markets stay unreported', () => {
    const executions = ['a', 'b', 'c', 'd']
      .map((value) => execution(value))
      .concat(execution(null, 'timeout'))
    const { message } = new UnreportedError([ended(1), ended(3)], executions)
    expect(message).to.contain('did not report market 1, 3.').and.to.contain('timeout')
    expect(message).to.not.match(/^\s*a$/m)
    expect(message).to.match(/b\s+c\s+d\s+timeout/)
  })
})
