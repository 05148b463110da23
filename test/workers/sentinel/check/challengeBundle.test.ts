import { expect } from 'chai'
import { sampleParts } from '../../../../local/samples/proof.ts'
import type { Saying } from '../../../../local/samples/round.ts'
import { Finding, Proof, Schema, Verification } from '../../../../protocol/index.ts'
import { attestationOf } from '../../../../workers/sentinel/check/Case.ts'
import {
  type About,
  challengeBundle,
  type LeafRef,
} from '../../../../workers/sentinel/check/challengeBundle.ts'
import { caseOf, play, yes } from '../rounds.ts'

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

  describe('of a worker whose answer stands on-chain', () => {
    const liar: Saying = { ...yes, proof: (parts) => ({ ...parts, round: 9 }) }

    /** The challenge of a leaf of the liar's proof, with what stands on-chain of it. */
    async function challengeOf(leaf: LeafRef, change: (about: About) => About = (about) => about) {
      const { file, proofs } = await play([yes, liar])
      const about = caseOf(file)
      const attestation = attestationOf(about, 1)!
      const known: About = { workerIndex: 5, position: 1, reported: about.report, attestation }
      return challengeBundle(proofs[1]!, leaf, finding, change(known))
    }
    const verdictLeaf: LeafRef = { tree: 'reasoning', index: 5 }

    it('S2-54: carries the evidence that the contract takes, where the leaf contradicts the answer', async () => {
      const bundle = await challengeOf(verdictLeaf)
      expect(bundle).to.deep.include({ kind: 3, remedy: 'challenge', worker_index: 5, finding })
      expect(bundle!.evidence).to.match(/^0x[0-9a-f]{200,}$/)
    })

    it('is for an appeal where the leaf contradicts nothing, so that nobody pays to be refused', async () => {
      const bundle = await challengeOf({ tree: 'evidence', index: 0 })
      expect(bundle).to.deep.include({ kind: null, remedy: 'appeal', evidence: null })
    })

    it('is for an appeal where the docket has another proof, or no place for the worker', async () => {
      const elsewhere = [
        (about: About): About => ({ ...about, position: 0 }),
        (about: About): About => ({ ...about, position: 9 }),
        (about: About): About => ({ ...about, reported: { ...about.reported, docket: null } }),
      ]
      for (const change of elsewhere) {
        expect(await challengeOf(verdictLeaf, change)).to.deep.include({ kind: null, remedy: 'appeal' })
      }
    })
  })
})
