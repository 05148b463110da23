import { expect } from 'chai'
import { rules as reasons } from '../../../../workers/facts/index.ts'
import { rules } from '../../../../workers/pipeline/text/findings.ts'

describe('the rules of a market in words', () => {
  it('S2-19: every rule by which facts decide has its place, with one outcome', () => {
    const ids = rules.map(({ rule_id }) => rule_id as string)
    for (const id of Object.keys(reasons).filter((one) => one !== 'missing-fields'))
      expect(ids).to.include(id)
    expect(new Set(ids).size).to.equal(ids.length)
  })
})
