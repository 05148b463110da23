import { type Cause, causeOf, isFinal, isPassing } from './Cause.ts'
import type { CallOptions, Completion, Model, Usage } from './Model.ts'
import type { Retry } from './postJson.ts'

/** One call of a model as logs and metrics hear of it: no key, no prompt and no reply. */
export type ModelCall = {
  readonly model: string
  readonly ms: number
  /** Null where it answered. */
  readonly cause: Cause | null
  readonly status: number | null
  /** What was paid for, also without an answer; null where nothing is known of it. */
  readonly usage: Usage | null
}

/** How a model did lately. */
export type ModelState = {
  readonly name: string
  readonly ok: boolean
  /** Of the last failure that nothing has made up for. */
  readonly cause: Cause | null
  /** When that was, in Unix seconds. */
  readonly failed_at: number | null
}

export type ModelWatch = {
  /** The same model, watched. Several may be: each is told by its name. */
  watch(model: Model): Model
  /** For the model's environment. */
  readonly retrying: (retry: Retry) => void
  /** Null before a model is watched. */
  state(): ModelState | null
}

export type Told = {
  readonly call?: (call: ModelCall) => void
  readonly retry?: (retry: Retry) => void
}

/** What passes by itself counts for this long; what an operator has to mend, until a call succeeds. */
const rememberedMs = 60_000

/** A call that ends this shortly before its end was ended by it. */
const closeMs = 50

/** Watches models: tells of their calls, and remembers how the last ones of each went. */
export function makeModelWatch(told: Told, now: () => number): ModelWatch {
  const failures = new Map<string, { cause: Cause; at: number } | null>()

  function note(call: ModelCall): void {
    const { model, cause } = call
    if (cause === null || isFinal(cause)) failures.set(model, null)
    else if (cause !== 'called-off') failures.set(model, { cause, at: now() })
    told.call?.(call)
  }

  async function complete(model: Model, prompt: Parameters<Model['complete']>[0], options: CallOptions) {
    const began = now()
    const about = () => ({ model: model.name, ms: now() - began })
    try {
      const completion: Completion = await model.complete(prompt, options)
      note({ ...about(), cause: null, status: null, usage: completion.usage })
      return completion
    } catch (error) {
      note({
        ...about(),
        cause: causeFor(error, options, now()),
        status: statusOf(error),
        usage: usageOf(error),
      })
      throw error
    }
  }

  const watch = (model: Model): Model => {
    if (!failures.has(model.name)) failures.set(model.name, null)
    const { forAnswer } = model
    return {
      name: model.name,
      complete: (prompt, options = {}) => complete(model, prompt, options),
      ...(forAnswer === undefined ? {} : { forAnswer: () => watch(forAnswer()) }),
    }
  }

  return {
    watch,
    retrying: (retry) => told.retry?.(retry),
    state() {
      if (failures.size === 0) return null
      for (const [name, failure] of failures) {
        if (failure === null || hasPassed(failure)) continue
        return { name, ok: false, cause: failure.cause, failed_at: Math.floor(failure.at / 1_000) }
      }
      return { name: [...failures.keys()].join(' and '), ok: true, cause: null, failed_at: null }
    },
  }

  function hasPassed({ cause, at }: { readonly cause: Cause; readonly at: number }): boolean {
    return (isPassing(cause) || cause === 'cost') && now() - at > rememberedMs
  }
}

/** A caller that stops waiting when its time is over tells of a slow model; one that stops before tells nothing. */
function causeFor(error: unknown, { signal, until }: CallOptions, now: number): Cause {
  if (signal?.aborted !== true) return causeOf(error)
  return until !== undefined && now + closeMs >= until ? 'timeout' : 'called-off'
}

const statusOf = (error: unknown): number | null =>
  typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number'
    ? error.status
    : null

const usageOf = (error: unknown): Usage | null =>
  typeof error === 'object' && error !== null && 'usage' in error ? (error.usage as Usage) : null
