import type { Seen } from './look.ts'

/** Who wants to know of each look at the chain that found something. */
export type Feed = {
  publish(seen: Seen): void
  /** Until the returned function is called. */
  subscribe(heard: (seen: Seen) => void): () => void
  readonly size: number
}

export function makeFeed(): Feed {
  const listeners = new Set<(seen: Seen) => void>()
  return {
    publish(seen) {
      for (const heard of [...listeners]) heard(seen)
    },
    subscribe(heard) {
      listeners.add(heard)
      return () => {
        listeners.delete(heard)
      }
    },
    get size() {
      return listeners.size
    },
  }
}
