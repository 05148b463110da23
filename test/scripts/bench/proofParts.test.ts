import { expect } from 'chai'
import fc from 'fast-check'
import { Proof, Verification } from '../../../protocol/index.ts'
import { proofParts } from '../../../scripts/bench/proofParts.ts'

describe('proofParts', () => {
  it('make a proof of as many leaves as were asked for', () => {
    fc.assert(
      fc.property(fc.integer({ min: 13, max: 60 }), (count) => {
        const { leaves } = Proof.buildPorBundle(proofParts(count))
        expect(leaves.evidence.length + leaves.reasoning.length).to.equal(count)
      }),
      { numRuns: 10 },
    )
  })

  it('make a proof that is true, and the same each time', () => {
    const proof = Proof.buildPorBundle(proofParts(30))
    expect(Verification.verifyPorBundle(proof)).to.deep.include({ ok: true, findings: [] })
    expect(Proof.buildPorBundle(proofParts(30))).to.deep.equal(proof)
  })

  it('make a proof that does not hold once a step is changed', () => {
    const proof = Proof.buildPorBundle(proofParts(30))
    const changed = structuredClone(proof) as { trace: { steps: { action: string }[] } }
    changed.trace.steps[1]!.action = 'guess'
    expect(Verification.verifyPorBundle(changed as unknown as typeof proof).ok).to.equal(false)
  })

  it('have steps that follow one another and look at evidence that is there', () => {
    const { evidence, trace } = proofParts(40)
    const ids = new Set(evidence.items.map(({ evidence_id }) => evidence_id))
    trace.steps.forEach(({ inputs }, i) => {
      expect(inputs.prior_step_ids).to.deep.equal(i === 0 ? [] : [`s${i - 1}`])
      for (const id of inputs.evidence_ids) expect(ids.has(id)).to.equal(true)
    })
    expect(evidence.items.filter(({ used }) => used)).to.have.length(1)
  })
})
