import { BaseError, type Json } from '../../protocol/index.ts'

/** The standard operating procedure: ten stages, in this order and no other. */
export const stages = [
  'promptEngineer',
  'collector',
  'verifyEvidence',
  'auditor',
  'verifyTrace',
  'judge',
  'verifyVerdict',
  'buildProof',
  'attest',
  'finalize',
] as const
export type Stage = (typeof stages)[number]

/** Milliseconds that stages may take, where a config sets them: `stageLimit` has the usual ones. */
export type Timeouts = Readonly<Record<Stage, number>>

/** `soon`: what failed passes by itself. `later`: an operator has to mend something first, such as a key or a bill. */
export type Again = 'soon' | 'later'

/** What a stage knows of time. */
export type Time = {
  /** Aborted when the stage is given up. */
  readonly signal?: AbortSignal | undefined
  /** Aborted shortly before, for work of which a part is of use: what is not there by then is left out. */
  readonly early?: AbortSignal | undefined
  /** When the stage is given up, in milliseconds since 1970. */
  readonly until?: number | undefined
}

/** What a run tells logs and metrics. It carries no evidence text and no key. */
export type Event =
  | { readonly type: 'started'; readonly stage: Stage }
  | { readonly type: 'finished'; readonly stage: Stage; readonly ms: number; readonly detail: Json.Json }
  | { readonly type: 'failed'; readonly stage: Stage; readonly ms: number; readonly code: Code }

export type Observe = (event: Event) => void

export const codes = [
  'OUT_OF_ORDER',
  'TIMEOUT',
  'ABORTED',
  'FAILED',
  'MISSING_FIELDS',
  'NO_MODEL',
  'MODEL_REPLY',
  'REJECTED_EVIDENCE',
  'REJECTED_TRACE',
  'REJECTED_VERDICT',
  'LEAF_ORDER',
  'BEFORE_DEADLINE',
  'REJECTED_PROOF',
] as const
export type Code = (typeof codes)[number]

/** Any failure of the procedure: where it happened, what kind it is, and what caused it. */
export class SOPExecutionError extends BaseError {
  override readonly name = 'Stage.SOPExecutionError'
  readonly stage: Stage
  readonly code: Code
  /** What the question leaves open; empty unless the code is `MISSING_FIELDS`. */
  readonly missingFields: readonly string[]
  /** Why, for people who know nothing of stages. */
  readonly reason: string | null
  /** When it is worth trying again; null: never. */
  readonly again: Again | null
  constructor(stage: Stage, code: Code, options: SOPExecutionError.Options = {}) {
    const { reason, missingFields = [], cause, metaMessages = [], again } = options
    super(`${stage} failed with ${code}${reason === undefined ? '.' : `: ${reason}`}`, {
      metaMessages,
      ...(cause === undefined ? {} : { cause }),
    })
    this.stage = stage
    this.code = code
    this.missingFields = missingFields
    this.reason = reason ?? null
    this.again = again ?? (code === 'TIMEOUT' ? 'soon' : null)
  }
}

export declare namespace SOPExecutionError {
  type Options = {
    reason?: string
    missingFields?: readonly string[]
    metaMessages?: readonly string[]
    cause?: unknown
    again?: Again | null
  }
}
