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

/** Milliseconds a stage may take before the run gives up on it. A worker has 30 s for the whole of an answer. */
export type Timeouts = Readonly<Record<Stage, number>>

export const defaultTimeouts: Timeouts = {
  promptEngineer: 7_000,
  collector: 8_000,
  verifyEvidence: 2_000,
  auditor: 10_000,
  verifyTrace: 2_000,
  judge: 1_000,
  verifyVerdict: 1_000,
  buildProof: 2_000,
  attest: 2_000,
  finalize: 1_000,
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
  constructor(stage: Stage, code: Code, options: SOPExecutionError.Options = {}) {
    const { reason, missingFields = [], cause, metaMessages = [] } = options
    super(`${stage} failed with ${code}${reason === undefined ? '.' : `: ${reason}`}`, {
      metaMessages,
      ...(cause === undefined ? {} : { cause }),
    })
    this.stage = stage
    this.code = code
    this.missingFields = missingFields
    this.reason = reason ?? null
  }
}

export declare namespace SOPExecutionError {
  type Options = {
    reason?: string
    missingFields?: readonly string[]
    metaMessages?: readonly string[]
    cause?: unknown
  }
}
