import { z } from 'zod'
import { Approval, Eip712, Schema } from '../../../protocol/index.ts'
import { type ClaimPayload, claim, claimHash } from '../Subject.ts'

/** Somebody's signature under a claim. */
export const attestation = z.strictObject({
  verifier: Schema.address,
  /** The agent whose wallet signed; where reputation is on a chain, it is looked up by this. */
  agentId: z.int().min(0).optional(),
  expiresAt: z.int().min(0),
  nonce: z.int().min(0),
  signature: Schema.signature,
})
export type Attestation = z.infer<typeof attestation>

export const maxAttestations = 32

/** A claim with all that is known to vouch for it: the whole of what anyone needs to check it. */
export const attestedClaim = z.strictObject({
  claim,
  attestations: z.array(attestation).max(maxAttestations),
})
export type AttestedClaim = z.output<typeof attestedClaim>

/** Whether an attestation is of this claim, in its fund and epoch, by whom it says. */
export function isSigned(
  payload: ClaimPayload,
  { verifier, expiresAt, nonce, signature }: Attestation,
): boolean {
  try {
    const digest = Approval.digest({
      subjectType: 'CLAIM',
      subjectHash: claimHash(payload),
      fundId: payload.fundId,
      epochId: payload.epochId,
      verifier,
      expiresAt,
      nonce,
    })
    return Eip712.isSignedBy(verifier, digest, signature)
  } catch {
    // A fund that names no contract has no domain to sign in.
    return false
  }
}
