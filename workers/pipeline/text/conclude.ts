import type { Quote, QuoteCheck } from './Quote.ts'

/** What the evidence of a free-text question comes to; each has a rule of the market that decides by it. */
export type TextAnalysis =
  | 'affirmed'
  | 'denied'
  | 'silent'
  | 'contradicted'
  | 'unreachable'
  | 'unread'
  | 'too-early'

export type Checked = { readonly id: string; readonly claim: Quote; readonly check: QuoteCheck }

export type Silence = {
  readonly searchable: boolean
  readonly primaries: readonly {
    readonly evidence_id: string
    readonly answered: boolean
    readonly readable: boolean
    readonly mentioned: boolean
    readonly accounted: boolean
  }[]
}

/** Decides by the checked claims alone, and by silence only where silence could be seen. */
export function concludeText(
  checked: readonly Checked[],
  silence: Silence,
  afterDeadline: boolean,
): TextAnalysis {
  if (!afterDeadline) return 'too-early'
  const admitted = checked.filter(({ check }) => check.admitted)
  const affirmed = admitted.some(({ claim }) => claim.stance === 'affirms')
  const denied = admitted.some(({ claim }) => claim.stance === 'denies')
  if (affirmed && denied) return 'contradicted'
  if (affirmed) return 'affirmed'
  if (denied) return 'denied'
  const { primaries, searchable } = silence
  if (primaries.length === 0 || primaries.some((one) => !one.readable)) return 'unreachable'
  const isSilent = searchable && primaries.every((one) => !one.mentioned || one.accounted)
  return isSilent ? 'silent' : 'unread'
}
