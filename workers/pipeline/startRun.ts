import type { Json } from '../../protocol/index.ts'
import { type Clock, wallClock } from '../../services/Clock.ts'
import { LeafRegistry } from './LeafRegistry.ts'
import {
  type Code,
  type Observe,
  SOPExecutionError,
  type Stage,
  stages,
  type Time,
  type Timeouts,
} from './Stage.ts'
import { answerMs, stageLimit } from './stageLimit.ts'

export type Run = {
  readonly leaves: LeafRegistry
  /** Runs the next stage. Another than the next is refused, and after a failure there is no next. */
  stage<output>(
    name: Stage,
    work: (time: Time) => output | Promise<output>,
    detail?: (output: output) => Json.Json,
  ): Promise<output>
}

export type RunOptions = {
  readonly timeouts?: Partial<Timeouts> | undefined
  readonly observe?: Observe | undefined
  readonly signal?: AbortSignal | undefined
  /** When all of it must be done, in milliseconds since 1970. */
  readonly until?: number | undefined
  /** For tests. */
  readonly clock?: Clock | undefined
}

/** Begins one run of the procedure: it keeps the order, the time and the leaves. */
export function startRun(options: RunOptions = {}): Run {
  const { timeouts = {}, observe = () => {}, signal, clock = wallClock } = options
  const { until = clock.now() + answerMs } = options
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
      const began = clock.now()
      const ms = () => Math.round(clock.now() - began)
      observe({ type: 'started', stage: name })
      try {
        const limit = stageLimit(name, until - began, timeouts[name])
        const output = await within(clock, limit, signal, work)
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

/** How much of its time a stage has before it should come to an end. */
const earlyShare = 0.9

/** A stage that ignores its signal does not hold up the run: the race is decided by the clock. */
async function within<output>(
  clock: Clock,
  ms: number,
  outer: AbortSignal | undefined,
  work: (time: Time) => output | Promise<output>,
): Promise<output> {
  const [last, first] = [new AbortController(), new AbortController()]
  const until = clock.now() + ms
  const cancels = [
    clock.after(ms, () => last.abort(new TimeoutReason(ms))),
    clock.after(ms * earlyShare, () => first.abort(new TimeoutReason(ms))),
  ]
  const signal = outer === undefined ? last.signal : AbortSignal.any([last.signal, outer])
  const early = AbortSignal.any([signal, first.signal])
  let stop = () => {}
  try {
    signal.throwIfAborted()
    if (ms <= 0) throw new TimeoutReason(ms)
    const aborted = new Promise<never>((_, reject) => {
      stop = () => reject(signal.reason)
      signal.addEventListener('abort', stop, { once: true })
    })
    return await Promise.race([aborted, Promise.resolve().then(() => work({ signal, early, until }))])
  } finally {
    for (const cancel of cancels) cancel()
    // A signal made of others lives as long as somebody listens to it.
    signal.removeEventListener('abort', stop)
  }
}

class TimeoutReason extends Error {
  constructor(ms: number) {
    super(ms > 0 ? `The stage took longer than ${ms} ms.` : 'No time was left for the stage.')
  }
}

function toExecutionError(stage: Stage, cause: unknown, outer: AbortSignal | undefined): SOPExecutionError {
  if (cause instanceof SOPExecutionError) return cause
  const code: Code = cause instanceof TimeoutReason ? 'TIMEOUT' : outer?.aborted ? 'ABORTED' : 'FAILED'
  const reason = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : 'an unknown cause'
  return new SOPExecutionError(stage, code, { reason, cause })
}
