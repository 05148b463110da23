import * as z from 'zod'
import * as Bytes from './Bytes.ts'
import * as Eip712 from './Eip712.ts'
import * as Evidence from './Evidence.ts'
import {
  type At,
  at,
  evidenceLeaf,
  type Finding,
  type FindingCode,
  finding,
  kind,
  nowhere,
  porLeaf,
  reasoningLeaf,
  workerIndex,
} from './Finding.ts'
import * as Hash from './Hash.ts'
import * as Instant from './Instant.ts'
import * as Json from './Json.ts'
import * as Leaf from './Leaf.ts'
import * as Merkle from './Merkle.ts'
import * as Proof from './Proof.ts'
import * as Schema from './Schema.ts'
import * as Trace from './Trace.ts'

/** Re-checking a proof of reasoning, and what follows from what it finds. */
export { codes, type Finding, type FindingCode, finding } from './Finding.ts'

/** The result of re-checking a proof: all findings, the leaf to challenge, and what nothing could check. */
export const result = z.strictObject({
  schema_version: Schema.version,
  /** Whether nothing was found wrong. Claims in `not_checked` may still be false. */
  ok: z.boolean(),
  por_root: Schema.root.nullable(),
  /** The first finding's leaf: the one to challenge. */
  challenged_leaf: z.strictObject({ tree: finding.shape.tree.unwrap(), index: z.int().min(0) }).nullable(),
  findings: z.array(finding),
  /** Proofs of origin and attestations that are claimed, and that nothing here could check, each with the reason. */
  not_checked: z.array(finding),
})
/** A result as the schema reads it. */
export type VerificationResult = z.infer<typeof result>

/** What the contract's `challenge` takes, with what it is about. */
export const challengeBundle = z.strictObject({
  schema_version: Schema.version,
  /** null: no contract can decide it, and an appeal is what is left. */
  kind: kind.nullable(),
  remedy: z.enum(['challenge', 'appeal']),
  chain_id: z.int().min(0),
  market: Schema.address,
  market_id: Schema.identifier,
  round: z.int().min(0),
  /** The worker's number in the market; null where the round as a whole is meant. */
  worker_index: workerIndex,
  finding,
  /** The leaf with its way up; null where the evidence is signatures alone. */
  branch: Proof.branchSchema.nullable(),
  /** ABI-encoded, as `challenge` takes it; null where the round's report or the worker's signature is not known. */
  evidence: z
    .string()
    .regex(/^0x([0-9a-f]{2})+$/)
    .nullable(),
})
/** A challenge as the schema reads it. */
export type ChallengeBundle = z.infer<typeof challengeBundle>

/** What settles a market outside this system: the verdict and the roots it stands on. */
export const resolutionPayload = z.strictObject({
  schema_version: Schema.version,
  market_id: Schema.identifier,
  round: z.int().min(0),
  outcome: Schema.outcome,
  confidence_bps: Schema.basisPoints,
  resolution_time: Schema.instant,
  evidence_root: Schema.root,
  reasoning_root: Schema.root,
  por_root: Schema.root,
})
/** A payload as the schema reads it. */
export type ResolutionPayload = z.infer<typeof resolutionPayload>

/**
 * Re-checks a proof given as text.
 *
 * @example
 * Verification.verifyText('{').findings[0].code // 'NOT_JSON'
 */
export function verifyText(text: string): VerificationResult {
  let value: unknown
  try {
    value = Json.parse(text)
  } catch (error) {
    return conclude(null, [{ ...nowhere, code: 'NOT_JSON', path: '', message: (error as Error).message }])
  }
  return verifyPorBundle(value)
}

/**
 * Re-checks a proof: schema, every leaf, every root, every citation, the verdict's mapping, the signatures.
 *
 * @example
 * const { ok, findings } = Verification.verifyPorBundle({ schema_version: 'v2' })
 * ok // false
 * findings[0].code // 'SCHEMA'
 * findings[0].path // '/schema_version'
 */
export function verifyPorBundle(value: unknown): VerificationResult {
  let proof: Proof.Proof
  try {
    proof = Schema.read(Proof.schema, value)
    // A string with half a surrogate pair passes the schema but has no bytes to hash.
    Json.canonical(proof)
  } catch (error) {
    const path = error instanceof Schema.MismatchError ? error.path : ''
    return conclude(null, [
      { ...leafAt(path, value), code: 'SCHEMA', path, message: (error as Error).message },
    ])
  }
  const findings = [
    ...checkPrompt(proof),
    ...checkEvidence(proof),
    ...checkReasoning(proof),
    ...checkVerdict(proof),
    ...checkSignatures(proof),
  ]
  return conclude(proof.bundle.por_root, findings, claims(proof))
}

/**
 * What a proof claims and no hash can show: where evidence comes from, and what an attestation says. Checking it needs keys,
 * logs or certificates from outside.
 */
function claims({ bundle, evidence }: Proof.Proof): Finding[] {
  const origins = evidence.items.flatMap(({ provenance }, i) =>
    provenance.kind === 'none' ? [] : [unverifiedOrigin(i, provenance.kind)],
  )
  return bundle.tee_attestation === null ? origins : [...origins, unverifiedAttestation()]
}

/**
 * Says that an item's proof of origin was not checked.
 *
 * @example
 * Verification.unverifiedOrigin(0, 'zktls').message // 'No verifier for proofs of kind zktls is at hand.'
 */
export const unverifiedOrigin = (
  item: number,
  kind: Evidence.ProofKind,
  why = `No verifier for proofs of kind ${kind} is at hand.`,
): Finding =>
  at(
    evidenceLeaf(2 * item + 1),
    'UNVERIFIED_PROVENANCE',
    `/evidence/items/${item}/provenance/proof`,
    why.slice(0, 1_024),
  )

/**
 * Says that the attestation of a trusted environment was not checked.
 *
 * @example
 * Verification.unverifiedAttestation().path // '/bundle/tee_attestation'
 */
export const unverifiedAttestation = (why = 'No verifier for this attestation is at hand.'): Finding =>
  at(nowhere, 'UNVERIFIED_ATTESTATION', '/bundle/tee_attestation', why.slice(0, 1_024))

/**
 * The result that findings make.
 *
 * @example
 * Verification.conclude(null, []).ok // true
 * const finding = Finding.at(Finding.evidenceLeaf(3), 'CONTENT_MISMATCH', '/evidence/items/1/content', 'Another text.')
 * Verification.conclude(null, [finding]).challenged_leaf // { tree: 'evidence', index: 3 }
 */
export function conclude(
  porRoot: Hash.Root | null,
  findings: readonly Finding[],
  notChecked: readonly Finding[] = [],
): VerificationResult {
  const first = findings.find((one) => one.leaf_index !== null)
  const challenged = first === undefined ? null : { tree: first.tree!, index: first.leaf_index! }
  return {
    schema_version: 'v1',
    ok: findings.length === 0,
    por_root: porRoot,
    challenged_leaf: challenged,
    findings: [...findings],
    not_checked: [...notChecked],
  }
}

/** Which leaf a place in the document belongs to, for documents too broken to build trees from. */
function leafAt(path: string, value: unknown): At {
  const [, part, list, index] = path.split('/')
  const position = Number(index)
  const count = (items: unknown) => (Array.isArray(items) ? items.length : 0)
  const record = (part: string) =>
    ((value as Record<string, unknown> | null)?.[part] ?? {}) as Record<string, unknown>
  if (part === 'prompt_spec') return porLeaf(0)
  if (part === 'evidence') {
    if (list === 'items' && index !== undefined) return evidenceLeaf(2 * position + 1)
    return evidenceLeaf(2 * count(record('evidence').items))
  }
  if (part === 'trace') {
    if (list === 'steps' && index !== undefined) return reasoningLeaf(position)
    return reasoningLeaf(count(record('trace').steps) + 2)
  }
  if (part === 'leaves' && (list === 'evidence' || list === 'reasoning')) {
    return index === undefined ? porLeaf(list === 'evidence' ? 1 : 2) : { tree: list, leaf_index: position }
  }
  if (part === 'bundle') return porLeaf(bundleLeaf(list))
  return nowhere
}

function bundleLeaf(field: string | undefined): number {
  if (field === 'prompt_spec_hash') return 0
  if (field === 'evidence_root') return 1
  return field === 'verdict' || field === 'rule_check' ? 3 : 2
}

function checkPrompt({ bundle, prompt_spec }: Proof.Proof): Finding[] {
  if (Hash.ofJson(prompt_spec) === bundle.prompt_spec_hash) return []
  return [
    at(porLeaf(0), 'PROMPT_MISMATCH', '/prompt_spec', 'The prompt is not the one that was committed to.'),
  ]
}

function checkEvidence({ bundle, evidence, leaves, prompt_spec }: Proof.Proof): Finding[] {
  const tree = Merkle.build(Proof.evidenceLeaves(evidence))
  const findings = checkLeaves('evidence', Proof.hashesOf(tree), leaves.evidence)
  const { start, end } = prompt_spec.market.resolution_window
  const [from, to] = [Instant.parse(start), Instant.parse(end)]
  const ids = new Set<string>()
  for (const [i, item] of evidence.items.entries()) {
    findings.push(...checkItem(item, i, ids))
    if (!item.used) continue
    const path = `/evidence/items/${i}`
    const { tier } = item.provenance
    const observed = Evidence.observedAt(item)
    if (observed < from || observed > to) {
      const message = `Observed at ${Instant.format(observed)}, outside ${start} to ${end}.`
      findings.push(at(evidenceLeaf(2 * i), 'OUTSIDE_WINDOW', path, message))
    }
    if (tier > prompt_spec.market.min_provenance_tier) {
      const message = `Tier ${tier} is worse than the market's ${prompt_spec.market.min_provenance_tier}.`
      findings.push(at(evidenceLeaf(2 * i), 'TIER_TOO_LOW', `${path}/provenance/tier`, message))
    }
  }
  findings.push(...checkSummary(evidence))
  return [...findings, ...checkRoot(1, 'evidence_root', tree.root, bundle.evidence_root)]
}

/** What is wrong with evidence on its own: content, claimed tiers, names, summary. */
export function checkItems(evidence: Evidence.EvidenceBundle): Finding[] {
  const ids = new Set<string>()
  return [...evidence.items.flatMap((item, i) => checkItem(item, i, ids)), ...checkSummary(evidence)]
}

/** `ids` are those of the items before. */
function checkItem(item: Evidence.EvidenceItem, i: number, ids: Set<string>): Finding[] {
  const findings: Finding[] = []
  const path = `/evidence/items/${i}`
  const { kind, tier } = item.provenance
  if (ids.has(item.evidence_id)) {
    findings.push(
      at(evidenceLeaf(2 * i + 1), 'DUPLICATE_ID', path, `Two items are called ${item.evidence_id}.`),
    )
  }
  ids.add(item.evidence_id)
  if (!Evidence.contentMatches(item)) {
    const message = 'The content is not what its receipt was made for.'
    findings.push(at(evidenceLeaf(2 * i + 1), 'CONTENT_MISMATCH', `${path}/content`, message))
  }
  if (tier !== Evidence.derivedTier(item)) {
    const message = `Tier ${tier} is claimed, but a proof of kind ${kind} gives tier ${Evidence.derivedTier(item)}.`
    findings.push(at(evidenceLeaf(2 * i), 'TIER_MISMATCH', `${path}/provenance`, message))
  }
  return findings
}

function checkSummary(evidence: Evidence.EvidenceBundle): Finding[] {
  const summary = Json.canonical(Evidence.summarize(evidence.items))
  if (summary === Json.canonical(evidence.provenance_summary)) return []
  const message = 'The summary is not that of the items.'
  const header = evidenceLeaf(2 * evidence.items.length)
  return [at(header, 'TIER_MISMATCH', '/evidence/provenance_summary', message)]
}

function checkReasoning({ bundle, evidence, trace, leaves }: Proof.Proof): Finding[] {
  const tree = Merkle.build(Proof.reasoningLeaves(trace, bundle))
  return [
    ...checkLeaves('reasoning', Proof.hashesOf(tree), leaves.reasoning),
    ...checkTrace(trace, evidence, Proof.hashesOf(tree)),
    ...checkRoot(2, 'reasoning_root', tree.root, bundle.reasoning_root),
  ]
}

/** What is wrong with a trace given its evidence: commitments, citations, order, ungrounded steps. */
export function checkTrace(
  trace: Trace.ReasoningTrace,
  evidence: Evidence.EvidenceBundle,
  hashes: readonly string[] = trace.steps.map((step) => Trace.commit(step).hash_commitment),
): Finding[] {
  const findings: Finding[] = []
  const known = new Set(evidence.items.map((item) => item.evidence_id))
  const cited = new Set<string>()
  const earlier = new Set<string>()
  for (const [j, step] of trace.steps.entries()) {
    const path = `/trace/steps/${j}`
    const add = (code: FindingCode, message: string) =>
      findings.push(at(reasoningLeaf(j), code, path, message))
    if (step.hash_commitment !== hashes[j]) add('LEAF_MISMATCH', 'The step is not the one it commits to.')
    for (const id of step.inputs.evidence_ids) {
      cited.add(id)
      if (!known.has(id)) add('UNKNOWN_EVIDENCE', `There is no evidence ${id} in the bundle.`)
    }
    for (const id of step.inputs.prior_step_ids) {
      if (!earlier.has(id)) add('UNKNOWN_STEP', `There is no earlier step ${id}.`)
    }
    if (step.type !== 'search' && step.inputs.evidence_ids.length + step.inputs.prior_step_ids.length === 0) {
      add('UNGROUNDED_STEP', 'The step rests on no evidence and on no earlier step.')
    }
    if (earlier.has(step.step_id)) add('DUPLICATE_ID', `Two steps are called ${step.step_id}.`)
    earlier.add(step.step_id)
  }
  if (Json.canonical([...cited].sort()) !== Json.canonical([...trace.evidence_refs].sort())) {
    const message = 'The references are not the evidence that the steps cite.'
    const header = reasoningLeaf(trace.steps.length + 2)
    findings.push(at(header, 'UNKNOWN_EVIDENCE', '/trace/evidence_refs', message))
  }
  return findings
}

function checkVerdict({ bundle, prompt_spec, trace }: Proof.Proof): Finding[] {
  const { verdict, rule_check } = bundle
  const { market } = prompt_spec
  const findings: Finding[] = []
  const add = (field: string, message: string) =>
    findings.push(at(porLeaf(3), 'VERDICT_MISMATCH', `/bundle/verdict/${field}`, message))
  if (verdict.justification_hash !== bundle.reasoning_root)
    add('justification_hash', 'It is not the reasoning root.')
  if (verdict.market_id !== bundle.market_id)
    add('market_id', `The bundle is for market ${bundle.market_id}.`)
  if (market.market_id !== bundle.market_id) add('market_id', `The prompt is for market ${market.market_id}.`)
  const rule = market.resolution_rules.rules.find((one) => one.rule_id === verdict.resolution_rule_id)
  if (rule === undefined) add('resolution_rule_id', `The market has no rule ${verdict.resolution_rule_id}.`)
  else if (rule.outcome !== verdict.outcome) add('outcome', `Rule ${rule.rule_id} gives ${rule.outcome}.`)
  if (verdict.selected_leaf_refs.some((leaf) => leaf >= trace.steps.length)) {
    add('selected_leaf_refs', `There are only ${trace.steps.length} steps.`)
  }
  if (rule_check !== null && rule_check.result !== verdict.outcome) {
    const message = `The check gives ${rule_check.result}, the verdict ${verdict.outcome}.`
    findings.push(
      at(reasoningLeaf(trace.steps.length), 'CHECK_MISMATCH', '/bundle/rule_check/result', message),
    )
  }
  const root = Merkle.root(Proof.porLeaves(bundle))
  if (root !== bundle.por_root) {
    const message = `The four leaves give ${root}.`
    findings.push(at(porLeaf(3), 'ROOT_MISMATCH', '/bundle/por_root', message))
  }
  return findings
}

function checkSignatures({ bundle }: Proof.Proof): Finding[] {
  const findings: Finding[] = []
  for (const role of Proof.roles) {
    const signed = bundle.signatures[role]
    if (signed === null) continue
    if (!Eip712.isSignedBy(signed.signer, Proof.signingDigest(bundle, role), signed.signature)) {
      const message = `${signed.signer} did not sign this root as ${role}.`
      findings.push(at(nowhere, 'BAD_SIGNATURE', `/bundle/signatures/${role}`, message))
    }
  }
  return findings
}

function checkLeaves(
  tree: 'evidence' | 'reasoning',
  actual: readonly Bytes.Hex[],
  listed: readonly string[],
): Finding[] {
  const findings: Finding[] = []
  const length = Math.max(actual.length, listed.length)
  for (let i = 0; i < length; i++) {
    if (actual[i] === listed[i]) continue
    const message = 'The content of this leaf is not what was committed to.'
    findings.push(at({ tree, leaf_index: i }, 'LEAF_MISMATCH', `/leaves/${tree}/${i}`, message))
  }
  return findings
}

function checkRoot(leaf: number, field: string, actual: string, committed: string): Finding[] {
  if (actual === committed) return []
  return [at(porLeaf(leaf), 'ROOT_MISMATCH', `/bundle/${field}`, `The leaves give ${actual}.`)]
}

/**
 * The challenge of a finding's leaf, or null where the finding has none. Its evidence needs the round's report and the
 * worker's signature too, which a proof does not hold.
 */
export function challengeOf(
  proof: Proof.Proof,
  finding: Finding,
  workerIndex: number | null,
): (ChallengeBundle & { branch: Proof.Branch }) | null {
  const { tree, leaf_index: index } = finding
  if (tree === null || tree === 'transcript' || index === null) return null
  // A leaf that is listed but not there has no branch.
  if (index >= Proof.leavesOf(proof, tree).length) return null
  const { chain_id, market, market_id, round } = proof.bundle
  const branch = Proof.branch(proof, tree, index)
  const isJudged = tree !== 'por' && Leaf.isPacked(Bytes.fromHex(branch.leaf as Bytes.Hex))
  return {
    schema_version: 'v1',
    kind: isJudged ? 3 : null,
    remedy: isJudged ? 'challenge' : 'appeal',
    chain_id,
    market,
    market_id,
    round,
    worker_index: workerIndex,
    finding,
    branch,
    evidence: null,
  }
}

/** What a verified proof says about its market. */
export const toPayload = ({ bundle }: Proof.Proof): ResolutionPayload => ({
  schema_version: 'v1',
  market_id: bundle.market_id,
  round: bundle.round,
  outcome: bundle.verdict.outcome,
  confidence_bps: bundle.verdict.confidence_bps,
  resolution_time: bundle.verdict.resolution_time,
  evidence_root: bundle.evidence_root,
  reasoning_root: bundle.reasoning_root,
  por_root: bundle.por_root,
})
