import type { Spec } from '../../../protocol/index.ts'
import { compileRule } from '../../../workers/pipeline/rule/compile.ts'
import { toQuestion } from './toQuestion.ts'

type Place = {
  readonly chain_id: number
  readonly market: `0x${string}`
  readonly market_id: string
  readonly round: number
}

/** The market spec of a machine-checkable market, compiled as for any § question; null and why when it is none. */
export function toMarketSpec(
  place: Place,
  market: unknown,
): { readonly spec: Spec.MarketSpec; readonly why: null } | { readonly spec: null; readonly why: string } {
  const { question, deadline, created_by, why } = toQuestion(market)
  if (question === null) return { spec: null, why }
  const compiled = compileRule({ ...place, question, deadline, created: created_by })
  if (compiled.status === 'INVALID')
    return { spec: null, why: `it lacks ${compiled.missing_fields.join(', ')}` }
  return { spec: compiled.spec.market, why: null }
}
