import type { Case } from './Case.ts'
import type { Effort } from './Effort.ts'

/** What a worker says of one case, and what that took. */
export type Answer = {
  readonly outcome: Case['truth']
  /** 0–1. */
  readonly confidence: number
  readonly rule: string
  readonly why: string
  /** Why this says nothing of how it reads: something else failed, such as a provider; null where nothing did. */
  readonly failed: string | null
  /** A call was not made because all of them together could cost too much. */
  readonly isTooCostly?: boolean
  readonly effort: Effort
  /** How many of the served pages it fetched; left out where none are served. */
  readonly fetched?: number
}

/** Who is measured: it answers case after case. */
export type Candidate = {
  readonly name: string
  /** What is measured and what is not, for people. */
  readonly about: string
  /** Lines of an earlier call belong to the same candidate if this is the same. */
  readonly by: string
  answer(played: Case): Promise<Answer>
  close(): Promise<void>
}
