import * as z from 'zod'
import {
  type Address,
  Bytes,
  Decimal,
  Eip712,
  type Evidence,
  type Hash,
  Instant,
  Schema,
} from '../../../protocol/index.ts'
import type { Sample } from '../../../protocol/source/index.ts'
import type { Prove } from '../fetchEvidence.ts'
import type { Verifier } from './Provenance.ts'

/** Tier 1: the source signed the very sample, as the contract `SourceKeys` checks it and a counter-observation shows it. */
export type SourceKeys = {
  readonly chainId: number
  /** Of the contract `SourceKeys`. */
  readonly address: Address.Address
  /** The address that signs for a source, lower case; null where none is registered, or it is revoked. */
  readonly keyOf: (sourceId: Hash.Hash) => Promise<Address.Address | null>
}

const proof = z.strictObject({
  scheme: z.literal('observation'),
  chain_id: z.int().min(0),
  source_keys: Schema.address,
  signature: Schema.signature,
})

const type = 'Observation(bytes32 sourceId,uint40 observedAt,int128 value)'

/** What the source signs: EIP-712 `Observation` in the domain of `SourceKeys`. */
export function sampleDigest(
  { chainId, address }: Pick<SourceKeys, 'chainId' | 'address'>,
  sourceId: Hash.Hash,
  { observedAt, value }: Sample,
): Hash.Hash {
  const separator = Eip712.separator({
    name: 'CREsolver Source',
    version: '1',
    chainId,
    verifyingContract: address,
  })
  const struct = Eip712.structHash(
    type,
    Bytes.bytes32(sourceId),
    Eip712.word(observedAt),
    Bytes.int(Decimal.toFixed18(value), 32),
  )
  return Eip712.digest(separator, struct)
}

/** Finds the signature of the sample in the header `x-observation`: 65 bytes in hex. */
export function proveBySignedSample(keys: SourceKeys): Prove {
  return async ({ reply, sample, requirement }) => {
    const signature = reply.headers['x-observation']
    if (signature === undefined || sample === null) return null
    const found = proof.safeParse({
      scheme: 'observation',
      chain_id: keys.chainId,
      source_keys: keys.address.toLowerCase(),
      signature,
    })
    if (!found.success) return null
    const fault = await faultOf(keys, found.data, requirement.sourceId, sample)
    return fault === null ? { kind: 'signature', tier: 1, proof: found.data, confidence_bps: 9_800 } : null
  }
}

/** Checks such proofs again, from nothing but the item and the registered key. */
export function signedSample(keys: SourceKeys): Verifier {
  return async (item) => {
    const found = proof.safeParse(item.provenance.proof)
    if (!found.success) return 'It is no proof of a signed observation.'
    const sample = sampleOf(item)
    if (sample === null) return 'There is no sample that could be signed.'
    return faultOf(keys, found.data, item.source.source_id, sample)
  }
}

export const isSignedSampleProof = (value: unknown): boolean =>
  (value as { scheme?: unknown } | null)?.scheme === 'observation'

/** What a counter-observation brings to the contract: the sample and the source's signature; null where an item has none. */
export function signedSampleOf(
  item: Evidence.EvidenceItem,
): { observedAt: number; value: bigint; signature: Bytes.Hex } | null {
  const found = proof.safeParse(item.provenance.proof)
  const sample = sampleOf(item)
  if (!found.success || sample === null) return null
  const { observedAt, value } = sample
  return { observedAt, value: Decimal.toFixed18(value), signature: found.data.signature as Bytes.Hex }
}

function sampleOf({ normalized }: Evidence.EvidenceItem): Sample | null {
  if (normalized === null) return null
  return { observedAt: Instant.parse(normalized.observed_at), value: normalized.value }
}

async function faultOf(
  keys: SourceKeys,
  { chain_id, source_keys, signature }: z.infer<typeof proof>,
  sourceId: Hash.Hash,
  sample: Sample,
): Promise<string | null> {
  if (chain_id !== keys.chainId || source_keys !== keys.address.toLowerCase())
    return 'It was signed for another chain or another register of keys.'
  const key = await keys.keyOf(sourceId)
  if (key === null) return 'The source has no registered key.'
  const digest = sampleDigest(keys, sourceId, sample)
  return Eip712.isSignedBy(key, digest, signature) ? null : 'The registered key did not sign this sample.'
}
