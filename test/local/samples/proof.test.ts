import { expect } from 'chai'
import { deadline, sampleParts, sampleQuestion } from '../../../local/samples/proof.ts'
import { Proof, Verification } from '../../../protocol/index.ts'

const verified = (...sample: Parameters<typeof sampleParts>) =>
  Verification.verifyPorBundle(Proof.buildPorBundle(sampleParts(...sample)))

describe('sampleParts', () => {
  it('are parts of a proof that verifies, whatever the numbers', () => {
    expect(verified()).to.include({ ok: true })
    for (const sample of [
      { items: 1, steps: 1 },
      { items: 9, steps: 17 },
      { marketId: '12', round: 3 },
    ])
      expect(verified(sample), JSON.stringify(sample)).to.include({ ok: true })
  })

  it('end as the rule says of the value', () => {
    const outcome = (value: string) => sampleParts({ value }).verdict.outcome
    expect([outcome('75000'), outcome('74999.99')]).to.deep.equal(['YES', 'NO'])
    const below = sampleQuestion.replace('op:gte', 'op:lt')
    expect(sampleParts({ question: below, value: '74999.99' }).verdict).to.include({
      outcome: 'YES',
      resolution_rule_id: 'met',
    })
  })

  it('are the same for the same sample', () => {
    expect(sampleParts({ items: 3 })).to.deep.equal(sampleParts({ items: 3 }))
    expect(sampleParts().ruleCheck).to.include({ observed_at: deadline + 40, value: '75120.5' })
  })
})
