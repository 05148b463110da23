import {
  Bytes,
  Docket,
  Finding,
  Merkle,
  type Proof,
  type Report,
  type RoundFile,
  type Verification,
} from '../../../protocol/index.ts'
import type { ChainFacts } from '../../../services/chain/browser/readFacts.ts'
import type { Attestation, Evidence } from './evidence.ts'

/** A round on the table: the file, what follows from it, what was reported, what the chain says. */
export type Case = {
  readonly file: RoundFile.RoundFile
  readonly rebuilt: RoundFile.Rebuilt
  readonly report: Report.Report
  readonly facts: ChainFacts | null
}

/** A finding, and what to send for it. */
export type Found = {
  readonly finding: Finding.RoundFinding
  readonly bundle: Verification.ChallengeBundle | null
}

export type More = {
  /** The worker's place in the round; a finding names its seat number in the market. */
  readonly worker?: number
  /** What can be done where no contract decides. */
  readonly remedy?: Exclude<Finding.Remedy, 'challenge'>
  /** With it the contract decides. */
  readonly evidence?: Evidence | null
  readonly branch?: Proof.Branch
}

/** Puts a finding and its bundle together. */
export function found(
  { file }: Case,
  [where, code, path, message]: readonly [Finding.At, Finding.FindingCode, string, string],
  more: More = {},
): Found {
  const { worker, evidence = null, branch = null, remedy: otherwise = 'appeal' } = more
  const finding = Finding.at(where, code, path, message)
  const remedy = evidence === null ? otherwise : 'challenge'
  const about = {
    worker_index: worker === undefined ? null : file.cohort_start + worker,
    kind: evidence?.kind ?? null,
  }
  if (remedy === 'none') return { finding: { ...finding, ...about, remedy }, bundle: null }
  const { chain_id, market, market_id, round } = file
  const bundle: Verification.ChallengeBundle = {
    schema_version: 'v1',
    ...about,
    remedy,
    chain_id,
    market,
    market_id: String(market_id),
    round,
    finding,
    branch,
    evidence: evidence?.evidence ?? null,
  }
  return { finding: { ...finding, ...about, remedy }, bundle }
}

/** What a worker signed as its answer, or null where nothing of it counts or nothing was signed. */
export function attestationOf({ rebuilt }: Case, worker: number): Attestation | null {
  const answer = rebuilt.admissions[worker]?.answer ?? null
  if (answer === null || answer.signature === null) return null
  return {
    phase: 'resolve',
    requestHash: rebuilt.terms.requestHash,
    responseHash: answer.responseHash,
    checkHash: Docket.checkHash(answer.check),
    signature: answer.signature as Bytes.Hex,
  }
}

/** Whether the report counts a vote of this worker: only a vote can be struck. */
export const isStrikable = ({ report }: Case, worker: number): boolean =>
  report.records[worker]?.vote.outcome != null

/** The check in the docket with the worker's own signature over it, or null: a worker is struck only for what it signed. */
export function signedCheck(about: Case, worker: number) {
  const attestation = attestationOf(about, worker)
  const check = about.report.docket?.checks[worker]
  if (attestation === null || check === undefined || !isStrikable(about, worker)) return null
  return attestation.checkHash === Docket.checkHash(check) ? { attestation, check } : null
}

/** The leaves that are proven to lie under the reported root, or null where neither file nor replies give them. */
export function provenLeaves({ file, rebuilt, report }: Case): readonly Uint8Array[] | null {
  if (file.leaves !== null) {
    const leaves = file.leaves.map((leaf) => Bytes.fromHex(leaf as Bytes.Hex))
    if (Merkle.root(leaves) === report.roundRoot) return leaves
  }
  return Merkle.root(rebuilt.leaves) === report.roundRoot ? rebuilt.leaves : null
}
