import * as z from 'zod'
import { type AttestationVerifier, attestationsBy } from './attestations.ts'
import { nitroAttestation, nitroTrust } from './nitro/nitroAttestation.ts'
import { reclaimClaims, reclaimTrust } from './reclaim.ts'
import { sourceKey } from './signedReply.ts'
import type { VerifierOptions } from './verifiers.ts'

/** Whom an operator believes about where things come from. What is left out can't be checked, and then does not count. */
export const trust = z.strictObject({
  /** Providers that sign their replies: tier 1. */
  publicKeys: z.array(sourceKey).default([]),
  /** Attestors of the Reclaim protocol: tier 0. */
  reclaim: reclaimTrust.optional(),
  /** Enclaves that attest proofs of reasoning. */
  nitro: nitroTrust.optional(),
})
export type Trust = z.infer<typeof trust>

/** The means of verifying that this trust gives; what the chain holds comes from elsewhere. */
export function meansOf({ publicKeys, reclaim }: Pick<Trust, 'publicKeys' | 'reclaim'>): VerifierOptions {
  return { keys: publicKeys, ...(reclaim === undefined ? {} : { zktls: reclaimClaims(reclaim) }) }
}

/** What checks attestations of trusted environments; undefined where none is believed. */
export const attestationOf = ({ nitro }: Pick<Trust, 'nitro'>): AttestationVerifier | undefined =>
  nitro === undefined ? undefined : attestationsBy({ 'aws-nitro': nitroAttestation(nitro) })
