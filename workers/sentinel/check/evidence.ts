import { encodeAbiParameters } from 'viem/utils'
import { BaseError, Bytes, Docket, type Proof, type Report, Wire } from '../../../protocol/index.ts'

/** What `challenge` takes beside market and worker: the evidence structs of contracts/types/Challenge.sol, ABI-encoded. */
export type Evidence = { readonly kind: 1 | 2 | 3 | 4; readonly evidence: Bytes.Hex }

/** A statement with the worker's signature over it. */
export type Attestation = Pick<Wire.Statement, 'phase' | 'requestHash' | 'responseHash' | 'checkHash'> & {
  readonly signature: Bytes.Hex
}

/** A sample that the source signed. */
export type SignedSample = {
  readonly observedAt: number
  /** × 10^18. */
  readonly value: bigint
  readonly signature: Bytes.Hex
}

/** A leaf with its way to a root. */
export type Branch = {
  readonly leaf: Bytes.Hex
  readonly index: number
  readonly count: number
  readonly siblings: readonly Bytes.Hex[]
}

/** What of a report the contract keeps only the hash of, so that a challenge must bring it. */
export type Reported = Pick<Report.Report, 'roundRoot' | 'docket'>

/** Kind 1: the source itself signed another sample. Against an INVALID it takes the vote, and no stake. */
export function counterSample(
  reported: Reported,
  attestation: Attestation,
  observation: SignedSample,
): Evidence {
  const shown = { ...packed(reported), attestation: coded(attestation), observation }
  return { kind: 1, evidence: encodeAbiParameters([counterObservationType], [shown]) }
}

/** Kind 2: two different replies that one worker signed to one request. */
export function equivocation(one: Attestation, other: Attestation): Evidence {
  const shown = { one: coded(one), other: coded(other) }
  return { kind: 2, evidence: encodeAbiParameters([equivocationType], [shown]) }
}

/**
 * Kind 3: a leaf of the worker's own proof, as `Proof.branch` or a challenge bundle gives it.
 *
 * @example
 * ownProof(report, attestation, Proof.branch(proof, 'evidence', 0))
 */
export function ownProof(reported: Reported, attestation: Attestation, branch: Proof.Branch): Evidence {
  const { outer } = branch
  if (outer === null) throw new NotChallengeableError(branch.tree)
  return ownProofOf(reported, attestation, {
    inner: toBranch(branch),
    outer: toBranch({ ...outer, leaf: branch.root }),
  })
}

/** The same from two branches as they are. */
export function ownProofOf(
  reported: Reported,
  attestation: Attestation,
  branches: { readonly inner: Branch; readonly outer: Branch },
): Evidence {
  const { inner, outer } = branches
  const shown = {
    ...packed(reported),
    attestation: coded(attestation),
    inner: wide(inner),
    outer: wide(outer),
  }
  return { kind: 3, evidence: encodeAbiParameters([ownProofType], [shown]) }
}

/** Kind 4: a leaf of the round's transcript. */
export function transcriptProof(reported: Reported, branch: Branch): Evidence {
  const shown = { ...packed(reported), branch: wide(branch) }
  return { kind: 4, evidence: encodeAbiParameters([transcriptProofType], [shown]) }
}

type ProofBranch = Pick<Proof.Branch, 'leaf' | 'index' | 'count' | 'branch'>

const toBranch = ({ leaf, index, count, branch }: ProofBranch): Branch => ({
  leaf: leaf as Bytes.Hex,
  index,
  count,
  siblings: branch,
})

const packed = ({ roundRoot, docket }: Reported) => ({
  roundRoot,
  docket: docket === null ? ('0x' as const) : Bytes.toHex(Docket.pack(docket)),
})

const coded = ({ phase, requestHash, responseHash, checkHash, signature }: Attestation) => ({
  phase: Wire.phases[phase],
  requestHash,
  responseHash,
  checkHash,
  signature,
})

const wide = ({ leaf, index, count, siblings }: Branch) => ({
  leaf,
  index: BigInt(index),
  count: BigInt(count),
  siblings,
})

const attestationType = {
  type: 'tuple',
  components: [
    { name: 'phase', type: 'uint8' },
    { name: 'requestHash', type: 'bytes32' },
    { name: 'responseHash', type: 'bytes32' },
    { name: 'checkHash', type: 'bytes32' },
    { name: 'signature', type: 'bytes' },
  ],
} as const

const observationType = {
  type: 'tuple',
  components: [
    { name: 'observedAt', type: 'uint40' },
    { name: 'value', type: 'int128' },
    { name: 'signature', type: 'bytes' },
  ],
} as const

const branchType = {
  type: 'tuple',
  components: [
    { name: 'leaf', type: 'bytes' },
    { name: 'index', type: 'uint256' },
    { name: 'count', type: 'uint256' },
    { name: 'siblings', type: 'bytes32[]' },
  ],
} as const

const counterObservationType = {
  type: 'tuple',
  components: [
    { name: 'roundRoot', type: 'bytes32' },
    { name: 'docket', type: 'bytes' },
    { name: 'attestation', ...attestationType },
    { name: 'observation', ...observationType },
  ],
} as const

const equivocationType = {
  type: 'tuple',
  components: [
    { name: 'one', ...attestationType },
    { name: 'other', ...attestationType },
  ],
} as const

const ownProofType = {
  type: 'tuple',
  components: [
    { name: 'roundRoot', type: 'bytes32' },
    { name: 'docket', type: 'bytes' },
    { name: 'attestation', ...attestationType },
    { name: 'inner', ...branchType },
    { name: 'outer', ...branchType },
  ],
} as const

const transcriptProofType = {
  type: 'tuple',
  components: [
    { name: 'roundRoot', type: 'bytes32' },
    { name: 'docket', type: 'bytes' },
    { name: 'branch', ...branchType },
  ],
} as const

export class NotChallengeableError extends BaseError {
  override readonly name = 'Evidence.NotChallengeableError'
  constructor(tree: string) {
    super(`A leaf of the tree '${tree}' is none that a contract can judge.`, {
      metaMessages: ['Receipts are in the tree evidence, the rule check and the verdict in reasoning.'],
    })
  }
}
