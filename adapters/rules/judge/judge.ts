import type { Market } from '../../../reading/Market.ts'
import type { Facts } from '../../../reading/rule/readFacts.ts'
import { factorRules, isCited, type Place } from './factors.ts'
import { type FoundFault, findFaults } from './faults.ts'

export type FoundFactor = {
  readonly name: string
  readonly weight: number
  readonly count: number
  /** The first of its places. */
  readonly place: Place | null
}
export type Judgement = {
  readonly factors: readonly FoundFactor[]
  readonly faults: readonly FoundFault[]
  readonly ambiguity: number
  readonly confidence: number
}

/** How much a rule leaves open, what is wrong with it, and how much of it was found. `isTimed` says that it has a deadline elsewhere. */
export function judge(market: Market, facts: Facts, { isTimed = false } = {}): Judgement {
  let hundredths = 0
  const factors: FoundFactor[] = []
  for (const { name, weight, more, find } of factorRules) {
    if (isTimed && name === 'no_deadline') continue
    const places = find(facts, market)
    if (places.length === 0) continue
    const own = weight + (places.length > 1 ? more : 0)
    hundredths += own
    factors.push({ name, weight: own / 100, count: places.length, place: places[0]! })
  }
  return {
    factors,
    faults: findFaults(market, facts, { isTimed }),
    ambiguity: Math.min(hundredths, 100) / 100,
    confidence: confidence(market, facts),
  }
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
