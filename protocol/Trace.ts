import * as z from 'zod'
import * as Hash from './Hash.ts'
import * as Merkle from './Merkle.ts'
import * as Schema from './Schema.ts'

/** How evidence became an analysis: ordered steps, each citing what it rests on. */

/** The kinds of step that a trace can have. */
export const stepTypes = ['search', 'extract', 'check', 'deduce', 'aggregate'] as const

const stepFields = {
  step_id: Schema.identifier,
  type: z.enum(stepTypes),
  inputs: z.strictObject({
    evidence_ids: z.array(Schema.identifier).max(512),
    prior_step_ids: z.array(Schema.identifier).max(512),
  }),
  action: Schema.line,
  output: Schema.json,
}

/** A step as it is hashed: without its own commitment. */
export const draft = z.strictObject(stepFields)
/** A step without its commitment, as the schema reads it. */
export type StepDraft = z.infer<typeof draft>

/** A step with the hash of its leaf. */
export const step = z.strictObject({ ...stepFields, hash_commitment: Schema.hash })
/** A step as the schema reads it. */
export type ReasoningStep = z.infer<typeof step>

const policy = z.strictObject({
  /** `deterministic`: same evidence, same steps; `recorded`: a model was asked, and its replies are evidence. */
  determinism: z.enum(['deterministic', 'recorded']),
  temperature: z.literal(0),
  seed: z.literal(42),
  max_tier: Schema.tier,
})

/** A trace: its steps in order, and the policy they were made under. */
export const schema = z.strictObject({
  schema_version: Schema.version,
  trace_id: Schema.identifier,
  steps: z.array(step).min(1).max(1_024),
  policy,
  evidence_refs: z.array(Schema.identifier).max(512),
})
/** A trace as the schema reads it. */
export type ReasoningTrace = z.infer<typeof schema>

/** A summary for people, and what had to be assumed: the fewer, the better. */
export const logicReport = z.strictObject({
  schema_version: Schema.version,
  trace_id: Schema.identifier,
  summary: Schema.line,
  assumptions: z.array(Schema.line).max(32),
})
/** A summary as the schema reads it. */
export type LogicReport = z.infer<typeof logicReport>

/** The bytes of a step's leaf. */
export function leaf(step: StepDraft | ReasoningStep): Uint8Array {
  const { step_id, type, inputs, action, output } = step
  return Schema.toBytes({ step_id, type, inputs, action, output })
}

/**
 * Adds to a step the hash of its leaf.
 *
 * @example
 * const draft = {
 *   step_id: 'compare',
 *   type: 'deduce',
 *   inputs: { evidence_ids: ['e1'], prior_step_ids: [] },
 *   action: 'Compare the reading with the target.',
 *   output: true,
 * }
 * Trace.commit(draft).hash_commitment === Proof.computeLeafHash(draft) // true
 */
export const commit = (step: StepDraft): ReasoningStep => ({
  ...step,
  hash_commitment: Hash.fromRaw(Merkle.leafHash(leaf(step))),
})
