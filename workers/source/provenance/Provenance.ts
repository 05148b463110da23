import { BaseError, Evidence, type Finding } from '../../../protocol/index.ts'

/**
 * Checks a claim. Resolves to null when its proof holds, and to a sentence when it does not. Throws where that can't be told:
 * a key is not known, a node does not answer. Then the claim does not count, and nobody is blamed for it.
 */
export type Verify<claim> = (claim: claim) => Promise<string | null>

/** Checks the proofs of origin of one kind. */
export type Verifier = Verify<Evidence.EvidenceItem>

/** The proofs that can be checked here. A kind without a verifier proves nothing. */
export type Verifiers = Readonly<Partial<Record<Exclude<Evidence.ProofKind, 'none'>, Verifier>>>

export type Verified = {
  /** What was proven, whatever was claimed. */
  readonly tier: number
  /** Why the item must not be used; null when its claim holds. */
  readonly finding: Finding.Unplaced | null
}

/** The tier of something that nothing vouches for. */
export const plainTier = Evidence.tierOf.none

/**
 * Re-derives an item's tier from its proof. A claim that is not the proven tier is refused: better, because it is not true, and
 * worse, because then the item was not understood by whoever made it.
 *
 * @example
 * const { tier, finding } = await verifyProvenance(item, { log: notaryLog(reader) })
 */
export async function verifyProvenance(item: Evidence.EvidenceItem, verifiers: Verifiers): Promise<Verified> {
  const { kind, tier: claimed } = item.provenance
  const fault = kind === 'none' ? null : await faultOf(item, kind, verifiers)
  if (fault !== null) {
    return { tier: plainTier, finding: mismatch(`The ${kind} proof does not hold: ${fault}`) }
  }
  const tier = Evidence.tierOf[kind]
  if (tier === claimed) return { tier, finding: null }
  return { tier, finding: mismatch(`Tier ${claimed} is claimed, but tier ${tier} is proven.`) }
}

async function faultOf(
  item: Evidence.EvidenceItem,
  kind: Exclude<Evidence.ProofKind, 'none'>,
  verifiers: Verifiers,
): Promise<string | null> {
  if (!Evidence.contentMatches(item)) return 'The content is not what its receipt was made for.'
  const verify = verifiers[kind]
  if (verify === undefined)
    return `Nothing here can verify a proof of kind ${kind}, and what is not verified does not count.`
  try {
    return await verify(item)
  } catch (error) {
    // A verifier that fails has not verified.
    return whyUnchecked(error)
  }
}

/** Why a verifier that threw could not tell. Errors of others may hold addresses with keys, so they stay here. */
export const whyUnchecked = (error: unknown): string =>
  error instanceof BaseError ? error.shortMessage : 'It could not be checked.'

/** What a verifier throws where it lacks the means to check a proof. */
export class NotCheckedError extends BaseError {
  override readonly name = 'Provenance.NotCheckedError'
}

const mismatch = (message: string): Finding.Unplaced => ({
  code: 'TIER_MISMATCH',
  path: '/provenance',
  message: message.slice(0, 1_024),
})
