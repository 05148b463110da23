import type { Upkeep, Vote } from '../protocol/index.ts'

/** What came of an attempt: a report, or why there is none. */
export type Result = {
  readonly status: 'reported' | 'waiting' | 'nothing' | 'refused'
  readonly market_id: number
  readonly round?: number
  readonly outcome?: Vote.Outcome | null
  readonly evaluator?: 'rubric' | 'llm'
  readonly excluded?: readonly { readonly agent_id: number; readonly reason: Vote.Reason }[]
  readonly tx_hash?: string
  readonly why?: string
  /** What came of a second market of the same execution. */
  readonly also?: Result
}

/** What came of each market of an execution, of two at most, from what the workflow returned. */
export function resultsIn(returned: string): Result[] {
  const { also, ...first } = JSON.parse(returned) as Result
  return also === undefined ? [first] : [first, also]
}

/** What came of a look for steps that anyone may make. */
export type Kept = {
  readonly status: 'kept' | 'nothing' | 'refused'
  readonly steps?: readonly { readonly step: Upkeep.Step; readonly market_id: number }[]
  readonly tx_hash?: string
  readonly why?: string
}
