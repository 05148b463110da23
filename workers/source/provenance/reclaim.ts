import * as z from 'zod'
import { Address, Eip712, type Evidence, Hash, Instant, Json, Schema } from '../../../protocol/index.ts'
import type { Verifier } from './Provenance.ts'

/**
 * Tier 0: attestors of the Reclaim protocol saw the reply in a TLS session with the provider, and signed the claim. See
 * docs/sources.md, "zkTLS". What they prove is what they saw; whom to believe is for the operator to say.
 */
export const reclaimTrust = z
  .strictObject({
    /** The addresses that attestors sign with. */
    attestors: z
      .array(
        z
          .string()
          .regex(/^0x[0-9a-fA-F]{40}$/)
          .transform((text) => Address.of(text)),
      )
      .min(1)
      .max(64),
    /** How many of them must have signed. */
    threshold: z.int().min(1).max(64).default(1),
  })
  .refine(({ attestors, threshold }) => new Set(attestors).size >= threshold, {
    path: ['threshold'],
    error: 'more than there are attestors',
  })
export type ReclaimTrust = z.infer<typeof reclaimTrust>

const claimData = z.strictObject({
  provider: z.literal('http'),
  parameters: z.string().max(65_536),
  owner: z.string().regex(/^0x[0-9a-f]{40}$/),
  timestampS: z.int().min(0).max(0xffffffff),
  context: z.string(),
  identifier: Schema.hash,
  epoch: z.int().min(1).max(0xffffffff),
})
type ClaimData = z.infer<typeof claimData>

const proof = z.strictObject({
  scheme: z.literal('reclaim'),
  claimData,
  signatures: z.array(Schema.signature).min(1).max(64),
})

/** The one match that a claim may make: it takes the whole body, so that no part of a page can pass for the page. */
export const wholeBody = '^(?<body>[\\s\\S]*)$'

/** Attestors take timestamps of claims that are off by so much. */
const maxSkew = 600

/** Checks such proofs, from nothing but the item and the attestors that are trusted. */
export function reclaimClaims({ attestors, threshold }: ReclaimTrust): Verifier {
  const trusted = new Set<string>(attestors)
  return async (item) => {
    const found = proof.safeParse(item.provenance.proof)
    if (!found.success) return 'It is not a proof of a Reclaim claim.'
    const { claimData: claim, signatures } = found.data
    return (
      signatureFault(claim, signatures, trusted, threshold) ??
      requestFault(claim, item) ??
      replyFault(claim, item) ??
      timeFault(claim, item)
    )
  }
}

/** The hash that names a claim. */
export const claimIdentifier = ({
  provider,
  parameters,
  context,
}: Omit<ClaimData, 'identifier'>): Hash.Hash => Hash.ofText(`${provider}\n${parameters}\n${context}`)

/** What an attestor signs: a personal message (EIP-191) of four lines. */
export function claimDigest({ identifier, owner, timestampS, epoch }: ClaimData): Hash.Hash {
  const text = `${identifier}\n${owner}\n${timestampS}\n${epoch}`
  // All of it is ASCII, so characters are bytes.
  return Hash.ofText(`\x19Ethereum Signed Message:\n${text.length}${text}`)
}

function signatureFault(
  claim: ClaimData,
  signatures: readonly string[],
  trusted: ReadonlySet<string>,
  threshold: number,
): string | null {
  if (claimIdentifier(claim) !== claim.identifier)
    return 'The claim is not the one that its identifier names.'
  const digest = claimDigest(claim)
  const signers = new Set(signatures.map((signature) => signerOf(digest, signature)))
  const count = [...trusted].filter((attestor) => signers.has(attestor)).length
  if (count >= threshold) return null
  return `${count} of the trusted attestors signed this claim, and ${threshold} must.`
}

function signerOf(digest: Hash.Hash, signature: string): string | null {
  try {
    return Eip712.recover(digest, signature)
  } catch {
    return null
  }
}

const match = z.strictObject({
  type: z.literal('regex'),
  value: z.literal(wholeBody),
  invert: z.literal(false).optional(),
})

// Whatever else a claim can say about its request could change what the reply means.
const parameters = z.strictObject({
  url: z.string(),
  method: z.literal('GET'),
  responseMatches: z.tuple([match]),
  responseRedactions: z.tuple([]).optional(),
  body: z.literal('').optional(),
  geoLocation: z.literal('').optional(),
  paramValues: z.strictObject({}).optional(),
  additionalClientOptions: z.strictObject({}).optional(),
  headers: z
    .strictObject({ Accept: z.string(), 'Accept-Language': z.string(), 'User-Agent': z.string() })
    .partial()
    .optional(),
})

function requestFault(claim: ClaimData, item: Evidence.EvidenceItem): string | null {
  const found = parameters.safeParse(parse(claim.parameters))
  if (!found.success) return 'The claim is not about a whole reply to a plain GET request.'
  if (found.data.url !== item.source.uri) return `The claim is about ${found.data.url.slice(0, 256)}.`
  if (item.retrieval.method === 'POST') return 'The claim is about a GET request.'
  return null
}

const context = z.object({ extractedParameters: z.strictObject({ body: z.string() }) })

function replyFault(claim: ClaimData, item: Evidence.EvidenceItem): string | null {
  const found = context.safeParse(parse(claim.context))
  if (!found.success) return 'The claim does not hold the body of the reply.'
  return found.data.extractedParameters.body === item.content ? null : 'The claim holds another reply.'
}

function timeFault(
  { timestampS }: ClaimData,
  { retrieval, normalized }: Evidence.EvidenceItem,
): string | null {
  if (Math.abs(timestampS - Instant.parse(retrieval.retrieved_at)) > maxSkew)
    return `It was claimed at ${Instant.format(timestampS)}, not when it was fetched.`
  if (normalized !== null && timestampS < Instant.parse(normalized.observed_at))
    return 'It was claimed before the time of its own sample.'
  return null
}

function parse(text: string): Json.Json | undefined {
  try {
    return Json.parse(text)
  } catch {
    return undefined
  }
}
