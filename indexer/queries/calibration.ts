import type { Agent } from '../../protocol/Catalog.ts'

/** An answer that came out: how sure its agent was, and whether it was right. */
export type Outcome = { readonly confidenceBps: number; readonly isRight: boolean }

const spans = 10
const width = 10_000 / spans

/** How sure an agent was against how often it was right, in ten spans of confidence. */
export function calibrationOf(outcomes: readonly Outcome[]): Agent['agent']['calibration'] {
  const bins = Array.from({ length: spans }, (_, i) => {
    const isLast = i === spans - 1
    const inside = outcomes.filter(
      ({ confidenceBps: bps }) => bps >= i * width && (isLast || bps < (i + 1) * width),
    )
    const sum = inside.reduce((total, { confidenceBps }) => total + confidenceBps, 0)
    return {
      from_bps: i * width,
      to_bps: (i + 1) * width,
      answers: inside.length,
      right: inside.filter(({ isRight }) => isRight).length,
      mean_bps: inside.length === 0 ? null : Math.round(sum / inside.length),
    }
  })
  const squares = outcomes.map(
    ({ confidenceBps, isRight }) => (confidenceBps / 10_000 - (isRight ? 1 : 0)) ** 2,
  )
  const brier = squares.length === 0 ? null : squares.reduce((sum, one) => sum + one, 0) / squares.length
  return { answers: outcomes.length, brier, bins }
}
