import { policies } from './policy/Policies.ts'
import type { Stage } from './Stage.ts'

const { answer_ms, shares_bps } = policies.orchestrator.policy

/** How long a whole answer may take where the caller does not say. */
export const answerMs = answer_ms

const shares: Partial<Readonly<Record<Stage, number>>> = shares_bps

/** Milliseconds that a stage may take of the time left; `set` is what the config says, which the time left bounds, too. */
export const stageLimit = (stage: Stage, leftMs: number, set?: number): number =>
  Math.max(0, Math.floor(Math.min(set ?? (leftMs * (shares[stage] ?? 10_000)) / 10_000, leftMs)))
