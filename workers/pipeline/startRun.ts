import type { Json } from '../../protocol/index.ts'
import { LeafRegistry } from './LeafRegistry.ts'
import {
  type Code,
  defaultTimeouts,
  type Observe,
  SOPExecutionError,
  type Stage,
  stages,
  type Timeouts,
} from './Stage.ts'

export type Run = {
  readonly leaves: LeafRegistry
  /** Runs the next stage. Another than the next is refused, and after a failure there is no next. */
  stage<output>(
    name: Stage,
    work: (signal: AbortSignal) => output | Promise<output>,
    detail?: (output: output) => Json.Json,
  ): Promise<output>
}

export type RunOptions = {
  readonly timeouts?: Partial<Timeouts> | undefined
  readonly observe?: Observe | undefined
  readonly signal?: AbortSignal | undefined
}

/** Begins one run of the procedure: it keeps the order, the time and the leaves. */
export function startRun({ timeouts = {}, observe = () => {}, signal }: RunOptions = {}): Run {
  let position = 0
  const leaves = new LeafRegistry()
  return {
    leaves,
    async stage(name, work, detail) {
      const expected = stages[position]
      if (name !== expected) {
        throw new SOPExecutionError(name, 'OUT_OF_ORDER', {
          reason: `the next stage is ${expected ?? 'none'}.`,
        })
      }
      // Only a stage that succeeds opens the next one.
      position = stages.length
      const began = performance.now()
      const ms = () => Math.round(performance.now() - began)
      observe({ type: 'started', stage: name })
      try {
        const limit = timeouts[name] ?? defaultTimeouts[name]
        const output = await within(limit, signal, work)
        position = stages.indexOf(name) + 1
        observe({ type: 'finished', stage: name, ms: ms(), detail: detail?.(output) ?? null })
        return output
      } catch (cause) {
        const error = toExecutionError(name, cause, signal)
        observe({ type: 'failed', stage: name, ms: ms(), code: error.code })
        throw error
      }
    },
  }
}

/** A stage that ignores its signal does not hold up the run: the race is decided by the clock. */
async function within<output>(
  ms: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => output | Promise<output>,
): Promise<output> {
  const timer = new AbortController()
  const timeout = setTimeout(() => timer.abort(new TimeoutReason(ms)), ms)
  const signal = outer === undefined ? timer.signal : AbortSignal.any([timer.signal, outer])
  let stop = () => {}
  try {
    signal.throwIfAborted()
    const aborted = new Promise<never>((_, reject) => {
      stop = () => reject(signal.reason)
      signal.addEventListener('abort', stop, { once: true })
    })
    return await Promise.race([aborted, Promise.resolve().then(() => work(signal))])
  } finally {
    clearTimeout(timeout)
    // A signal made of others lives as long as somebody listens to it.
    signal.removeEventListener('abort', stop)
  }
}

class TimeoutReason extends Error {
  constructor(ms: number) {
    super(`The stage took longer than ${ms} ms.`)
  }
}

function toExecutionError(stage: Stage, cause: unknown, outer: AbortSignal | undefined): SOPExecutionError {
  if (cause instanceof SOPExecutionError) return cause
  const code: Code = cause instanceof TimeoutReason ? 'TIMEOUT' : outer?.aborted ? 'ABORTED' : 'FAILED'
  const reason = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : 'an unknown cause'
  return new SOPExecutionError(stage, code, { reason, cause })
}
