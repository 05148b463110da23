import type { Vote } from '../protocol/index.ts'

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
}
