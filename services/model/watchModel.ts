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
  /** The same model, watched. */
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

/** Watches a model: tells of its calls, and remembers how the last ones went. */
export function makeModelWatch(told: Told, now: () => number): ModelWatch {
  let name: string | null = null
  let failure: { cause: Cause; at: number } | null = null

  function note(call: ModelCall): void {
    if (call.cause === null || isFinal(call.cause)) failure = null
    else if (call.cause !== 'called-off') failure = { cause: call.cause, at: now() }
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
    name = model.name
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
      if (name === null) return null
      const passes = failure !== null && (isPassing(failure.cause) || failure.cause === 'cost')
      if (failure === null || (passes && now() - failure.at > rememberedMs))
        return { name, ok: true, cause: null, failed_at: null }
      return { name, ok: false, cause: failure.cause, failed_at: Math.floor(failure.at / 1_000) }
    },
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
