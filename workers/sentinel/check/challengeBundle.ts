import { Bytes, type Finding, Proof, type Report, Verification } from '../../../protocol/index.ts'
import { contradictsAnswer } from './contradiction.ts'
import * as Evidence from './evidence.ts'

/** A leaf of a proof. */
export type LeafRef = { readonly tree: Proof.TreeName; readonly index: number }

/** What stands on-chain of the worker whose proof it is: what a challenge must bring beside the leaf. */
export type About = {
  /** The worker's seat number in the market. */
  readonly workerIndex: number
  /** Its place in the round's docket. */
  readonly position: number
  readonly reported: Pick<Report.Report, 'marketId' | 'round' | 'roundRoot' | 'docket'>
  /** The worker's signature over its answer. */
  readonly attestation: Evidence.Attestation
}

/**
 * Challenges a leaf of a worker's proof. The bundle goes to the contract as it is, where the contract can decide it; else it
 * says that an appeal is what is left. Null for a leaf that is not there.
 *
 * @example
 * const bundle = challenge(proof, { tree: 'evidence', index: 0 }, finding, about)
 */
export function challengeBundle(
  proof: Proof.Proof,
  leaf: LeafRef,
  finding: Finding.Finding,
  about: About | null = null,
): Verification.ChallengeBundle | null {
  const at = { ...finding, tree: leaf.tree, leaf_index: leaf.index }
  const bundle = Verification.challengeOf(proof, at, about?.workerIndex ?? null)
  if (bundle === null || about === null) return bundle
  const shown = { ...bundle, finding }
  const evidence = evidenceOf(bundle.branch, about)
  return evidence === null
    ? { ...shown, kind: null, remedy: 'appeal' }
    : { ...shown, kind: evidence.kind, remedy: 'challenge', evidence: evidence.evidence }
}

function evidenceOf(branch: Proof.Branch, about: About): Evidence.Evidence | null {
  const { reported, attestation, position } = about
  const { tree } = branch
  const check = reported.docket?.checks[position]
  const isInner = tree === 'evidence' || tree === 'reasoning'
  if (!isInner || check === undefined || !Proof.verifyBranch(branch, check.porRoot)) return null
  const leaf = Bytes.fromHex(branch.leaf as Bytes.Hex)
  const isProven = contradictsAnswer(leaf, tree, check, reported) !== null
  return isProven ? Evidence.ownProof(reported, attestation, branch) : null
}
