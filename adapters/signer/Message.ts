import { z } from 'zod'
import { Schema } from '../../protocol/index.ts'

/** What is said on a signer's socket: one JSON object a line, and one line for each. */
const id = z.union([z.string().max(64), z.int()]).optional()

/** All of an attestation but the verifier, which the signer is itself. */
export const draft = z.strictObject({
  subjectType: z.enum(['CLAIM', 'INTENT']),
  subjectHash: Schema.hash,
  fundId: z
    .string()
    .max(128)
    .transform((text) => text.toLowerCase()),
  epochId: z.int().min(0),
  /** Where it is given, it must be the signer's own address. */
  validator: Schema.address.optional(),
  expiresAt: z.int().min(0),
  nonce: z.int().min(0),
})
export type Draft = z.output<typeof draft>

export const request = z.discriminatedUnion('op', [
  z.strictObject({ id, op: z.literal('address') }),
  z.strictObject({ id, op: z.literal('attest'), draft }),
])
export type Request = z.output<typeof request>

export const refusals = [
  'malformed',
  'type-not-allowed',
  'fund-not-allowed',
  'another-validator',
  'expired',
  'lives-too-long',
  'nonce-used',
  'rate-limited',
  'internal',
] as const
export type Refusal = (typeof refusals)[number]

export const reply = z.union([
  z.strictObject({
    id,
    ok: z.literal(true),
    address: Schema.address,
    signature: Schema.signature.optional(),
  }),
  z.strictObject({ id, ok: z.literal(false), reason: z.enum(refusals), message: z.string().max(512) }),
])
export type Reply = z.output<typeof reply>

export const maxLine = 4_096
