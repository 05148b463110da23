import { expect } from 'chai'
import { sampleParts } from '../../../local/samples/proof.ts'
import { Finding, Proof, Schema, Verification } from '../../../protocol/index.ts'
import { challengeBundle } from '../../../workers/sentinel/index.ts'

const honest = Proof.buildPorBundle(sampleParts({ items: 3, steps: 5 }))

describe('S2-88: a challenge of a leaf', () => {
  const finding = Finding.at(Finding.evidenceLeaf(0), 'OUTSIDE_WINDOW', '/evidence/items/0', 'Too early.')

  it('S2-54: carries leaf and branch up to por_root', () => {
    const bundle = challengeBundle(honest, { tree: 'evidence', index: 0 }, finding)!
    expect(Schema.read(Verification.challengeBundle, bundle)).to.deep.include({
      kind: 3,
      remedy: 'challenge',
      worker_index: null,
      evidence: null,
    })
    expect(Proof.verifyBranch(bundle.branch!, honest.bundle.por_root)).to.equal(true)
  })

  it('says that only an appeal is left where no contract can read the leaf', () => {
    for (const [tree, index] of [
      ['evidence', 1],
      ['reasoning', 0],
      ['reasoning', 7],
      ['por', 3],
    ] as const)
      expect(challengeBundle(honest, { tree, index }, finding)).to.deep.include({
        kind: null,
        remedy: 'appeal',
      })
  })

  it('is none for a leaf that is not there', () => {
    expect(challengeBundle(honest, { tree: 'evidence', index: 99 }, finding)).to.equal(null)
  })
})
