import type { MarketView, Parameters } from '../../services/chain/browser/market.ts'
import { endings, outcomeName } from '../../services/chain/browser/names.ts'

/** Why a market stands at Invalid, in a sentence; null where it does not. */
export function whyInvalid(view: MarketView, parameters: Parameters): string | null {
  if (outcomeName(view.outcome) !== 'INVALID') return null
  const ending = endings[view.ending]
  if (ending === 'by vote') return 'Invalid leads the vote.'
  return ending === 'no record' ? withoutRecord(view, parameters) : byDefault(view, parameters)
}

function withoutRecord({ round, joined }: MarketView, { minWorkers }: Parameters): string {
  if (round > 0) return 'No report came in time: everybody has their money back.'
  return joined < minWorkers
    ? `Fewer than ${minWorkers} agents joined: everybody has their money back.`
    : 'It was not asked, or its seats not drawn, in time: everybody has their money back.'
}

function byDefault(view: MarketView, { minMarginBps }: Parameters): string {
  const weights = [view.yesWeight, view.noWeight, view.invalidWeight]
  const cast = weights.reduce((sum, one) => sum + one, 0n)
  if (cast === 0n)
    return 'No vote counts: too few workers answered, no report came in time, or all were struck.'
  const [first = 0n, second = 0n] = weights.toSorted((a, b) => (a < b ? 1 : -1))
  const hasLead = (first - second) * 10_000n >= cast * BigInt(minMarginBps)
  return hasLead
    ? 'The arbiter ruled so.'
    : `No outcome leads the next by ${minMarginBps / 100} % of the weight cast.`
}
