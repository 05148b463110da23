import type { Claim } from '../../../protocol/index.ts'
import { claimHash } from '../Subject.ts'
import { isInScope } from '../scope.ts'
import { type Attestation, type AttestedClaim, isSigned } from './Attestation.ts'

/** What somebody's word counts, in ten-thousandths; 0 where it counts nothing. */
export type WeightOf = (attestation: Attestation) => Promise<number>

export type WeighOptions = {
  readonly weightOf: WeightOf
  /** What all words together must count. */
  readonly threshold: number
  /** Unix seconds at which the attestations must have been good. */
  readonly at: number
  /** Where the claim must belong, where that is known. */
  readonly scope?: Claim.Scope | undefined
}

export const refusals = [
  'not-signed',
  'expired',
  'own-claim',
  'counted-already',
  'no-weight',
  'out-of-scope',
] as const

export type Weighed = {
  readonly claimHash: string
  readonly isMet: boolean
  readonly weight: number
  readonly threshold: number
  readonly counted: readonly { readonly verifier: string; readonly weight: number }[]
  readonly refused: readonly { readonly verifier: string; readonly reason: (typeof refusals)[number] }[]
}

/**
 * Adds up who vouches for a claim. Anyone can: it needs the claim, the signatures, and what each signer counts. Nobody counts for a
 * claim of his own, nor twice.
 *
 * @example
 * const { isMet, weight } = await weigh(attested, { weightOf: listed(weights), threshold: 10_000, at: now })
 */
export async function weigh({ claim, attestations }: AttestedClaim, options: WeighOptions): Promise<Weighed> {
  const { weightOf, threshold, at, scope } = options
  const counted: { verifier: string; weight: number }[] = []
  const refused: Weighed['refused'][number][] = []
  const faultOf = (one: Attestation): Weighed['refused'][number]['reason'] | null => {
    if (scope !== undefined && !isInScope(scope, claim)) return 'out-of-scope'
    if (one.verifier === claim.observation.crawler) return 'own-claim'
    if (one.expiresAt < at) return 'expired'
    if (counted.some(({ verifier }) => verifier === one.verifier)) return 'counted-already'
    return isSigned(claim, one) ? null : 'not-signed'
  }
  for (const one of attestations) {
    const { verifier } = one
    const fault = faultOf(one)
    const weight = fault === null ? await weightOf(one) : 0
    if (fault === null && weight > 0) counted.push({ verifier, weight })
    else refused.push({ verifier, reason: fault ?? 'no-weight' })
  }
  const weight = counted.reduce((sum, one) => sum + one.weight, 0)
  // A threshold of nothing would be met by nobody.
  const isMet = counted.length > 0 && weight >= threshold
  return { claimHash: claimHash(claim), isMet, weight, threshold, counted, refused }
}
