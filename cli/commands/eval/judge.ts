import type { Answer } from './Candidate.ts'
import type { Case } from './Case.ts'
import { wholeOf } from './Effort.ts'

export type Verdict = 'right' | 'undecided' | 'wrong'

/** What is said of a case on one line. */
export type Line = {
  readonly id: string
  readonly truth: Case['truth']
  readonly outcome: Case['truth']
  readonly confidence: number
  readonly rule: string
  readonly verdict: Verdict
  readonly why: string
}

/** The same of a worker that was really asked. */
export type LiveLine = Line & {
  readonly failed: string | null
  readonly ms: number
  readonly calls: number
  readonly input_tokens: number
  readonly output_tokens: number
  readonly cost_micro_usd: number | null
  readonly stages: Answer['effort']['stages']
  readonly fetched?: number
  readonly by: string
}

/**
 * What an outcome is against the truth.
 *
 * @example
 * verdictOf('INVALID', 'YES') // 'undecided'
 */
export const verdictOf = (outcome: Case['truth'], truth: Case['truth']): Verdict =>
  outcome === truth ? 'right' : outcome === 'INVALID' ? 'undecided' : 'wrong'

/** Judges an answer. One that failed decided nothing, also where the truth is that nothing can be decided. */
export function judge({ id, truth }: Case, answer: Answer, by: string): LiveLine {
  const { outcome, confidence, rule, why, failed, effort, fetched } = answer
  return {
    id,
    truth,
    outcome,
    confidence,
    rule,
    verdict: failed === null ? verdictOf(outcome, truth) : 'undecided',
    why,
    failed,
    ...wholeOf(effort),
    stages: effort.stages,
    ...(fetched === undefined ? {} : { fetched }),
    by,
  }
}
