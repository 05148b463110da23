import { expect } from 'chai'
import { acquisitionScenario } from '../../../../cli/commands/worker/acquisition.ts'
import { type Proof, Trace } from '../../../../protocol/index.ts'
import { groundText } from '../../../../workers/pipeline/text/ground.ts'
import type { Quote, QuoteCheck } from '../../../../workers/pipeline/text/Quote.ts'
import { withOutputs } from '../tamper.ts'

describe('groundText', () => {
  let proof: Proof.Proof
  before(async () => {
    proof = (await acquisitionScenario('confirmed')).answered.proof!
  })

  const findings = (trace: Trace.ReasoningTrace) => groundText(proof.prompt_spec, proof.evidence, trace)
  const indexOf = (id: string) => proof.trace.steps.findIndex((step) => step.step_id === id)
  const outputAt = <output>(id: string) => proof.trace.steps[indexOf(id)]!.output as unknown as output
  const afterClaim = (change: object) =>
    findings(withOutputs(proof.trace, { 'claim-0': { ...outputAt<Quote>('claim-0'), ...change } }))
  const afterCheck = (change: object) =>
    findings(withOutputs(proof.trace, { 'check-0': { ...outputAt<QuoteCheck>('check-0'), ...change } }))

  it('S2-79: finds nothing in the trace that the evidence gives', () => {
    expect(findings(proof.trace)).to.deep.equal([])
  })

  it('S2-86: a claim about evidence that does not exist is told apart from one that is not borne out', () => {
    expect(afterClaim({ evidence_id: 'e404' })[0]).to.include({
      code: 'UNKNOWN_EVIDENCE',
      leaf_index: indexOf('claim-0'),
      message: 'The claim is not borne out: it cites evidence that does not exist.',
    })
    expect(afterClaim({ quote: 'made up words' })[0]).to.include({
      code: 'UNGROUNDED_STEP',
      message: 'The claim is not borne out: its quote does not stand in the evidence.',
    })
  })

  it('S2-86: what is spoiled in a claim is seen at its check as well', () => {
    expect(afterClaim({ quote: 'made up words' }).map((one) => one.leaf_index)).to.deep.equal([
      indexOf('claim-0'),
      indexOf('check-0'),
    ])
    const steps = proof.trace.steps.filter((step) => step.step_id !== 'claim-0')
    expect(findings({ ...proof.trace, steps })[0]!.message).to.equal(
      'The check holds nothing: it checks no claim.',
    )
  })

  it('S2-102: another date than the document’s own is found', () => {
    expect(afterClaim({ date: '2026-03-13' })[0]).to.include({
      code: 'OUTSIDE_WINDOW',
      message: 'The document is dated 2026-03-12, not 2026-03-13.',
    })
    expect(afterClaim({ date: null })[0]!.message).to.include('not nowhere')
  })

  it('S2-40: a step must cite the item that it quotes', () => {
    const steps = proof.trace.steps.map(({ hash_commitment, ...step }) =>
      Trace.commit(
        step.step_id === 'claim-0' ? { ...step, inputs: { ...step.inputs, evidence_ids: ['wire'] } } : step,
      ),
    )
    expect(findings({ ...proof.trace, steps })[0]).to.include({
      code: 'UNGROUNDED_STEP',
      message: 'The step quotes an item that it does not cite.',
    })
  })

  it('S2-36: a check that says other than the evidence is found by what is wrong with it', () => {
    expect(afterCheck({ in_window: false })[0]).to.include({
      code: 'OUTSIDE_WINDOW',
      leaf_index: indexOf('check-0'),
    })
    expect(afterCheck({ in_window: false })[0]!.message)
      .to.include('dated 2026-03-12')
      .and.include('inside')
    expect(afterCheck({ tier_admitted: false })[0]!.code).to.equal('TIER_TOO_LOW')
    expect(afterCheck({ firm: false })[0]!.code).to.equal('UNGROUNDED_STEP')
    expect(afterCheck({ extra: true })[0]!.code).to.equal('UNGROUNDED_STEP')
  })

  it('S2-50: a claim that is left out whole is found by making the trace again', () => {
    const steps = proof.trace.steps.filter((step) => !['claim-0', 'check-0'].includes(step.step_id))
    expect(findings({ ...proof.trace, steps })[0]).to.include({ code: 'LEAF_MISMATCH', leaf_index: 1 })
  })

  it('never throws on outputs that are none', () => {
    for (const output of [null, 7, 'x', [], {}]) {
      const spoiled = findings(
        withOutputs(proof.trace, { 'claim-0': output ?? 'null', 'check-1': output ?? 'null' }),
      )
      expect(spoiled, JSON.stringify(output)).to.not.deep.equal([])
    }
  })
})
