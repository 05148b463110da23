import { RefusedError } from '../../services/http/Failure.ts'

/** Bounded work: so many at a time, so many waiting; the rest is refused with a time to ask again. */
export type WorkQueue = {
  run<result>(work: () => Promise<result>): Promise<result>
  readonly running: number
  readonly waiting: number
  /** Resolves when nothing runs or waits. */
  idle(): Promise<void>
}

export function makeQueue({ running: most, waiting: room }: { running: number; waiting: number }): WorkQueue {
  const line: (() => void)[] = []
  let idlers: (() => void)[] = []
  let running = 0

  const next = () => {
    const start = line.shift()
    if (start !== undefined) return start()
    running--
    if (running > 0) return
    for (const tell of idlers) tell()
    idlers = []
  }

  return {
    get running() {
      return running
    },
    get waiting() {
      return line.length
    },
    async run(work) {
      if (running >= most) {
        if (line.length >= room)
          throw new RefusedError('overloaded', 'Too much work is waiting already.', { retryAfter: 5 })
        await new Promise<void>((start) => line.push(start))
      } else running++
      try {
        return await work()
      } finally {
        next()
      }
    },
    idle: () => (running === 0 ? Promise.resolve() : new Promise((tell) => idlers.push(tell))),
  }
}
