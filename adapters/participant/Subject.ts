import { z } from 'zod'
import { type Bytes, Claim, type Hash, Json, Schema } from '../../protocol/index.ts'
import { type Extractor, extractor } from './extract/Recipe.ts'

/** What participants make claims and intents of; what of them is hashed is said in `protocol/Claim.ts`. */
const name = z.string().min(1).max(256)
const seconds = z.int().min(0)
/** A checksum is dropped: what is hashed has one spelling. */
const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'expected an address')
  .transform((text) => text.toLowerCase())

export const scope = {
  /** CAIP-10 of the market contract, such as `eip155:31337:0x…`. */
  fundId: name,
  /** The market's id. */
  roomId: name,
  /** The round. */
  epochId: z.int().min(0),
}

export const sourceSpec = z.strictObject({
  sourceSpecId: Schema.identifier,
  sourceRef: z.string().min(1).max(2_048),
  extractor,
  freshnessSeconds: seconds,
})
export type SourceSpec = Omit<z.output<typeof sourceSpec>, 'extractor'> & { readonly extractor: Extractor }

export const tokenContext = z.strictObject({ symbol: z.string().max(64), address: address.optional() })

export const evidenceURI = z.string().regex(/^keccak256:0x[0-9a-f]{64}$/, 'expected keccak256:0x…')

export const observation = z.strictObject({
  sourceSpecId: Schema.identifier,
  token: z.string().max(128),
  timestamp: seconds,
  extracted: z.string().min(1).max(1_024),
  responseHash: Schema.hash,
  evidenceURI,
  crawler: Schema.address,
})
export type Observation = z.infer<typeof observation>

/** A claim as it is handed on: all that its hash is made of. */
export const claim = z.strictObject({ ...scope, sourceSpec, observation })
export type ClaimPayload = z.output<typeof claim>

const digits = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,77})$/, 'expected decimal digits')
  .refine((text) => !/^[0-9]+$/.test(text) || BigInt(text) >> 256n === 0n, 'expected at most 256 bits')

export const maxClaims = 16

/** An intent, and the claims it rests on. */
export const intent = z.strictObject({
  ...scope,
  intent: z.strictObject({
    intentVersion: z.string().min(1).max(32),
    vault: address,
    action: z.enum(['BUY', 'SELL']),
    tokenIn: address,
    tokenOut: address,
    amountIn: digits,
    minAmountOut: digits,
    deadline: seconds,
    maxSlippageBps: z.int().min(0).max(65_535),
    snapshotHash: Schema.hash,
  }),
  claims: z.array(claim).min(1).max(maxClaims),
})
export type IntentPayload = z.output<typeof intent>

export const uriOf = (responseHash: Hash.Hash): string => `keccak256:${responseHash}`

/** `BTC`, or `BTC:0x…` where the token has an address of its own. */
export function tokenOf(context: z.output<typeof tokenContext> | undefined): string {
  if (context === undefined) return ''
  const { symbol, address } = context
  return address === undefined || /^0x0{40}$/.test(address) ? symbol : `${symbol}:${address}`
}

/** A claim in the fields of the original claim book. */
export const observedOf = ({ sourceSpec, observation }: Pick<ClaimPayload, 'sourceSpec' | 'observation'>) =>
  ({
    schemaId: 'cresolver.claim.v1',
    sourceType: sourceSpec.extractor.type,
    sourceRef: sourceSpec.sourceRef,
    selector: Json.canonical(sourceSpec.extractor),
    extracted: observation.extracted,
    extractedType: 'string',
    timestamp: observation.timestamp,
    responseHash: observation.responseHash,
    evidenceType: 'archive',
    evidenceURI: observation.evidenceURI,
    crawler: observation.crawler as Bytes.Hex,
  }) satisfies Claim.Observed

export const claimHash = (payload: ClaimPayload): Hash.Hash =>
  Claim.hash(
    payload,
    {
      sourceSpecId: payload.sourceSpec.sourceSpecId,
      freshnessSeconds: payload.sourceSpec.freshnessSeconds,
      token: payload.observation.token,
    },
    observedOf(payload),
  )

export const intentHash = (payload: IntentPayload): Hash.Hash =>
  Claim.intentHash(payload, payload.intent as Claim.Intent)
