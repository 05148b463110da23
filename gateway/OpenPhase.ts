import { Decision, Docket } from '../protocol/index.ts'
import type { Clock } from './Clock.ts'
import type { Config } from './Config.ts'
import type { Phase } from './Gateway.ts'
import { phaseEnd, twoThirdsAt } from './phaseEnd.ts'

/** A phase that goes on, as one process sees it: when it ends, and who waits for what until then. */
export type OpenPhase = {
  /** Milliseconds of the gateway's clock; infinite before anybody is asked. */
  endsAt(): number
  /** Whether its rule cannot be decided yet. */
  isEarly(): boolean
  /** Whether somebody was asked in it before this process came to it. */
  readonly isResumed: boolean
  /** Notes that somebody is asked. */
  asked(): void
  /** Notes a signed Yes or No. */
  heardDefinite(): void
  /** Waits so long, or until the phase ends, its rule can be decided, or two thirds are in: then all others are asked once more. */
  pause(ms: number, signal: AbortSignal): Promise<void>
}

export type PhaseOptions = {
  readonly phase: Phase
  readonly clock: Clock
  readonly deadlines: Config['deadlines']
  /** `Round.docketRule`: null where no number decides. */
  readonly rule: Docket.Rule | null
  readonly deadline: number
  readonly workers: number
  /** What the store knows: when anybody was first asked, and when each signed Yes or No was kept. */
  readonly firstAsk: number | null
  readonly definite: readonly number[]
}

/** The chain's time can be moved on, so nobody sleeps for longer without looking at it. */
const sliceMs = 1_000

export function openPhase(options: PhaseOptions): OpenPhase {
  const { phase, clock, deadlines, rule, deadline, workers } = options
  const definite = [...options.definite]
  let { firstAsk } = options
  let calls = 0
  const thirds = () => twoThirdsAt(definite, workers)
  const isEarly = () => phase === 'answers' && Decision.isEarly(rule, clock.chain.now())

  function endsAt(): number {
    const now = clock.now()
    // As this machine's clock will show it when the chain comes to it.
    const readyAt = rule === null ? 0 : Math.round(now + (rule.readyAt - clock.chain.now()) * 1_000)
    const times = rule === null ? null : { readyAt, isOfMany: Docket.isOfMany(rule, deadline) }
    return phaseEnd({ phase, firstAsk, rule: times, twoThirdsAt: thirds() }, deadlines)
  }

  return {
    endsAt,
    isEarly,
    isResumed: firstAsk !== null,
    asked() {
      firstAsk ??= clock.now()
    },
    heardDefinite() {
      const before = thirds()
      definite.push(clock.now())
      if (before === null && thirds() !== null) calls++
    },
    async pause(ms, signal) {
      const until = clock.now() + ms
      const [wasEarly, before] = [isEarly(), calls]
      while (!signal.aborted && calls === before && isEarly() === wasEarly) {
        const left = Math.min(until, endsAt()) - clock.now()
        if (left <= 0) return
        await clock.sleep(Math.min(left, sliceMs), signal)
      }
    },
  }
}
