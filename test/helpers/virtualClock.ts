import type { Clock } from '../../services/Clock.ts'

/** A clock that nobody waits for: it goes to the next timer as soon as nothing else is left to do. */
export type VirtualClock = Clock & {
  /** Lets time pass until the work has ended, and gives what it came to. */
  run<result>(work: Promise<result>): Promise<result>
}

/** All that is ready runs before an immediate does. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

export function virtualClock(start = Date.parse('2026-04-03T08:00:00Z')): VirtualClock {
  let now = start
  const timers = new Set<{ at: number; run: () => void }>()
  return {
    now: () => now,
    after(milliseconds, run) {
      const timer = { at: now + milliseconds, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    async run(work) {
      let isOver = false
      const end = () => {
        isOver = true
      }
      work.then(end, end)
      for (await settle(); !isOver; await settle()) {
        const next = [...timers].sort((a, b) => a.at - b.at)[0]
        if (next === undefined) throw new Error('The work waits for something that is no timer.')
        timers.delete(next)
        now = Math.max(now, next.at)
        next.run()
      }
      return work
    },
  }
}
