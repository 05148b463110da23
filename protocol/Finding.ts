import * as z from 'zod'
import * as Proof from './Proof.ts'
import * as Schema from './Schema.ts'

/** What re-checking a proof or a round finds: never just "false", always which leaf and why. */
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
export type FindingCode = (typeof codes)[number]

export const finding = z.strictObject({
  code: z.enum(codes),
  /** `por`, `evidence` and `reasoning` are a proof's, `transcript` is the round's. */
  tree: Proof.branchSchema.shape.tree.nullable(),
  leaf_index: z.int().min(0).nullable(),
  /** Where in the document, such as `/evidence/items/2/content`. */
  path: z.string().max(512),
  message: z.string().max(1_024),
})
export type Finding = z.infer<typeof finding>

export type At = Pick<Finding, 'tree' | 'leaf_index'>

export const nowhere: At = { tree: null, leaf_index: null }
export const porLeaf = (index: number): At => ({ tree: 'por', leaf_index: index })
export const evidenceLeaf = (index: number): At => ({ tree: 'evidence', leaf_index: index })
export const reasoningLeaf = (index: number): At => ({ tree: 'reasoning', leaf_index: index })

export const transcriptLeaf = (index: number): At => ({ tree: 'transcript', leaf_index: index })

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
export type Remedy = (typeof remedies)[number]

/** Strikes: 1 counter-observation, 2 equivocation, 3 own proof contradicts, 4 transcript contradicts. */
export const kind = z.int().min(1).max(4)
export const workerIndex = z.int().min(0).nullable()

/** A finding in a round: whom it is about, and what can be done. */
export const roundFinding = finding.extend({
  worker_index: workerIndex,
  kind: kind.nullable(),
  remedy: z.enum(remedies),
})
export type RoundFinding = z.infer<typeof roundFinding>

/** What doing a round again finds. */
export const roundResult = z.strictObject({
  schema_version: Schema.version,
  ok: z.boolean(),
  market_id: z.int().min(0).nullable(),
  round: z.int().min(0).nullable(),
  round_root: Schema.hash.nullable(),
  /** null: there was nothing to check it by. */
  checks: z.array(z.strictObject({ name: z.string(), ok: z.boolean().nullable(), detail: z.string() })),
  findings: z.array(roundFinding),
})
export type RoundResult = z.infer<typeof roundResult>
