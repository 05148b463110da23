import * as z from 'zod'
import * as Bytes from './Bytes.ts'
import * as Hash from './Hash.ts'
import * as Instant from './Instant.ts'
import * as Leaf from './Leaf.ts'
import * as Schema from './Schema.ts'

/** What was seen, where, when, and what proves it. The text of an item is data, never an instruction. */

/** The kinds of proof of origin that an item can carry. */
export const kinds = ['zktls', 'signature', 'log', 'attestations', 'none'] as const
/** One kind of proof of origin. */
export type ProofKind = (typeof kinds)[number]

/** Tier 0 is best. The kind of proof decides it, not the collector. */
export const tierOf: Readonly<Record<ProofKind, number>> = {
  zktls: 0,
  signature: 1,
  log: 2,
  attestations: 2,
  none: 3,
}

const provenance = z.strictObject({
  kind: z.enum(kinds),
  tier: Schema.tier,
  /** The proof's own material: a signature, a transaction, a list of attestations. */
  proof: Schema.json,
  confidence_bps: Schema.basisPoints,
})
/** The proof of origin of an item, and the tier it claims. */
export type ProvenanceProof = z.infer<typeof provenance>

const retrieval = z.strictObject({
  retrieved_at: Schema.instant,
  method: z.enum(['GET', 'POST', 'READ', 'REPLAY']),
  request_hash: Schema.hash,
  response_hash: Schema.hash,
  status: z.int().min(0).max(599),
  tool: Schema.identifier,
})
/** How and when an item was fetched, with the hashes of request and reply. */
export type RetrievalReceipt = z.infer<typeof retrieval>

const source = z.strictObject({
  /** As in the market's rule: keccak256 of `provider:asset:metric`. */
  source_id: Schema.hash,
  provider: Schema.identifier,
  uri: z.string().min(1).max(2_048),
})
/** Which source an item comes from. */
export type SourceDescriptor = z.infer<typeof source>

/** The sample an auto rule is decided by. */
const sample = z.strictObject({ observed_at: Schema.instant, value: Schema.decimal })

/** One piece of evidence: its text, where it comes from, and the sample read from it. */
export const item = z.strictObject({
  schema_version: Schema.version,
  evidence_id: Schema.identifier,
  source,
  retrieval,
  provenance,
  content_type: z.string().min(1).max(128),
  content: z.string().max(1_048_576),
  normalized: sample.nullable(),
  /** Whether the verdict rests on this item: only such items must meet window and tier. */
  used: z.boolean(),
})
/** An item as the schema reads it. */
export type EvidenceItem = z.infer<typeof item>

/** All evidence that one collector gathered for a market. */
export const bundle = z.strictObject({
  schema_version: Schema.version,
  bundle_id: Schema.identifier,
  collector_id: Schema.identifier,
  items: z.array(item).max(512),
  /** Wall clock, outside every hash. */
  collection_time: Schema.instant,
  provenance_summary: z.strictObject({
    best_tier: Schema.tier.nullable(),
    worst_used_tier: Schema.tier.nullable(),
  }),
})
/** A bundle as the schema reads it. */
export type EvidenceBundle = z.infer<typeof bundle>

/** The tier that the proof's kind gives, whatever the collector declared. */
export const derivedTier = (item: EvidenceItem): number => tierOf[item.provenance.kind]

/** Best tier of all items, and worst of those the verdict rests on. */
export function summarize(items: readonly EvidenceItem[]): EvidenceBundle['provenance_summary'] {
  const used = items.filter((one) => one.used)
  return {
    best_tier: items.length === 0 ? null : Math.min(...items.map(derivedTier)),
    worst_used_tier: used.length === 0 ? null : Math.max(...used.map(derivedTier)),
  }
}

/** When an item's fact was true: its sample's time, else when it was fetched. */
export const observedAt = (item: EvidenceItem): number =>
  Instant.parse(item.normalized?.observed_at ?? item.retrieval.retrieved_at)

/** An item is two leaves: its receipt in a form a contract reads, then the whole item. */
export const leaves = (item: EvidenceItem): [Uint8Array, Uint8Array] => [
  Leaf.receipt({
    used: item.used,
    sourceId: item.source.source_id,
    observedAt: observedAt(item),
    tier: item.provenance.tier,
    responseHash: item.retrieval.response_hash,
  }),
  Schema.toBytes(item),
]

/** Whether the kept text is what the receipt was made for. Content is hashed raw, as it came. */
export const contentMatches = (item: EvidenceItem): boolean =>
  Hash.ofBytes(Bytes.fromText(item.content)) === item.retrieval.response_hash
