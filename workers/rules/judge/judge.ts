import type { Market } from '../Market.ts'
import type { Facts } from '../read/readFacts.ts'

export type FoundFactor = {
  readonly name: string
  readonly weight: number
  readonly place: { readonly in: 'question' | 'rules'; readonly start: number; readonly end: number } | null
}
export type Judgement = {
  readonly factors: readonly FoundFactor[]
  readonly ambiguity: number
  readonly confidence: number
}

export function judge(_market: Market, facts: Facts): Judgement {
  const factors: FoundFactor[] = []
  if (facts.deadline?.zone === null) factors.push({ name: 'no_timezone', weight: 0.1, place: null })
  return { factors, ambiguity: 0, confidence: 0 }
}
