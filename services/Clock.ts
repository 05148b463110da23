/** Time for code that waits. Tests have one in which waiting takes no time. */
export type Clock = {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Runs something after so many milliseconds, unless the returned function is called before. */
  readonly after: (milliseconds: number, run: () => void) => () => void
}

export const wallClock: Clock = {
  now: Date.now,
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
}

/** Waits, or stops waiting when the signal is aborted; it does not throw then. */
export function sleep(clock: Clock, milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const wake = () => {
      cancel()
      signal?.removeEventListener('abort', wake)
      resolve()
    }
    const cancel = clock.after(milliseconds, wake)
    signal?.addEventListener('abort', wake, { once: true })
  })
}
