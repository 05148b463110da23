import { setTimeout as timer } from 'node:timers/promises'
import { type ChainClock, makeChainClock } from '../services/chain/chainClock.ts'

/** The times a gateway goes by, so that tests can have their own. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number
  /** Resolves after so many milliseconds, or when the signal ends it. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** The chain's own time. */
  readonly chain: ChainClock
}

export function makeClock(now: () => number = Date.now): Clock {
  return {
    now,
    sleep: (ms, signal) =>
      timer(ms, undefined, signal === undefined ? {} : { signal }).then(
        () => {},
        () => {},
      ),
    chain: makeChainClock(now),
  }
}
