/** The published table: what a decision is worth, in basis points. */
export type Grounds = {
  readonly kind: 'statement' | 'count' | 'silence'
  readonly source: 'primary' | 'secondary'
  /** Whether code itself found the direction of a deciding fact. */
  readonly confirmed: boolean
  /** How many domains bear the decision. */
  readonly domains: number
}

export const table = {
  'statement/primary/confirmed': 9_000,
  'statement/primary/read': 8_000,
  'statement/secondary/confirmed': 7_500,
  'statement/secondary/read': 6_500,
  'count/primary/confirmed': 9_000,
  'count/secondary/confirmed': 7_500,
  'silence/primary/confirmed': 7_000,
} as const
export const perDomain = 500
export const highest = 9_500

export function confidenceOf({ kind, source, confirmed, domains }: Grounds): number {
  const key = `${kind}/${source}/${confirmed ? 'confirmed' : 'read'}` as keyof typeof table
  return Math.min(highest, (table[key] ?? 6_000) + perDomain * Math.max(0, domains - 1))
}
