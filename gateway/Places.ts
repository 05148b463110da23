import type { Clock } from './Clock.ts'

/**
 * How many workers are asked at once. A worker that takes its time does not hold others up: after a moment its place is free, and
 * it is waited for beside the places. Workers that were slow before stand in a line of their own, so that fast rounds pass them.
 */
export type Places = {
  /** Waits for a place. */
  take(who: number): Promise<Hold>
  /** Workers that wait for a place, and those that are waited for without one. */
  readonly waiting: number
  readonly slow: number
}

export type Hold = {
  /** Aborted where too many slow workers are waited for, and this one has been for longest. */
  readonly signal: AbortSignal
  release(): void
}

export type PlacesOptions = {
  readonly clock: Pick<Clock, 'sleep'>
  readonly places: number
  /** Slow workers waited for at once. */
  readonly slow: number
  /** After this long a worker is slow. */
  readonly fastMs?: number
}

/** Of so many places that become free, one goes to the slow line even where others wait. */
const slowTurn = 4
const mostRemembered = 10_000

export function makePlaces({ clock, places, slow: mostSlow, fastMs = 5_000 }: PlacesOptions): Places {
  const lines: { fast: (() => void)[]; slow: (() => void)[] } = { fast: [], slow: [] }
  const known = new Set<number>()
  const slow = new Set<AbortController>()
  let taken = 0
  let turns = 0

  function remember(who: number): void {
    known.delete(who)
    known.add(who)
    if (known.size > mostRemembered) known.delete(known.values().next().value!)
  }

  function next(): void {
    const prefersSlow = ++turns % slowTurn === 0 || lines.fast.length === 0
    const start = prefersSlow
      ? (lines.slow.shift() ?? lines.fast.shift())
      : (lines.fast.shift() ?? lines.slow.shift())
    if (start === undefined) taken--
    else start()
  }

  async function hold(who: number): Promise<Hold> {
    const controller = new AbortController()
    const done = new AbortController()
    let isReleased = false
    void clock.sleep(fastMs, done.signal).then(() => {
      if (isReleased) return
      remember(who)
      slow.add(controller)
      const [oldest] = slow
      if (slow.size > mostSlow) oldest!.abort()
      next()
    })
    return {
      signal: controller.signal,
      release() {
        if (isReleased) return
        isReleased = true
        done.abort()
        if (slow.delete(controller)) return
        known.delete(who)
        next()
      },
    }
  }

  return {
    get waiting() {
      return lines.fast.length + lines.slow.length
    },
    get slow() {
      return slow.size
    },
    async take(who) {
      if (taken < places) taken++
      else await new Promise<void>((start) => (known.has(who) ? lines.slow : lines.fast).push(start))
      return hold(who)
    },
  }
}
