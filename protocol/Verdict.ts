import * as z from 'zod'
import * as Hash from './Hash.ts'
import * as Schema from './Schema.ts'

/** The one answer, locked to its schema. */
export const schema = z.strictObject({
  schema_version: Schema.version,
  market_id: Schema.identifier,
  outcome: Schema.outcome,
  confidence_bps: Schema.basisPoints,
  /** The deadline on auto rules, else the time of the deciding evidence: never the wall clock. */
  resolution_time: Schema.instant,
  /** Which rule of the market decided. */
  resolution_rule_id: Schema.identifier,
  /** The reasoning root, which stands for the whole trace. */
  justification_hash: Schema.hash,
  /** The steps that decided, for a compact justification. */
  selected_leaf_refs: z.array(z.int().min(0)).max(64),
})
/** A verdict as the schema reads it. */
export type DeterministicVerdict = z.infer<typeof schema>

/** The hash of a verdict, as a proof commits to it. */
export const hash = (verdict: DeterministicVerdict): Hash.Hash => Hash.ofJson(Schema.read(schema, verdict))
