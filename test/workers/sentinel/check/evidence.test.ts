import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { decodeAbiParameters, parseAbiParameters } from 'viem'
import { sampleParts } from '../../../../local/samples/proof.ts'
import { Bytes, Docket, Hash, Proof, Wire } from '../../../../protocol/index.ts'
import {
  type Attestation,
  counterSample,
  equivocation,
  NotChallengeableError,
  ownProof,
  ownProofOf,
  transcriptProof,
} from '../../../../workers/sentinel/check/evidence.ts'

/** The structs as the contract has them: they are read out of the Solidity. */
const structs = [
  ...readFileSync(new URL('../../../../contracts/types/Challenge.sol', import.meta.url), 'utf8').matchAll(
    /^struct \w+ \{[^}]*\}/gm,
  ),
].map(([text]) => text.replaceAll(/\s+/g, ' '))

const decode = (name: string, evidence: Bytes.Hex): Record<string, unknown> => {
  const parameters = parseAbiParameters([`${name} shown`, ...structs])
  return decodeAbiParameters(parameters as never, evidence)[0] as unknown as Record<string, unknown>
}

const attestation: Attestation = {
  phase: 'challenge',
  requestHash: Hash.asRequestHash(Hash.ofText('request')),
  responseHash: Hash.ofText('response'),
  checkHash: Hash.ofText('check'),
  signature: `0x${'ab'.repeat(65)}`,
}
const onChain = { ...attestation, phase: Wire.phases.challenge }

const docket: Docket.Docket = {
  rule: { sourceId: Hash.ofText('s'), op: 1, target: 5n, from: 1, to: 2, readyAt: 2, maxTier: 3 },
  checks: [Docket.noCheck],
}
const reported = { roundRoot: Hash.asRoot(Hash.ofText('round')), docket }
const packed = { roundRoot: reported.roundRoot, docket: Bytes.toHex(Docket.pack(docket)) }

describe('evidence for a challenge', () => {
  it('SPEC §2 A10: kind 1 is a CounterObservation', () => {
    const observation = { observedAt: 7, value: -3n, signature: `0x${'cd'.repeat(65)}` as const }
    const shown = counterSample(reported, attestation, observation)
    expect(shown.kind).to.equal(1)
    expect(decode('CounterObservation', shown.evidence)).to.deep.equal({
      ...packed,
      attestation: onChain,
      observation,
    })
  })

  it('SPEC §2: kind 2 is an Equivocation of two statements, in the order given', () => {
    const other = { ...attestation, phase: 'resolve', responseHash: Hash.ofText('other') } as const
    const { kind, evidence } = equivocation(attestation, other)
    expect(kind).to.equal(2)
    expect(decode('Equivocation', evidence)).to.deep.equal({
      one: onChain,
      other: { ...other, phase: Wire.phases.resolve },
    })
  })

  it('S2-54: kind 3 is an OwnProof: the leaf’s way to its tree, and that root’s way to por_root', () => {
    const proof = Proof.buildPorBundle(sampleParts())
    const branch = Proof.branch(proof, 'evidence', 0)
    const { kind, evidence } = ownProof(reported, attestation, branch)
    expect(kind).to.equal(3)
    const shown = decode('OwnProof', evidence)
    expect(shown).to.deep.include({ ...packed, attestation: onChain })
    expect(shown.inner).to.deep.equal({
      leaf: branch.leaf,
      index: 0n,
      count: BigInt(branch.count),
      siblings: branch.branch,
    })
    expect(shown.outer).to.deep.include({ leaf: branch.root, siblings: branch.outer!.branch })
  })

  it('S2-54: a leaf of the outer tree has no way that a contract judges', () => {
    const proof = Proof.buildPorBundle(sampleParts())
    expect(() => ownProof(reported, attestation, Proof.branch(proof, 'por', 0))).to.throw(
      NotChallengeableError,
      "A leaf of the tree 'por'",
    )
  })

  it('takes branches as they are, too', () => {
    const branch = { leaf: '0x0102', index: 3, count: 9, siblings: [Hash.ofText('a')] } as const
    const { evidence } = ownProofOf(reported, attestation, { inner: branch, outer: { ...branch, index: 4 } })
    expect(decode('OwnProof', evidence)).to.deep.include({
      outer: { leaf: '0x0102', index: 4n, count: 9n, siblings: [Hash.ofText('a')] },
    })
  })

  it('SPEC §2: kind 4 is a TranscriptProof; without a docket it brings empty bytes', () => {
    const branch = { leaf: '0x00', index: 1, count: 19, siblings: [] } as const
    const { kind, evidence } = transcriptProof({ ...reported, docket: null }, branch)
    expect(kind).to.equal(4)
    expect(decode('TranscriptProof', evidence)).to.deep.equal({
      roundRoot: reported.roundRoot,
      docket: '0x',
      branch: { leaf: '0x00', index: 1n, count: 19n, siblings: [] },
    })
  })
})
