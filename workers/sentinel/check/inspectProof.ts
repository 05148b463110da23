import {
  Decimal,
  Docket,
  type Evidence,
  Finding,
  Instant,
  type Proof,
  Rule,
  type Spec,
  type Trace,
  Verification,
} from '../../../protocol/index.ts'
import type { AttestationVerifier } from '../../source/provenance/attestations.ts'
import type { Verifiers } from '../../source/provenance/Provenance.ts'
import { checkAttestation, checkOrigins } from './origins.ts'
import type { Replay } from './Replay.ts'
import { readProof } from './readProof.ts'

/** What a proof is inspected with. */
export type Options = {
  /** How provenance is verified, by kind. Of a kind that has none the result says that it was not checked. */
  readonly verifiers?: Verifiers
  /** The same for the attestation of a trusted environment. */
  readonly attestation?: AttestationVerifier | undefined
  readonly replay?: Replay
}

/**
 * Inspects a proof of reasoning: every leaf and root, authenticity, logic, determinism, and what executing it again gives.
 *
 * `ok` says that nothing was found wrong; what could not be checked is in `not_checked`.
 *
 * @example
 * const { ok, findings, not_checked } = await inspectProof(proof, { replay })
 */
export async function inspectProof(
  value: unknown,
  options: Options = {},
): Promise<Verification.VerificationResult> {
  const result = Verification.verifyPorBundle(value)
  const proof = readProof(value)
  if (proof === null) return result
  const { verifiers = {}, attestation, replay } = options
  const origins = await checkOrigins(proof.evidence, verifiers)
  const attested = await checkAttestation(proof, attestation)
  const again = replay === undefined ? [] : execute(proof, replay)
  // One fault may be seen from two sides; it is told once.
  const seen = new Set(result.findings.map(keyOf))
  const more = [...origins.findings, ...attested.findings, ...again]
  return Verification.conclude(
    result.por_root,
    [...result.findings, ...more.filter((finding) => !seen.has(keyOf(finding)))],
    [...origins.notChecked, ...attested.notChecked],
  )
}

const keyOf = ({ code, tree, leaf_index }: Finding.Finding): string => `${code} ${tree} ${leaf_index}`

/** What executing a proof again finds; of one that can't be executed here, whether its verdict follows from its check. */
function execute(proof: Proof.Proof, replay: Replay): readonly Finding.Finding[] {
  const again = replay(proof)
  return again.executed ? again.findings : verifyDeterminism(proof.bundle.verdict, proof)
}

/**
 * What keeps evidence from being what it claims: content against receipt, tier against kind, and the proofs of provenance
 * themselves, those that could not be checked among them.
 */
export async function verifyAuthenticity(
  evidence: Evidence.EvidenceBundle,
  verifiers: Verifiers = {},
): Promise<Finding.Finding[]> {
  const { findings, notChecked } = await checkOrigins(evidence, verifiers)
  return [...Verification.checkItems(evidence), ...findings, ...notChecked]
}

/** What a verdict must follow from. */
export type Grounds = {
  readonly prompt_spec: Spec.PromptSpec
  readonly evidence: Evidence.EvidenceBundle
  readonly trace: Trace.ReasoningTrace
  readonly bundle: Pick<Proof.PoRBundle, 'rule_check'>
}

/**
 * Whether a verdict is what the rule's comparison gives for the sample it names, and whether that sample is in the evidence it
 * rests on. Questions without a number to compare have nothing that could be computed again.
 */
export function verifyDeterminism(verdict: Proof.Parts['verdict'], grounds: Grounds): Finding.Finding[] {
  const { bundle, prompt_spec, evidence, trace } = grounds
  const { rule_check: check } = bundle
  const { predicate } = prompt_spec.market.resolution_rules
  if (predicate === null || check === null || check.result === 'INVALID') return []
  const findings: Finding.Finding[] = []
  const at = Finding.reasoningLeaf(trace.steps.length)
  // Compared as decimals: a prompt's target may have more of them than a docket holds.
  const order = BigInt(Decimal.compare(check.value, predicate.target))
  const isMet = Docket.holds(Rule.opCodes[predicate.op], order, 0n)
  const outcome = isMet ? 'YES' : 'NO'
  const comparison = `${check.value} ${predicate.op} ${predicate.target}`
  if (check.result !== outcome) {
    const message = `${comparison} gives ${outcome}, but the check says ${check.result}.`
    findings.push(Finding.at(at, 'CHECK_MISMATCH', '/bundle/rule_check/result', message))
  }
  if (verdict.outcome !== outcome) {
    const message = `${comparison} gives ${outcome}, but the verdict is ${verdict.outcome}.`
    findings.push(Finding.at(Finding.porLeaf(3), 'VERDICT_MISMATCH', '/bundle/verdict/outcome', message))
  }
  const samples = evidence.items.filter(
    ({ used, normalized, source }) => used && normalized !== null && source.source_id === predicate.source_id,
  )
  const isSeen = samples.some(
    ({ normalized }) =>
      Instant.parse(normalized!.observed_at) === check.observed_at &&
      Decimal.compare(normalized!.value, check.value) === 0,
  )
  if (samples.length > 0 && !isSeen) {
    const message = 'No item that the verdict rests on holds the sample of the check.'
    findings.push(Finding.at(at, 'CHECK_MISMATCH', '/bundle/rule_check', message))
  }
  return findings
}
