import { z } from 'zod'
import { Bytes, type Evidence, Hash, Instant, Json } from '../../../protocol/index.ts'
import type { Sample } from '../../../protocol/source/index.ts'
import { ExactJson } from '../../../protocol/source/index.ts'
import { extractApart } from '../extract/apart.ts'
import type { Prove, Verifier } from '../Ports.ts'
import { claim } from '../Subject.ts'
import { type AttestedClaim, attestation, maxAttestations } from './Attestation.ts'
import type { Book } from './Book.ts'
import { type WeightOf, weigh } from './weigh.ts'

/** Tier 2: enough participants, by the weight of their reputation, attest that the source says this value of this time. */
export type AttestationPolicy = {
  /** The market contract in whose domain was signed. */
  readonly fundId: string
  readonly threshold: number
  readonly weightOf: WeightOf
}

const proof = z.strictObject({
  scheme: z.literal('claims'),
  claim,
  attestations: z.array(attestation).max(maxAttestations),
})

/** Looks in the book for attested claims of the very reply that came. What can't be looked up now is not claimed. */
export function proveByAttestations(book: Book, policy: AttestationPolicy): Prove {
  return async (found) => {
    try {
      return await search(book, policy, found)
    } catch {
      return null
    }
  }
}

async function search(
  book: Book,
  policy: AttestationPolicy,
  { request, reply, sample, scope }: Parameters<Prove>[0],
): Promise<Evidence.ProvenanceProof | null> {
  if (sample === null || request.method !== 'GET') return null
  const found = { uri: request.url, body: reply.body, retrievedAt: reply.retrievedAt, sample }
  for (const attested of await book.ofReply(Hash.ofText(reply.body), policy.fundId)) {
    if (scope !== undefined && !isOf(attested, scope)) continue
    if ((await faultOf(attested, found, policy)) !== null) continue
    const material = Json.parse(Json.canonical({ scheme: 'claims', ...attested }))
    return { kind: 'attestations', tier: 2, proof: material, confidence_bps: 8_000 }
  }
  return null
}

/** Checks such proofs again, from nothing but the item and what each signer counts. */
export function attestedClaims(policy: AttestationPolicy): Verifier {
  return async (item) => {
    const found = proof.safeParse(item.provenance.proof)
    if (!found.success) return 'It is no proof of attested claims.'
    const sample = sampleOf(item)
    if (sample === null) return 'There is no sample that could be attested.'
    const retrievedAt = Instant.parse(item.retrieval.retrieved_at)
    return faultOf(found.data, { uri: item.source.uri, body: item.content, retrievedAt, sample }, policy)
  }
}

type Found = {
  readonly uri: string
  readonly body: string
  readonly retrievedAt: number
  readonly sample: Sample
}

/**
 * What was attested is one value of one time, at one address, and the hash of bytes. Verifiers may have had the value again in
 * other bytes, so nothing else of these bytes is vouched for: the sample itself must be what the claim says.
 */
async function faultOf(
  attested: AttestedClaim,
  found: Found,
  policy: AttestationPolicy,
): Promise<string | null> {
  const { sourceSpec, observation, fundId } = attested.claim
  if (fundId.toLowerCase() !== policy.fundId.toLowerCase())
    return 'The claim belongs to another market contract.'
  if (sourceSpec.sourceRef !== found.uri) return 'The claim is about another address.'
  if (observation.responseHash !== Hash.ofBytes(Bytes.fromText(found.body)))
    return 'The claim is about another reply.'
  if (!(await isSampleOf(attested, found))) return 'The claim is not the value and the time of the sample.'
  const { isMet, weight, threshold } = await weigh(attested, { ...policy, at: found.retrievedAt })
  return isMet ? null : `The attestations count ${weight}, and ${threshold} are needed.`
}

async function isSampleOf({ claim }: AttestedClaim, { body, sample }: Found): Promise<boolean> {
  try {
    const { value, time } = await extractApart(claim.sourceSpec.extractor, body)
    const isSaid = value === claim.observation.extracted && time === claim.observation.timestamp
    return isSaid && time === sample.observedAt && ExactJson.toDecimal(value) === sample.value
  } catch {
    return false
  }
}

const isOf = (
  { claim }: AttestedClaim,
  scope: { readonly market_id: string; readonly round: number },
): boolean => claim.roomId === scope.market_id && claim.epochId === scope.round

const sampleOf = ({ normalized }: Evidence.EvidenceItem): Sample | null =>
  normalized === null ? null : { observedAt: Instant.parse(normalized.observed_at), value: normalized.value }
