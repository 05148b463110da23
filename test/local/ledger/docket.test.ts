import { expect } from 'chai'
import { checkOf, docketAt, ruleAt } from '../../../local/ledger/docket.ts'
import { Docket } from '../../../protocol/index.ts'

describe('dockets of a ledger’s tests', () => {
  it('a rule is ready when the last of its samples is there', () => {
    const rule = ruleAt(1_000)
    expect(rule.readyAt).to.equal(rule.to)
    expect(rule.from).to.equal(1_000)
    expect(ruleAt(1_000, { from: 10 }).from).to.equal(10)
  })

  it('a check gives what its worker says, under the rule', () => {
    const rule = ruleAt(1_000, { target: 5n })
    expect(checkOf(rule, 'YES').value).to.equal(5n)
    expect(checkOf(rule, 'NO').value).to.equal(4n)
    expect(checkOf(rule, 'INVALID').observedAt).to.equal(0)
    expect(checkOf(rule, 'silent')).to.equal(Docket.noCheck)
  })

  it('a docket has a check for each', () => {
    expect(docketAt(1_000, ['YES', 'silent']).checks).to.have.length(2)
  })
})
