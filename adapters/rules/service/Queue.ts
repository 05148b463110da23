/** Markets that wait to be polled in this process: bounded, each at most once, worked on in small groups. */
export type Queue = {
  /** False where it is full: the market is dropped, and found due again later. */
  offer(conditionId: string): boolean
  /** How many more it would take. */
  readonly room: number
  readonly waiting: number
  readonly inFlight: number
  /** Until nothing waits and nothing is under way. */
  idle(): Promise<void>
}

export type QueueOptions = {
  readonly most: number
  readonly mostInFlight: number
  /** Markets asked for in one request. */
  readonly batch: number
  readonly work: (conditionIds: readonly string[]) => Promise<void>
  readonly failed: (error: unknown) => void
}

export function makeQueue({ most, mostInFlight, batch, work, failed }: QueueOptions): Queue {
  const waiting = new Set<string>()
  const running = new Set<Promise<void>>()

  function start(): void {
    while (running.size < mostInFlight && waiting.size > 0) {
      const ids = [...waiting].slice(0, batch)
      for (const id of ids) waiting.delete(id)
      const one: Promise<void> = work(ids)
        .catch(failed)
        .finally(() => {
          running.delete(one)
          start()
        })
      running.add(one)
    }
  }

  // Not at once: what is offered in one go is asked for together.
  let isPlanned = false
  function startSoon(): void {
    if (isPlanned) return
    isPlanned = true
    queueMicrotask(() => {
      isPlanned = false
      start()
    })
  }

  return {
    offer(conditionId) {
      if (waiting.has(conditionId)) return true
      if (waiting.size >= most) return false
      waiting.add(conditionId)
      startSoon()
      return true
    },
    get room() {
      return most - waiting.size
    },
    get waiting() {
      return waiting.size
    },
    get inFlight() {
      return running.size
    },
    async idle() {
      while (waiting.size > 0 || running.size > 0) {
        start()
        await Promise.race(running)
      }
    },
  }
}
