import * as z from 'zod'
import { type Bytes, type Evidence, type Hash, Instant, Schema } from '../../../protocol/index.ts'
import type { Verifier } from './Provenance.ts'

/** Tier 2: the hash of the content stands in the log of the contract `Notary`, so the content existed at that time. */
export type NotaryReader = {
  readonly chainId: number
  /** Of the contract `Notary`. */
  readonly address: Bytes.Hex
  /** Unix seconds of the first time a hash was logged; null when it never was. */
  readonly notarizedAt: (hash: Hash.Hash) => Promise<number | null>
}

export type NotaryOptions = {
  /** Seconds after its retrieval in which content must have been logged; any time unless told. */
  readonly maxDelay?: number
}

const proof = z.strictObject({
  scheme: z.literal('notary'),
  chain_id: z.int().min(0),
  notary: Schema.address,
  notarized_at: Schema.instant,
})

/** The provenance of an item whose content is in the log; null while it is not. */
export async function proveByNotary(
  reader: NotaryReader,
  responseHash: Hash.Hash,
): Promise<Evidence.ProvenanceProof | null> {
  const at = await reader.notarizedAt(responseHash)
  if (at === null) return null
  return {
    kind: 'log',
    tier: 2,
    proof: {
      scheme: 'notary',
      chain_id: reader.chainId,
      notary: reader.address.toLowerCase(),
      notarized_at: Instant.format(at),
    },
    confidence_bps: 8_000,
  }
}

/** Checks such proofs again, by asking the log. */
export function notaryLog(reader: NotaryReader, { maxDelay }: NotaryOptions = {}): Verifier {
  return async (item) => {
    const found = proof.safeParse(item.provenance.proof)
    if (!found.success) return 'It is no proof of a logged hash.'
    const { chain_id, notary, notarized_at } = found.data
    if (chain_id !== reader.chainId || notary !== reader.address.toLowerCase())
      return 'It is about another log.'
    const at = await reader.notarizedAt(item.retrieval.response_hash)
    if (at === null) return 'The hash of the content is not in the log.'
    if (Instant.format(at) !== notarized_at) return `The log says ${Instant.format(at)}.`
    if (item.normalized !== null && at < Instant.parse(item.normalized.observed_at))
      return 'It was logged before the time of its own sample.'
    if (maxDelay !== undefined && at > Instant.parse(item.retrieval.retrieved_at) + maxDelay)
      return 'It was logged too long after it was fetched.'
    return null
  }
}
