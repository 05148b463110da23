/** What became of a rule between two readings of it. */
export type Change = {
  /** none: byte for byte the same; cosmetic: other bytes, same meaning; semantic: the market may end otherwise. */
  readonly change: 'none' | 'cosmetic' | 'semantic'
  /** The structured fields that differ, and `text` where words differ that no field holds. */
  readonly fields: readonly string[]
  readonly ambiguity_before: number
  readonly ambiguity_after: number
  /** Why a change was held to be semantic, hunk by hunk; at most 16. */
  readonly hunks: readonly Hunk[]
}

/** A stretch of words that was replaced; one of the two is empty for what was only inserted or deleted. */
export type Hunk = {
  readonly before: string
  readonly after: string
  readonly harmless: Harmless | null
}

/** Why a hunk changes nothing; null in a hunk that may. */
export type Harmless =
  | 'form'
  | 'order'
  | 'grammar'
  | 'spelling'
  | 'connective'
  | 'self_reference'
  | 'picture'
  | 'correction'
  | 'named_in_title'
  | 'season'
  | 'background'
