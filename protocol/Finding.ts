import * as z from 'zod'
import * as Proof from './Proof.ts'
import * as Schema from './Schema.ts'

/** What re-checking a proof or a round finds: never just "false", always which leaf and why. */

/** Every kind of fault that a check can find. */
export const codes = [
  'NOT_JSON',
  'SCHEMA',
  'PROMPT_MISMATCH',
  'LEAF_MISMATCH',
  'ROOT_MISMATCH',
  'CONTENT_MISMATCH',
  'TIER_MISMATCH',
  'TIER_TOO_LOW',
  'OUTSIDE_WINDOW',
  'DUPLICATE_ID',
  'UNKNOWN_EVIDENCE',
  'UNKNOWN_STEP',
  'UNGROUNDED_STEP',
  'VERDICT_MISMATCH',
  'CHECK_MISMATCH',
  'BAD_SIGNATURE',
  'UNVERIFIED_ATTESTATION',
  'BAD_PROVENANCE',
  'UNVERIFIED_PROVENANCE',
  'CHAIN_MISMATCH',
  'RULE_MISMATCH',
  'VOTE_MISMATCH',
  'SCORE_MISMATCH',
  'TALLY_MISMATCH',
  'EQUIVOCATION',
  'CONTRADICTED',
] as const
/** One kind of fault. */
export type FindingCode = (typeof codes)[number]

/** One fault: its kind, the leaf it is in, and its place in the document. */
export const finding = z.strictObject({
  code: z.enum(codes),
  /** `por`, `evidence` and `reasoning` are a proof's, `transcript` is the round's. */
  tree: Proof.branchSchema.shape.tree.nullable(),
  leaf_index: z.int().min(0).nullable(),
  /** Where in the document, such as `/evidence/items/2/content`. */
  path: z.string().max(512),
  message: z.string().max(1_024),
})
/** A finding as the schema reads it. */
export type Finding = z.infer<typeof finding>

/** Which leaf of which tree a finding is about. */
export type At = Pick<Finding, 'tree' | 'leaf_index'>

/** A finding before it is known which leaf it is about. */
export type Unplaced = Omit<Finding, keyof At>

/** For a finding that is about no leaf. */
export const nowhere: At = { tree: null, leaf_index: null }
/** A leaf of the tree under `por_root`. */
export const porLeaf = (index: number): At => ({ tree: 'por', leaf_index: index })
/** A leaf of a proof's evidence tree. */
export const evidenceLeaf = (index: number): At => ({ tree: 'evidence', leaf_index: index })
/** A leaf of a proof's reasoning tree. */
export const reasoningLeaf = (index: number): At => ({ tree: 'reasoning', leaf_index: index })

/** A leaf of a round's transcript. */
export const transcriptLeaf = (index: number): At => ({ tree: 'transcript', leaf_index: index })

/**
 * Makes a finding about a leaf.
 *
 * @example
 * Finding.at(Finding.porLeaf(0), 'PROMPT_MISMATCH', '/prompt_spec', 'Another prompt.').leaf_index // 0
 */
export const at = (where: At, code: FindingCode, path: string, message: string): Finding => ({
  ...where,
  code,
  path,
  message,
})

/**
 * Where a finding leads: `challenge` when a contract decides it, `appeal` when only other workers can, `none` when nothing
 * on-chain is wrong, such as a file that is not the round's.
 */
export const remedies = ['challenge', 'appeal', 'none'] as const
/** One way to act on a finding. */
export type Remedy = (typeof remedies)[number]

/** Strikes: 1 counter-observation, 2 equivocation, 3 own proof contradicts, 4 transcript contradicts. */
export const kind = z.int().min(1).max(4)
/** The worker's place in the round, or null where the finding is about the whole round. */
export const workerIndex = z.int().min(0).nullable()

/** A finding in a round: whom it is about, and what can be done. */
export const roundFinding = finding.extend({
  worker_index: workerIndex,
  kind: kind.nullable(),
  remedy: z.enum(remedies),
})
/** A round's finding as the schema reads it. */
export type RoundFinding = z.infer<typeof roundFinding>

/** The result of replaying a round: each check, and all findings. */
export const roundResult = z.strictObject({
  schema_version: Schema.version,
  ok: z.boolean(),
  market_id: z.int().min(0).nullable(),
  round: z.int().min(0).nullable(),
  round_root: Schema.root.nullable(),
  /** null: not checked, and the detail says why. */
  checks: z.array(z.strictObject({ name: z.string(), ok: z.boolean().nullable(), detail: z.string() })),
  findings: z.array(roundFinding),
  /** Findings that strikes have acted on already: nothing is left to do about them, and `ok` does not count them. */
  settled: z.array(roundFinding),
})
/** A replay's result as the schema reads it. */
export type RoundResult = z.infer<typeof roundResult>
