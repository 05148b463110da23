import * as z from 'zod'
import { BaseError, Bytes, type Evidence, Hash, Instant } from '../../../protocol/index.ts'
import type { Reply } from '../../../services/fetch/Transport.ts'
import type { Prove } from '../fetchEvidence.ts'
import { NotCheckedError, type Verifier } from './Provenance.ts'
import { algorithms, hasSigned, type PublicKey, readPublicKey } from './PublicKey.ts'

/** Tier 1: the provider signed its reply with a key that is known here. */
/** A provider's public key. It speaks for its own origin and for nobody else. */
export const sourceKey = z.strictObject({
  keyId: z.string().regex(/^[A-Za-z0-9._:-]{1,64}$/),
  algorithm: z.enum(algorithms),
  /** Like `https://api.example.org`. */
  origin: z.string().regex(/^https?:\/\/[^/?#]+$/),
  /** PEM, `-----BEGIN PUBLIC KEY-----`. */
  publicKey: z.string().max(1_024),
})
export type SourceKey = z.infer<typeof sourceKey>

const proof = z.strictObject({
  scheme: z.literal('reply'),
  key_id: z.string().max(64),
  /** Unix seconds, as the provider wrote them. */
  timestamp: z.int().min(0),
  request_method: z.enum(['GET', 'POST']),
  /** r ‖ s. */
  signature: z.string().regex(/^0x[0-9a-f]{128}$/),
})
type ReplyProof = z.infer<typeof proof>

/**
 * What a provider signs, by ECDSA over SHA-256: five lines that bind the reply to what was asked and when it was said.
 *
 * ```
 * CREsolver reply v1
 * GET
 * https://api.example.org/v1/price?id=btc
 * <SHA-256 of the body, in hex>
 * 1771631945
 * ```
 */
export function signedText(method: string, url: string, body: string, timestamp: number): string {
  const bodyHash = Bytes.toHex(Hash.sha256(Bytes.fromText(body))).slice(2)
  return `CREsolver reply v1\n${method}\n${url}\n${bodyHash}\n${timestamp}`
}

/** Finds the signature in a reply's headers: `x-signature`, `x-key-id`, `x-timestamp`. */
export function proveBySignature(keys: readonly SourceKey[]): Prove {
  const known = load(keys)
  return async ({ request, reply, sample }) => {
    const found = fromHeaders(reply, request.method)
    // What does not hold is not claimed: the item then counts as plain.
    if (found === null) return null
    const item = {
      uri: request.url,
      body: reply.body,
      retrievedAt: reply.retrievedAt,
      observedAt: sample?.observedAt ?? null,
    }
    return (await faultOf(found, item, known)) === null
      ? { kind: 'signature', tier: 1, proof: found, confidence_bps: 9_500 }
      : null
  }
}

/** Checks such proofs again, from nothing but the item and the public keys. */
export function signedReply(keys: readonly SourceKey[]): Verifier {
  const known = load(keys)
  return async (item) => {
    const found = proof.safeParse(item.provenance.proof)
    if (!found.success) return 'It is no proof of a signed reply.'
    const { key_id } = found.data
    if (!known.has(key_id)) throw new NotCheckedError(`The key ${key_id} is not known.`)
    return faultOf(found.data, described(item), known)
  }
}

/** Whether a proof is meant for this verifier. */
export const isReplyProof = (value: unknown): boolean =>
  (value as { scheme?: unknown } | null)?.scheme === 'reply'

type Described = {
  readonly uri: string
  readonly body: string
  readonly retrievedAt: number
  readonly observedAt: number | null
}

const described = (item: Evidence.EvidenceItem): Described => ({
  uri: item.source.uri,
  body: item.content,
  retrievedAt: Instant.parse(item.retrieval.retrieved_at),
  observedAt: item.normalized === null ? null : Instant.parse(item.normalized.observed_at),
})

/** Clocks of provider and worker may differ by so much. */
const maxSkew = 300

type LoadedKey = { readonly origin: string; readonly key: PublicKey }

async function faultOf(
  found: ReplyProof,
  item: Described,
  keys: ReadonlyMap<string, LoadedKey>,
): Promise<string | null> {
  const known = keys.get(found.key_id)
  if (known === undefined) return `The key ${found.key_id} is not known.`
  if (!URL.canParse(item.uri) || new URL(item.uri).origin !== known.origin)
    return `The key ${found.key_id} does not speak for ${item.uri}.`
  if (found.timestamp > item.retrievedAt + maxSkew) return 'It was signed after it was fetched.'
  if (item.observedAt !== null && found.timestamp < item.observedAt)
    return 'It was signed before the time of its own sample.'
  const text = signedText(found.request_method, item.uri, item.body, found.timestamp)
  const signature = Bytes.fromHex(found.signature as Bytes.Hex)
  const isSigned = await hasSigned(known.key, Bytes.fromText(text), signature)
  return isSigned ? null : `The key ${found.key_id} did not sign this.`
}

function fromHeaders({ headers }: Reply, method: 'GET' | 'POST'): ReplyProof | null {
  const [signature, keyId, timestamp] = [headers['x-signature'], headers['x-key-id'], headers['x-timestamp']]
  if (signature === undefined || keyId === undefined || !/^[0-9]{1,12}$/.test(timestamp ?? '')) return null
  const found = proof.safeParse({
    scheme: 'reply',
    key_id: keyId,
    timestamp: Number(timestamp),
    request_method: method,
    signature: signature.startsWith('0x') ? signature : `0x${signature}`,
  })
  return found.success ? found.data : null
}

function load(keys: readonly SourceKey[]): ReadonlyMap<string, LoadedKey> {
  const loaded = new Map<string, LoadedKey>()
  for (const { keyId, algorithm, origin, publicKey } of keys) {
    if (loaded.has(keyId)) throw new InvalidKeyError(keyId, 'there are two of that name')
    const key = readPublicKey(publicKey)
    if (key === null) throw new InvalidKeyError(keyId, 'it cannot be read')
    if (key.algorithm !== algorithm) throw new InvalidKeyError(keyId, `it is none of ${algorithm}`)
    loaded.set(keyId, { origin: new URL(origin).origin, key })
  }
  return loaded
}

export class InvalidKeyError extends BaseError {
  override readonly name = 'SignedReply.InvalidKeyError'
  constructor(keyId: string, why: string) {
    super(`The public key ${keyId} cannot be used: ${why}.`, {
      metaMessages: ['Give it as PEM with an uncompressed point, beginning with -----BEGIN PUBLIC KEY-----.'],
    })
  }
}
