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
} from '../../protocol/index.ts'
import { verifyTrace } from '../pipeline/verifyTrace.ts'
import type { Verifier, Verifiers } from '../source/provenance/Provenance.ts'
import { type Replay, readProof } from './replay.ts'

/** What a proof is inspected with. */
export type Options = {
  /**
   * How provenance is verified, by kind. With any given, an item of a kind that has none does not pass; with none at all,
   * tiers are only held against their kinds, as anyone can do without keys and logs.
   */
  readonly verifiers?: Verifiers
  readonly replay?: Replay
}

/**
 * Inspects a proof of reasoning: every leaf and root, authenticity, logic, determinism, and what executing it again gives.
 *
 * @example
 * const { ok, findings } = await inspectProof(proof, { replay })
 */
export async function inspectProof(
  value: unknown,
  options: Options = {},
): Promise<Verification.VerificationResult> {
  const result = Verification.verifyPorBundle(value)
  const proof = readProof(value)
  if (proof === null) return result
  const { verifiers, replay } = options
  const provenance = verifiers === undefined ? [] : await verifyProvenance(proof.evidence, verifiers)
  const again = replay === undefined ? [] : execute(proof, replay)
  // One fault may be seen from two sides; it is told once.
  const seen = new Set(result.findings.map(keyOf))
  const more = [...provenance, ...again].filter((finding) => !seen.has(keyOf(finding)))
  return Verification.conclude(result.por_root, [...result.findings, ...more])
}

const keyOf = ({ code, tree, leaf_index }: Finding.Finding): string => `${code} ${tree} ${leaf_index}`

/** What executing a proof again finds; of one that can't be executed here, whether its verdict follows from its check. */
function execute(proof: Proof.Proof, replay: Replay): readonly Finding.Finding[] {
  const { executed, findings } = replay(proof)
  return executed ? findings : verifyDeterminism(proof.bundle.verdict, proof)
}

/** Whether evidence is what it claims: content against receipt, tier against kind, and the proofs of provenance themselves. */
export async function verifyAuthenticity(
  evidence: Evidence.EvidenceBundle,
  verifiers: Verifiers = {},
): Promise<Finding.Finding[]> {
  return [...Verification.checkItems(evidence), ...(await verifyProvenance(evidence, verifiers))]
}

async function verifyProvenance(
  evidence: Evidence.EvidenceBundle,
  verifiers: Verifiers,
): Promise<Finding.Finding[]> {
  const findings: Finding.Finding[] = []
  for (const [i, item] of evidence.items.entries()) {
    const { kind } = item.provenance
    if (kind === 'none') continue
    const verify = verifiers[kind]
    const at = Finding.evidenceLeaf(2 * i + 1)
    const path = `/evidence/items/${i}/provenance/proof`
    if (verify === undefined) {
      const message = `Nothing here can verify a proof of kind ${kind}: what is not verified does not pass.`
      findings.push(Finding.at(at, 'UNVERIFIED_PROVENANCE', path, message))
      continue
    }
    const fault = await failure(verify, item)
    if (fault !== null) findings.push(Finding.at(at, 'BAD_PROVENANCE', path, fault.slice(0, 1_024)))
  }
  return findings
}

/** A verifier that breaks has verified nothing. */
async function failure(verify: Verifier, item: Evidence.EvidenceItem): Promise<string | null> {
  try {
    return await verify(item)
  } catch (error) {
    return `It could not be verified: ${(error as Error).message}`
  }
}

/**
 * Whether a trace stands on its evidence: commitments, citations, order, and no step on nothing. With the prompt of the
 * reference pipeline, also whether every quote stands in its item and every check comes out as it says.
 */
export const verifyLogic = (
  trace: Trace.ReasoningTrace,
  evidence: Evidence.EvidenceBundle,
  spec?: Spec.PromptSpec,
): readonly Finding.Finding[] =>
  spec === undefined ? Verification.checkTrace(trace, evidence) : verifyTrace(spec, evidence, trace).findings

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
