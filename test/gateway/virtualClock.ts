import type { Clock } from '../../gateway/Clock.ts'
import { makeChainClock } from '../../services/chain/chainClock.ts'

/** A clock that jumps from one sleeper to the next, so that hours take a moment and nothing depends on the machine. */
export type VirtualClock = Clock & {
  /** Lets time pass until the work is done. */
  run<result>(work: Promise<result>): Promise<result>
}

export function virtualClock(start = 1_000_000): VirtualClock {
  let now = start
  const sleepers = new Set<{ readonly at: number; wake(): void }>()
  const clock: Clock = {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const sleeper = {
          at: now + Math.max(0, ms),
          wake() {
            sleepers.delete(sleeper)
            signal?.removeEventListener('abort', sleeper.wake)
            resolve()
          },
        }
        if (signal?.aborted) return resolve()
        sleepers.add(sleeper)
        signal?.addEventListener('abort', sleeper.wake)
      }),
    chain: makeChainClock(() => now),
  }
  return {
    ...clock,
    async run(work) {
      let isDone = false
      const ended = work.finally(() => {
        isDone = true
      })
      ended.catch(() => {})
      for (;;) {
        // All that can go on without time goes on first.
        await new Promise((resolve) => setImmediate(resolve))
        if (isDone) return ended
        const [first] = [...sleepers].sort((a, b) => a.at - b.at)
        if (first === undefined) throw new Error('Everybody waits, and nobody for the clock.')
        now = Math.max(now, first.at)
        first.wake()
      }
    },
  }
}
