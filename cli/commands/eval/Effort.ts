import type { Cause } from '../../../services/model/Cause.ts'
import type { ModelCall } from '../../../services/model/watchModel.ts'
import type { Event } from '../../../workers/pipeline/Stage.ts'

/** What a stage took: time, and the calls of a model with what they cost. */
export type Spent = {
  readonly ms: number
  readonly calls: number
  readonly input_tokens: number
  readonly output_tokens: number
  /** Null where prices are not known. */
  readonly cost_micro_usd: number | null
}

export type Effort = {
  readonly ms: number
  /** By stage, in their order; empty where only the whole is seen. */
  readonly stages: Readonly<Record<string, Spent>>
}

export const nothing: Spent = { ms: 0, calls: 0, input_tokens: 0, output_tokens: 0, cost_micro_usd: 0 }

/**
 * Two efforts as one. A cost that is not known makes the sum one that is not known.
 *
 * @example
 * add(nothing, spent) // spent
 */
export const add = (a: Spent, b: Spent): Spent => ({
  ms: a.ms + b.ms,
  calls: a.calls + b.calls,
  input_tokens: a.input_tokens + b.input_tokens,
  output_tokens: a.output_tokens + b.output_tokens,
  cost_micro_usd:
    a.cost_micro_usd === null || b.cost_micro_usd === null ? null : a.cost_micro_usd + b.cost_micro_usd,
})

/** All stages of an effort together; the time is that of the whole. Where no stage is seen, its cost is not known. */
export function wholeOf({ ms, stages }: Effort): Spent {
  const spent = Object.values(stages)
  return spent.length === 0 ? { ...nothing, ms, cost_micro_usd: null } : { ...spent.reduce(add, nothing), ms }
}

/** Listens to one run of the procedure and to its model: what a stage asked while it ran is its own. */
export function makeMeter(now: () => number) {
  const began = now()
  const stages: Record<string, Spent> = {}
  let current = 'before'
  let lastCause: Cause | null = null
  const spend = (more: Partial<Spent>) => {
    stages[current] = add(stages[current] ?? nothing, { ...nothing, ...more })
  }
  return {
    observe(event: Event): void {
      current = event.stage
      spend(event.type === 'started' ? {} : { ms: event.ms })
    },
    call({ usage, cause }: ModelCall): void {
      lastCause = cause
      const { inputTokens = 0, outputTokens = 0, costMicroUsd = 0 } = usage ?? {}
      spend({
        calls: 1,
        input_tokens: inputTokens,
        output_tokens: outputTokens,
        cost_micro_usd: costMicroUsd,
      })
    },
    /** Why the last call of the model failed; null where it did not. */
    lastCause: () => lastCause,
    effort: (): Effort => ({ ms: now() - began, stages }),
  }
}
