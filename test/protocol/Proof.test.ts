import { expect } from 'chai'
import { sampleParts } from '../../local/samples/proof.ts'
import { Bytes, Json, Merkle, Proof, Verdict, Verification } from '../../protocol/index.ts'
import { build, codesOf, copy, signAll, text } from './sampleProofs.ts'

describe('Proof', () => {
  it('S2-62 S2-91: a built bundle verifies, and has every field of the design', () => {
    const proof = build()
    expect(Verification.verifyPorBundle(proof)).to.deep.equal({
      schema_version: 'v1',
      ok: true,
      por_root: proof.bundle.por_root,
      challenged_leaf: null,
      findings: [],
      not_checked: [],
    })
    expect(Object.keys(proof.bundle)).to.include.members([
      'market_id',
      'prompt_spec_hash',
      'evidence_root',
      'reasoning_root',
      'verdict',
      'tee_attestation',
      'signatures',
    ])
  })

  it('S2-92: the same parts give the same bytes', () => {
    expect(text(build({ items: 5, steps: 9 }))).to.equal(text(build({ items: 5, steps: 9 })))
  })

  it('S2-70 C27: por_root is the root of prompt, evidence, reasoning and verdict, in that order', () => {
    const { bundle } = build()
    const hashes = [
      bundle.prompt_spec_hash,
      bundle.evidence_root,
      bundle.reasoning_root,
      Verdict.hash(bundle.verdict),
    ]
    expect(Merkle.root(hashes.map((hash) => Bytes.bytes32(hash)))).to.equal(bundle.por_root)
  })

  it('S2-68 S2-69: the roots are those of the published functions', () => {
    const { bundle, evidence, trace } = build()
    expect(Proof.buildEvidenceRoot(evidence)).to.equal(bundle.evidence_root)
    expect(Proof.buildReasoningRoot(trace, bundle)).to.equal(bundle.reasoning_root)
  })

  it('S2-65 S2-67 S2-91: a leaf hash is that of the canonical bytes, and knows its schema version', () => {
    const { evidence } = build()
    const [item] = evidence.items
    expect(item).to.have.property('schema_version', 'v1')
    expect(Proof.computeLeafHash(item)).to.equal(
      Bytes.toHex(Merkle.leafHash(Bytes.fromText(Json.canonical(item)))),
    )
  })

  it('S2-29: wall clocks are outside every hash, so rebuilding later gives the same root', () => {
    const parts = sampleParts()
    const later = {
      ...parts,
      createdAt: '2027-01-01T00:00:00Z',
      evidence: { ...parts.evidence, collection_time: '2027-01-01T00:00:00Z' },
    }
    expect(Proof.buildPorBundle(later).bundle.por_root).to.equal(Proof.buildPorBundle(parts).bundle.por_root)
  })

  it('S2-71: any leaf of any tree is provable up to por_root, and no other leaf is', () => {
    const proof = build({ items: 3, steps: 5 })
    for (const tree of ['por', 'evidence', 'reasoning'] as const) {
      const { length } = Proof.leavesOf(proof, tree)
      for (let i = 0; i < length; i++) {
        const branch = Proof.branch(proof, tree, i)
        expect(Proof.verifyBranch(branch, proof.bundle.por_root), `${tree} ${i}`).to.equal(true)
        expect(Proof.verifyBranch({ ...branch, leaf: `${branch.leaf}00` }, proof.bundle.por_root)).to.equal(
          false,
        )
        expect(Proof.verifyBranch(branch, Bytes.zero32)).to.equal(false)
        if (length > 1) {
          const other = { ...branch, index: (i + 1) % length }
          expect(Proof.verifyBranch(other, proof.bundle.por_root)).to.equal(false)
        }
      }
    }
  })

  it('error: a branch of one tree does not pass for one of another', () => {
    const proof = build()
    const branch = Proof.branch(proof, 'evidence', 0)
    expect(Proof.verifyBranch({ ...branch, tree: 'reasoning' }, proof.bundle.por_root)).to.equal(false)
    expect(Proof.verifyBranch({ ...branch, outer: null }, proof.bundle.por_root)).to.equal(false)
  })

  it('S2-63 C33: each role signs the root, and a signature of another role does not pass', async () => {
    const proof = await signAll(build())
    expect(codesOf(proof)).to.deep.equal([])
    const swapped = copy(proof)
    swapped.bundle.signatures.judge = proof.bundle.signatures.auditor
    expect(codesOf(swapped)).to.deep.equal(['BAD_SIGNATURE'])
  })

  it('C33 C147: an attestation is not checked here, and the result says so', () => {
    const proof = copy(build())
    proof.bundle.tee_attestation = { quote: '0x00' }
    const { ok, findings, not_checked } = Verification.verifyPorBundle(proof)
    expect({ ok, findings }).to.deep.equal({ ok: true, findings: [] })
    expect(not_checked.map(({ code, path }) => [code, path])).to.deep.equal([
      ['UNVERIFIED_ATTESTATION', '/bundle/tee_attestation'],
    ])
  })
})
