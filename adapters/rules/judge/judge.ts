import type { Market } from '../../../reading/Market.ts'
import type { Facts } from '../../../reading/rule/readFacts.ts'
import { factorRules, isCited, type Place } from './factors.ts'

export type FoundFactor = { readonly name: string; readonly weight: number; readonly place: Place | null }
export type Judgement = {
  readonly factors: readonly FoundFactor[]
  readonly ambiguity: number
  readonly confidence: number
}

/** How much a rule leaves open, and how much of it was found. */
export function judge(market: Market, facts: Facts): Judgement {
  let hundredths = 0
  const factors: FoundFactor[] = []
  for (const { name, weight, find } of factorRules) {
    const place = find(facts, market)
    if (place === null || weight === 0) continue
    hundredths += weight
    factors.push({ name, weight: weight / 100, place: place === true ? null : place })
  }
  return { factors, ambiguity: Math.min(hundredths, 100) / 100, confidence: confidence(market, facts) }
}

/** Hundredths for each part of a rule that was found in its words; doubts about what was found take some away. */
function confidence(market: Market, facts: Facts): number {
  const { citations, condition, deadline, contradictions } = facts
  if (market.rules === '' || facts.language === null) return 0
  let sum = 20
  if (citations.some(isCited)) sum += 25
  else if (citations.length > 0) sum += 10
  if (condition.name !== null) sum += 15
  if (condition.subject !== null) sum += 5
  if (deadline !== null) sum += deadline.place.in === 'end_date' ? 5 : 20
  if (deadline !== null && deadline.zone !== null) sum += 10
  if (deadline?.hasClock) sum += 5
  return Math.max(0, sum - 15 * contradictions.length) / 100
}
