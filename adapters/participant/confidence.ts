/** How sure a participant is, by what vouches for the value: the same figures as the proofs of evidence carry. */
const byTier: readonly number[] = [0.99, 0.95, 0.8, 0.5]

/** Each time the source said the same again, half of the doubt is gone. */
export function confidenceOf({ tier, reproductions }: { tier: number; reproductions: number }): number {
  const doubt = (1 - (byTier[tier] ?? 0)) / 2 ** reproductions
  return Math.round((1 - doubt) * 10_000) / 10_000
}

/** What was recomputed here and does not fit leaves no doubt; what could not be looked at leaves nothing else. */
export const certain = 1
export const unknown = 0
