import { expect } from 'chai'
import { resultOf, UnreportedError } from '../../../../scripts/demo/steps/ask.ts'
import { ended } from '../records.ts'

const execution = (value: unknown, error: string | null = null) => ({ report: { value, error } }) as never

describe('what a workflow returned', () => {
  it('is JSON where it returned text without an error', () => {
    expect(resultOf(execution('{"status":"reported","market_id":1}'))).to.deep.equal({
      status: 'reported',
      market_id: 1,
    })
    expect(resultOf(execution('{"status":"reported"}', 'consensus failed'))).to.equal(null)
    expect(resultOf(execution(null))).to.equal(null)
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
