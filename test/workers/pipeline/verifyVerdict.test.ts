import { expect } from 'chai'
import { acquisitionScenario } from '../../../cli/commands/worker/acquisition.ts'
import type { Proof } from '../../../protocol/index.ts'
import { verifyVerdict } from '../../../workers/pipeline/verifyVerdict.ts'
import { withOutputs } from './tamper.ts'

describe('verifyVerdict', () => {
  let proof: Proof.Proof
  before(async () => {
    proof = (await acquisitionScenario('confirmed')).answered.proof!
  })

  it('S2-81: a verdict with another outcome, rule, confidence, market or shape is refused', () => {
    const { justification_hash: _, ...verdict } = proof.bundle.verdict
    const check = (value: unknown) => verifyVerdict(proof.prompt_spec, proof.trace, value)
    expect(check(verdict).ok).to.equal(true)
    const wrong: unknown[] = [
      { ...verdict, outcome: 'NO' },
      { ...verdict, outcome: 'MAYBE' },
      { ...verdict, resolution_rule_id: 'made-up' },
      { ...verdict, resolution_rule_id: 'silent', outcome: 'NO' },
      { ...verdict, confidence_bps: 10_001 },
      { ...verdict, confidence_bps: 9_999 },
      { ...verdict, market_id: '3' },
      { ...verdict, selected_leaf_refs: [99] },
      { ...verdict, note: 'x' },
      'YES',
      null,
    ]
    for (const value of wrong) expect(check(value).ok, JSON.stringify(value)).to.equal(false)
  })

  it('S2-81: says of each field what the trace gives, and what the market knows', () => {
    const { justification_hash: _, ...verdict } = proof.bundle.verdict
    const problems = (change: object) =>
      verifyVerdict(proof.prompt_spec, proof.trace, { ...verdict, ...change }).problems
    expect(problems({ market_id: '3' })).to.deep.equal(['market_id: the market is 2'])
    expect(problems({ outcome: 'NO' })).to.deep.equal([
      'outcome: rule affirmed gives YES',
      'outcome: the trace gives YES, not NO',
    ])
    expect(problems({ resolution_rule_id: 'made-up' })).to.deep.equal([
      'resolution_rule_id: the market has no rule made-up',
      'resolution_rule_id: the trace gives affirmed, not made-up',
    ])
    const steps = proof.trace.steps.length
    expect(problems({ selected_leaf_refs: [steps - 1] })).to.deep.equal([])
    expect(problems({ selected_leaf_refs: [steps] })).to.deep.equal([
      `selected_leaf_refs: there are only ${steps} steps`,
    ])
    expect(problems({ confidence_bps: 'high' })).to.have.length(1)
    expect(problems({ confidence_bps: 'high' })[0]).to.match(/^confidence_bps: /)
  })

  it('S2-81: names the whole verdict where it has no field to name', () => {
    const { problems } = verifyVerdict(proof.prompt_spec, proof.trace, 'YES')
    expect(problems[0]).to.match(/^verdict: /)
  })

  it('S2-47: a trace that gives no verdict bears none out', () => {
    const { justification_hash: _, ...verdict } = proof.bundle.verdict
    const trace = withOutputs(proof.trace, { analysis: { finding: 'silent', deciding: [] } })
    const { problems } = verifyVerdict(proof.prompt_spec, trace, verdict)
    expect(problems).to.have.length(1)
    expect(problems[0]).to.match(/^the trace gives no verdict: .*no page of it is silent/)
  })
})
