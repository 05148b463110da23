/** Work that takes longer than a tick: each kind once at a time. */
export type Background = {
  /** Starts it unless it is still under way. */
  start(what: string, work: () => Promise<void>): void
  idle(): Promise<void>
}

export function makeBackground(failed: (error: unknown, what: string) => void): Background {
  const running = new Map<string, Promise<void>>()
  return {
    start(what, work) {
      if (running.has(what)) return
      const one = work()
        .catch((error) => failed(error, what))
        .finally(() => running.delete(what))
      running.set(what, one)
    },
    async idle() {
      await Promise.all(running.values())
    },
  }
}
