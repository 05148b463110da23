import { expect } from 'chai'
import { acquisitionScenario } from '../../../../cli/commands/worker/acquisition.ts'
import { type Proof, Trace } from '../../../../protocol/index.ts'
import type { FactStep } from '../../../../workers/pipeline/text/audit.ts'
import { groundText } from '../../../../workers/pipeline/text/ground.ts'
import { withOutputs } from '../tamper.ts'

const id = 'first-reader-fact-2'

describe('groundText', () => {
  let proof: Proof.Proof
  before(async () => {
    proof = (await acquisitionScenario('confirmed')).answered.proof!
  })

  const findings = (trace: Trace.ReasoningTrace) => groundText(proof.prompt_spec, proof.evidence, trace)
  const leaf = () => proof.trace.steps.findIndex((step) => step.step_id === id)
  const fact = () => proof.trace.steps[leaf()]!.output as unknown as FactStep
  const changed = (change: object) => findings(withOutputs(proof.trace, { [id]: { ...fact(), ...change } }))

  it('S2-79: finds nothing in the trace that the evidence gives', () => {
    expect(findings(proof.trace)).to.deep.equal([])
  })

  it('S2-86 S2-36: a fact that the page does not bear out is found, with what the page gives', () => {
    for (const change of [
      { quote: 'made up words' },
      { bears: 'NO' },
      { codes: ['PLANNED'] },
      { extra: true },
    ]) {
      const [finding] = changed(change)
      expect(finding).to.include({ code: 'UNGROUNDED_STEP', leaf_index: leaf() })
      expect(finding!.message).to.include('"quote":"Aldermoor Systems today announced')
    }
  })

  it('S2-102: another date than the page’s own is found', () => {
    const [finding] = changed({ dated: '2026-03-13T00:00:00Z' })
    expect(finding).to.include({ code: 'OUTSIDE_WINDOW', leaf_index: leaf() })
    expect(finding!.message).to.equal(
      'The fact is dated 2026-03-12T00:00:00Z, with nothing against it; the step says otherwise.',
    )
  })

  it('S2-40: a fact that no reply holds is found', () => {
    const steps = proof.trace.steps.map(({ hash_commitment, ...step }) =>
      Trace.commit(step.step_id === id ? { ...step, step_id: 'first-reader-fact-99' } : step),
    )
    expect(findings({ ...proof.trace, steps })[0]).to.include({
      code: 'UNGROUNDED_STEP',
      message: 'No reply that is kept holds such a fact.',
    })
  })

  it('S2-50: a fact that is left out is found by making the trace again', () => {
    const steps = proof.trace.steps.filter((step) => step.step_id !== id)
    expect(findings({ ...proof.trace, steps })[0]).to.include({ code: 'LEAF_MISMATCH', leaf_index: leaf() })
  })

  it('never throws on outputs that are none', () => {
    for (const output of [null, 7, 'x', [], {}])
      expect(
        findings(withOutputs(proof.trace, { [id]: output ?? 'null' })),
        JSON.stringify(output),
      ).to.not.deep.equal([])
  })
})
