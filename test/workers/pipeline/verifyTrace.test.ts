import { expect } from 'chai'
import fc from 'fast-check'
import { acquisitionScenario } from '../../../cli/commands/worker/acquisition.ts'
import { type Proof, Trace } from '../../../protocol/index.ts'
import type { FactStep } from '../../../workers/pipeline/text/audit.ts'
import { verifyTrace } from '../../../workers/pipeline/verifyTrace.ts'
import { withOutputs } from './tamper.ts'

describe('verifyTrace', () => {
  let proof: Proof.Proof
  before(async () => {
    proof = (await acquisitionScenario('confirmed')).answered.proof!
  })

  it('S2-79: passes the trace that the evidence gives', () => {
    expect(verifyTrace(proof.prompt_spec, proof.evidence, proof.trace)).to.deep.equal({
      ok: true,
      findings: [],
    })
  })

  it('S2-92 S2-108: any changed step is found, at its leaf or before it', () => {
    const steps = proof.trace.steps.length
    const junk = fc.constantFrom(
      null,
      0,
      'x',
      [],
      {},
      { finding: 'denied' },
      { admitted: true },
      { quote: 'x', evidence_id: 'edgar' },
    )
    fc.assert(
      fc.property(fc.nat({ max: steps - 1 }), junk, (j, output) => {
        const trace = withOutputs(proof.trace, {
          [proof.trace.steps[j]!.step_id]: output ?? { nothing: true },
        })
        const { ok, findings } = verifyTrace(proof.prompt_spec, proof.evidence, trace)
        expect(ok).to.equal(false)
        expect(findings[0]!.leaf_index).to.equal(j)
      }),
    )
  })

  it('S2-40: each letter of a quote matters', () => {
    const j = proof.trace.steps.findIndex((step) => step.type === 'extract')
    const { step_id, output } = proof.trace.steps[j]!
    const claim = output as { quote: string }
    fc.assert(
      fc.property(fc.nat({ max: claim.quote.length - 1 }), fc.constantFrom('', '~', '  '), (at, letter) => {
        const quote = claim.quote.slice(0, at) + letter + claim.quote.slice(at + 1)
        // Without its first or last letter it still stands there, but the model did not say it so.
        const trace = withOutputs(proof.trace, { [step_id]: { ...claim, quote } })
        expect(verifyTrace(proof.prompt_spec, proof.evidence, trace).findings[0]).to.include({
          leaf_index: j,
        })
      }),
    )
  })

  it('S2-50: a step that is left out, moved, cites nothing, or cites what is not there is found', () => {
    const { steps } = proof.trace
    const codes = (changed: Trace.ReasoningStep[]) =>
      verifyTrace(proof.prompt_spec, proof.evidence, { ...proof.trace, steps: changed }).findings.map(
        (one) => one.code,
      )
    expect(codes(steps.slice(0, -1))).to.not.deep.equal([])
    expect(codes([...steps.slice(1), steps[0]!])).to.include('UNKNOWN_STEP')
    const inputs = (at: number, evidence_ids: string[], prior_step_ids: string[]) =>
      steps.map((step, j) => {
        const { hash_commitment, ...draft } = step
        return j === at ? Trace.commit({ ...draft, inputs: { evidence_ids, prior_step_ids } }) : step
      })
    expect(codes(inputs(4, [], []))).to.include('UNGROUNDED_STEP')
    expect(codes(inputs(1, ['e404'], ['search']))).to.include('UNKNOWN_EVIDENCE')
    expect(codes(inputs(1, ['edgar'], ['s404']))).to.include('UNKNOWN_STEP')
    expect(codes([...steps, steps[0]!])).to.include('DUPLICATE_ID')
  })

  it('S2-36: a fact that hides what speaks against it is found', () => {
    const j = proof.trace.steps.findIndex(
      (step) => step.type === 'extract' && (step.output as unknown as FactStep).codes.length > 0,
    )
    const { step_id, output } = proof.trace.steps[j]!
    const trace = withOutputs(proof.trace, { [step_id]: { ...(output as object), codes: [] } })
    expect(verifyTrace(proof.prompt_spec, proof.evidence, trace).findings[0]).to.include({
      leaf_index: j,
      code: 'UNGROUNDED_STEP',
    })
  })
})
