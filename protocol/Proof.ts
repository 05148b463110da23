import * as z from 'zod'
import * as Bytes from './Bytes.ts'
import * as Decimal from './Decimal.ts'
import * as Eip712 from './Eip712.ts'
import * as Evidence from './Evidence.ts'
import * as Hash from './Hash.ts'
import * as Leaf from './Leaf.ts'
import * as Merkle from './Merkle.ts'
import * as Schema from './Schema.ts'
import * as Spec from './Spec.ts'
import * as Trace from './Trace.ts'
import * as Verdict from './Verdict.ts'

/**
 * A proof of reasoning: four leaves (prompt, evidence, reasoning, verdict) under one root that a worker signs.
 * See docs/protocol.md, "Proof of reasoning".
 */

/** The roles that can sign a proof. */
export const roles = ['collector', 'auditor', 'judge', 'anchor'] as const
/** One role that can sign a proof. */
export type Role = (typeof roles)[number]

const signed = z.strictObject({ signer: Schema.address, signature: Schema.signature }).nullable()

/** What an auto rule was decided by, as the worker answers it. */
export const ruleCheck = z.strictObject({
  observed_at: z.int().min(0).max(0xffffffffff),
  value: Schema.decimal.refine(Decimal.fitsFixed18, 'expected at most 18 decimals within int128'),
  tier: Schema.tier,
  result: Schema.outcome,
})
/** A check as the schema reads it. */
export type RuleCheck = z.infer<typeof ruleCheck>

/** Where the proof belongs: nothing signed for one market or round says anything about another. */
const contextFields = {
  chain_id: z.int().min(0),
  market: Schema.address,
  market_id: Schema.identifier,
  round: z.int().min(0).max(0xffffffff),
}

/** What a proof commits to: the three roots, the verdict, the check, and the root over them. */
export const porBundle = z.strictObject({
  schema_version: Schema.version,
  ...contextFields,
  prompt_spec_hash: Schema.hash,
  evidence_root: Schema.root,
  reasoning_root: Schema.root,
  verdict: Verdict.schema,
  rule_check: ruleCheck.nullable(),
  por_root: Schema.root,
  tee_attestation: Schema.json,
  signatures: z.strictObject({ collector: signed, auditor: signed, judge: signed, anchor: signed }),
})
/** A bundle as the schema reads it. */
export type PoRBundle = z.infer<typeof porBundle>

/** The bundle with all it commits to: what a worker publishes, and what anyone verifies. */
export const schema = z.strictObject({
  schema_version: Schema.version,
  bundle: porBundle,
  prompt_spec: Spec.promptSpec,
  evidence: Evidence.bundle,
  trace: Trace.schema,
  /** Hashes of all leaves, so that a changed byte is found at its leaf and not only at the root. */
  leaves: z.strictObject({
    evidence: z.array(Schema.hash).max(2_048),
    reasoning: z.array(Schema.hash).max(2_048),
  }),
  /** Wall clock, outside every hash. */
  created_at: Schema.instant,
})
/** A whole proof as the schema reads it. */
export type Proof = z.infer<typeof schema>

/** The chain, market and round that a proof belongs to. */
export type Context = Pick<PoRBundle, 'chain_id' | 'market' | 'market_id' | 'round'>
type VerdictDraft = Omit<Verdict.DeterministicVerdict, 'justification_hash'>

/** Everything that a proof is built from. */
export type Parts = Context & {
  readonly promptSpec: Spec.PromptSpec
  readonly evidence: Evidence.EvidenceBundle
  readonly trace: Trace.ReasoningTrace
  /** Its `justification_hash` is the reasoning root, which only building gives. */
  readonly verdict: VerdictDraft
  readonly ruleCheck: RuleCheck | null
  readonly createdAt: string
}

/** The hash of a model as a leaf of a tree. */
export const computeLeafHash = (value: unknown): Hash.Hash =>
  Hash.fromRaw(Merkle.leafHash(Schema.toBytes(value)))

/** Two leaves an item, then one for what the bundle says of itself. */
export function evidenceLeaves(bundle: Evidence.EvidenceBundle): Uint8Array[] {
  const { schema_version, bundle_id, collector_id, provenance_summary } = bundle
  const header = { schema_version, bundle_id, collector_id, provenance_summary }
  return [...bundle.items.flatMap(Evidence.leaves), Schema.toBytes(header)]
}

type Conclusion = Context & { verdict: VerdictDraft; rule_check: RuleCheck | null }

/** One leaf a step; then check and verdict in a form a contract reads; then where and how the trace was made. */
export function reasoningLeaves(trace: Trace.ReasoningTrace, conclusion: Conclusion): Uint8Array[] {
  const { schema_version, trace_id, policy, evidence_refs } = trace
  const { chain_id, market, market_id, round, verdict, rule_check } = conclusion
  const position = { marketId: marketNumber(market_id), round }
  return [
    ...trace.steps.map(Trace.leaf),
    Leaf.ownCheck(rule_check === null ? null : { ...toCheck(rule_check), ...position }),
    Leaf.verdict({ ...position, outcome: verdict.outcome, confidenceBps: verdict.confidence_bps }),
    Schema.toBytes({ schema_version, trace_id, policy, evidence_refs, chain_id, market, market_id, round }),
  ]
}

/** A check in the docket's units. */
export const toCheck = (check: RuleCheck) => ({
  observedAt: check.observed_at,
  value: Decimal.toFixed18(check.value),
  tier: check.tier,
  result: check.result,
})

/**
 * A contract's own id, or, for a market that lives elsewhere, the hash of its name.
 *
 * @example
 * Proof.marketNumber('7') // 7n
 * Proof.marketNumber('moltbook:7') === BigInt(Hash.ofText('moltbook:7')) // true
 */
export const marketNumber = (marketId: string): bigint =>
  /^(0|[1-9]\d{0,76})$/.test(marketId) ? BigInt(marketId) : BigInt(Hash.ofText(marketId))

/** The root over a bundle's evidence leaves. */
export const buildEvidenceRoot = (bundle: Evidence.EvidenceBundle): Hash.Root =>
  Merkle.root(evidenceLeaves(bundle))

/** The root over a trace's reasoning leaves. */
export const buildReasoningRoot = (trace: Trace.ReasoningTrace, conclusion: Conclusion): Hash.Root =>
  Merkle.root(reasoningLeaves(trace, conclusion))

/** The four leaves under `por_root`, in order. */
export const porLeaves = (
  bundle: Omit<PoRBundle, 'por_root' | 'signatures' | 'tee_attestation'>,
): Uint8Array[] =>
  [bundle.prompt_spec_hash, bundle.evidence_root, bundle.reasoning_root, Verdict.hash(bundle.verdict)].map(
    (hash) => Bytes.bytes32(hash),
  )

/**
 * Commits a piece of reasoning to one root. Everything is checked against its schema first.
 *
 * @example
 * const market = {
 *   schema_version: 'v1',
 *   market_id: '7',
 *   question: 'Will it rain in Oslo on 20 February 2026?',
 *   event_definition: 'Rain at the station Blindern',
 *   timezone: 'UTC',
 *   resolution_deadline: '2026-02-20T23:59:00Z',
 *   resolution_window: { start: '2026-02-20T00:00:00Z', end: '2026-02-20T23:59:00Z' },
 *   resolution_rules: { rules: [{ rule_id: 'rain', outcome: 'YES', condition: 'It rains.' }], predicate: null },
 *   allowed_sources: [],
 *   min_provenance_tier: 3,
 *   dispute_policy: { challenge_window_seconds: 3_600, max_rounds: 2 },
 * }
 * const step = Trace.commit({
 *   step_id: 'look',
 *   type: 'search',
 *   inputs: { evidence_ids: [], prior_step_ids: [] },
 *   action: 'Look for the reading of the station.',
 *   output: 'It rained.',
 * })
 * const parts = {
 *   chain_id: 31337,
 *   market: Address.of('0x5fbdb2315678afecb367f032d93f642f64180aa3'),
 *   market_id: '7',
 *   round: 1,
 *   promptSpec: {
 *     schema_version: 'v1',
 *     task_type: 'prediction_resolution',
 *     market,
 *     prediction_semantics: { target_entity: 'Oslo', predicate: 'rains', threshold: null, timeframe: 'one day' },
 *     data_requirements: [],
 *     output_schema: 'DeterministicVerdict/v1',
 *     forbidden_behaviors: [],
 *     prompt_hashes: [],
 *   },
 *   evidence: {
 *     schema_version: 'v1',
 *     bundle_id: 'evidence-7',
 *     collector_id: 'worker-1',
 *     items: [],
 *     collection_time: '2026-02-21T00:00:00Z',
 *     provenance_summary: { best_tier: null, worst_used_tier: null },
 *   },
 *   trace: {
 *     schema_version: 'v1',
 *     trace_id: 'trace-7',
 *     steps: [step],
 *     policy: { determinism: 'deterministic', temperature: 0, seed: 42, max_tier: 3 },
 *     evidence_refs: [],
 *   },
 *   verdict: {
 *     schema_version: 'v1',
 *     market_id: '7',
 *     outcome: 'YES',
 *     confidence_bps: 9_000,
 *     resolution_time: '2026-02-20T23:59:00Z',
 *     resolution_rule_id: 'rain',
 *     selected_leaf_refs: [0],
 *   },
 *   ruleCheck: null,
 *   createdAt: '2026-02-21T00:00:00Z',
 * }
 * const proof = Proof.buildPorBundle(parts)
 * Verification.verifyPorBundle(proof).ok // true
 * const forged = { ...proof, trace: { ...proof.trace, steps: [{ ...step, output: 'It snowed.' }] } }
 * Verification.verifyPorBundle(forged).challenged_leaf // { tree: 'reasoning', index: 0 }
 * const branch = Proof.branch(proof, 'reasoning', 0)
 * Proof.verifyBranch(branch, proof.bundle.por_root) // true
 */
export function buildPorBundle(parts: Parts): Proof {
  const { promptSpec, trace, verdict, ruleCheck, chain_id, market, market_id, round } = parts
  const evidence = { ...parts.evidence, provenance_summary: Evidence.summarize(parts.evidence.items) }
  const context = { chain_id, market, market_id, round }
  const evidenceTree = Merkle.build(evidenceLeaves(evidence))
  const reasoningTree = Merkle.build(reasoningLeaves(trace, { ...context, verdict, rule_check: ruleCheck }))
  const committed = {
    schema_version: 'v1' as const,
    ...context,
    prompt_spec_hash: Hash.ofJson(promptSpec),
    evidence_root: evidenceTree.root,
    reasoning_root: reasoningTree.root,
    verdict: { ...verdict, justification_hash: reasoningTree.root },
    rule_check: ruleCheck,
  }
  return Schema.read(schema, {
    schema_version: 'v1',
    bundle: {
      ...committed,
      por_root: Merkle.root(porLeaves(committed)),
      tee_attestation: null,
      signatures: { collector: null, auditor: null, judge: null, anchor: null },
    },
    prompt_spec: promptSpec,
    evidence,
    trace,
    leaves: { evidence: hashesOf(evidenceTree), reasoning: hashesOf(reasoningTree) },
    created_at: parts.createdAt,
  })
}

/** The hashes of a tree's leaves. */
export const hashesOf = (tree: Merkle.Tree): Hash.Hash[] => tree.layers[0]!.map(Hash.fromRaw)

/** What a role signs: its name and the root, in the domain of the market. */
export function signingDigest(bundle: PoRBundle, role: Role): Hash.Hash {
  const { chain_id: chainId, market } = bundle
  const domain = { name: 'CREsolver', version: '1', chainId, verifyingContract: market }
  return Eip712.digest(
    Eip712.separator(domain),
    Eip712.structHash(
      'ProofOfReasoning(string role,bytes32 porRoot)',
      Eip712.textWord(role),
      Bytes.bytes32(bundle.por_root),
    ),
  )
}

/** One of a proof's three trees. */
export type TreeName = 'por' | 'evidence' | 'reasoning'

/** A leaf with its way up, and, for a leaf of a proof's inner tree, the inner root's way to `por_root`. */
export const branchSchema = z.strictObject({
  tree: z.enum(['por', 'evidence', 'reasoning', 'transcript']),
  leaf: z.string().regex(/^0x([0-9a-f]{2})*$/),
  index: z.int().min(0),
  count: z.int().min(1),
  branch: z.array(Schema.hash).max(32),
  root: Schema.root,
  outer: z
    .strictObject({
      index: z.int().min(0).max(3),
      count: z.literal(4),
      branch: z.array(Schema.hash).max(2),
      root: Schema.root,
    })
    .nullable(),
})
/** A branch as the schema reads it. */
export type Branch = z.infer<typeof branchSchema>

/** The branch of any leaf of any of the three trees. */
export function branch(proof: Proof, tree: TreeName, index: number): Branch {
  const leaves = leavesOf(proof, tree)
  const built = Merkle.build(leaves)
  const inner = { tree, index, count: built.count, branch: Merkle.prove(built, index), root: built.root }
  const leaf = Bytes.toHex(leaves[index]!)
  if (tree === 'por') return { ...inner, leaf, outer: null }
  const porTree = Merkle.build(porLeaves(proof.bundle))
  const at = tree === 'evidence' ? 1 : 2
  return {
    ...inner,
    leaf,
    outer: { index: at, count: 4, branch: Merkle.prove(porTree, at), root: porTree.root },
  }
}

/** The leaves of one of a proof's trees. */
export function leavesOf(proof: Proof, tree: TreeName): Uint8Array[] {
  if (tree === 'por') return porLeaves(proof.bundle)
  return tree === 'evidence' ? evidenceLeaves(proof.evidence) : reasoningLeaves(proof.trace, proof.bundle)
}

/** Whether a branch leads from its leaf to this `por_root`. Never throws. */
export function verifyBranch(branch: Branch, porRoot: string): boolean {
  const { outer } = branch
  const inner = Merkle.verify({
    root: branch.root,
    count: branch.count,
    index: branch.index,
    leaf: Bytes.fromHex(branch.leaf as Bytes.Hex),
    branch: branch.branch,
  })
  if (outer === null) return inner && branch.tree === 'por' && branch.root === porRoot
  const expected = branch.tree === 'evidence' ? 1 : 2
  return (
    inner &&
    branch.tree !== 'por' &&
    outer.index === expected &&
    outer.root === porRoot &&
    Merkle.verify({
      root: outer.root,
      count: outer.count,
      index: outer.index,
      leaf: Bytes.bytes32(branch.root),
      branch: outer.branch,
    })
  )
}
