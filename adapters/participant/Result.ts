import { z } from 'zod'
import { Schema } from '../../protocol/index.ts'
import * as Reason from './Reason.ts'
import { claim, observation, scope } from './Subject.ts'

/** What comes of a task. `reason` is for programs, `detail` for people. */
const confidence = z.number().min(0).max(1)
const assumptions = z.array(z.string().max(512)).max(16)
const detail = z.string().max(2_048)

const mining = z.literal('mine_claim')
const verification = z.literal('verify_claim_or_intent_validity')

/** A task that could not be done. What of it could be read is said again. */
const failed = (taskType: z.ZodType<string | null>) =>
  z.strictObject({
    status: z.literal('ERROR'),
    taskType,
    fundId: scope.fundId.optional(),
    roomId: scope.roomId.optional(),
    epochId: scope.epochId.optional(),
    reason: z.enum(Reason.failures),
    detail,
  })

export const mineClaimResult = z.union([
  z.strictObject({
    status: z.literal('OK'),
    taskType: mining,
    ...scope,
    observation,
    /** What others verify and attest, and its hash. */
    claim,
    claimHash: Schema.hash,
    confidence,
    assumptions,
  }),
  failed(mining),
])
export type MineClaimResult = z.output<typeof mineClaimResult>

/** What a signer is asked for. Signing it is approval, so there is one only where there is a PASS. */
export const attestationDraft = z.strictObject({
  validator: Schema.address,
  expiresAt: z.int().min(0),
  nonce: z.int().min(0),
})

const verified = {
  taskType: verification,
  ...scope,
  subjectType: z.enum(['CLAIM', 'INTENT']),
  subjectHash: Schema.hash,
  detail,
  confidence,
  assumptions,
}

export const verifyResult = z.union([
  z.strictObject({
    status: z.literal('OK'),
    ...verified,
    verdict: z.literal('PASS'),
    reason: z.enum(['REPRODUCED', 'VERIFIED_FROM_ARCHIVE']),
    attestationDraft,
  }),
  z.strictObject({
    status: z.literal('OK'),
    ...verified,
    verdict: z.enum(['FAIL', 'NEED_MORE_EVIDENCE']),
    reason: z.enum(Reason.findings).exclude(['REPRODUCED', 'VERIFIED_FROM_ARCHIVE', 'SCOPE_MISMATCH']),
  }),
  z.strictObject({
    status: z.literal('REJECTED'),
    ...verified,
    verdict: z.literal('FAIL'),
    reason: z.literal('SCOPE_MISMATCH'),
  }),
  failed(verification),
])
export type VerifyResult = z.output<typeof verifyResult>

/** Where not even the kind of task could be read. */
export const unreadableResult = failed(z.string().max(64).nullable())
export type UnreadableResult = z.output<typeof unreadableResult>

export type Result = MineClaimResult | VerifyResult | UnreadableResult
