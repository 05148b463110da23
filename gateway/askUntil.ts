import type { Attempt, Said } from './askWorker.ts'
import type { Clock } from './Clock.ts'
import type { OpenPhase } from './OpenPhase.ts'
import type { Places } from './Places.ts'

export type Asking = {
  readonly agentId: number
  readonly phase: OpenPhase
  readonly clock: Clock
  readonly places: Places
  /** Ends everything: this process stops, or the round is left alone. */
  readonly signal: AbortSignal
  /** How long one request may take, and one that is sent although the phase is over. */
  readonly askMs: number
  readonly lastAskMs: number
  /** Takes the worker for one more request; false where another process has it, or it is known by now what it said. */
  claim(): Promise<boolean>
  /** Null where nothing can be said of the worker: the chain did not tell where it is. */
  ask(limits: { readonly ms: number; readonly signal: AbortSignal }): Promise<Attempt | null>
}

/** A worker that is not there, or asks for patience, is asked again after a pause that grows. */
const firstPauseMs = 100
const lastPauseMs = 10_000
/** What will be known only in hours need not be asked for every few seconds. */
const lastEarlyPauseMs = 300_000

/**
 * Asks a worker until it answers or the phase is over; null where it is left to others. Once its rule can be decided it is asked at
 * least once more, also where this process came to it only after the phase was over.
 */
export async function askUntil(asking: Asking): Promise<Said | null> {
  const { phase, clock, signal } = asking
  let last: Said | null = null
  let isAskedReady = false
  const isOver = () => clock.now() >= phase.endsAt() && (isAskedReady || phase.isEarly())
  for (let pause = firstPauseMs; ; ) {
    const wasEarly = phase.isEarly()
    const attempt = await askOnce(asking, last === null || (!isAskedReady && !wasEarly))
    if (attempt === 'lost') return null
    if (attempt !== null && !attempt.isWorthAgain) return attempt.said
    isAskedReady ||= !wasEarly
    if (attempt !== null && (last === null || tellsAsMuch(attempt.said, last))) last = attempt.said
    if (!isOver()) await phase.pause(waitFor(pause, attempt, phase.endsAt() - clock.now()), signal)
    if (signal.aborted) return null
    if (isOver()) return lastWord(last, phase)
    const isEarly = phase.isEarly()
    pause =
      wasEarly !== isEarly ? firstPauseMs : Math.min(pause * 2, isEarly ? lastEarlyPauseMs : lastPauseMs)
  }
}

/** A connection that fails, or is cut off where the phase ends, is not a word: what the worker said last stands. */
const tellsAsMuch = (one: Said, before: Said): boolean => weightOf(one) >= weightOf(before)

const weightOf = ({ status }: Said): number => (status === 'silent' ? 0 : status === 'late' ? 1 : 2)

/** Not ready counts for nothing once the rule can be decided. */
const lastWord = (last: Said | null, phase: OpenPhase): Said | null =>
  last?.status === 'not-ready' && !phase.isEarly() ? { status: 'silent', body: null } : last

/** A worker that asks for more patience than there is gets half of what is left. */
const waitFor = (pause: number, attempt: Attempt | null, left: number): number =>
  Math.min(Math.max(pause, attempt?.retryAfter ?? 0), Math.max(left / 2, Math.min(left, firstPauseMs)))

/** One request, in a place of its own. `isOwed`: the worker has a right to it, whether or not the phase is over. */
async function askOnce(asking: Asking, isOwed: boolean): Promise<Attempt | null | 'lost'> {
  const { agentId, phase, clock, places, signal, askMs, lastAskMs } = asking
  const hold = await places.take(agentId)
  try {
    if (signal.aborted || !(await asking.claim())) return 'lost'
    phase.asked()
    const left = phase.endsAt() - clock.now()
    const least = isOwed && (phase.isResumed || left <= 0) ? lastAskMs : 0
    const ms = Math.min(askMs, Math.max(left, least))
    return await asking.ask({ ms, signal: AbortSignal.any([signal, hold.signal]) })
  } finally {
    hold.release()
  }
}
