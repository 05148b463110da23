/** A token bucket per caller. The table is bounded: the caller that was quiet the longest is forgotten first. */
export type RateLimit = {
  /** Zero when the call may go on, else the seconds to wait. */
  take(caller: string): number
}

/** So many requests a second in the long run, and so many at once. */
export type Rate = { readonly perSecond: number; readonly burst: number }

type Bucket = { tokens: number; at: number }

export function makeRateLimit(
  { perSecond, burst }: Rate,
  options: { readonly now?: () => number; readonly callers?: number } = {},
): RateLimit {
  const { now = () => performance.now() / 1_000, callers = 10_000 } = options
  const buckets = new Map<string, Bucket>()
  return {
    take(caller) {
      const at = now()
      const { tokens, at: last } = buckets.get(caller) ?? { tokens: burst, at }
      const filled = Math.min(burst, tokens + (at - last) * perSecond)
      const isAllowed = filled >= 1
      // Deleted and set again, so that the map's own order is the order of the last call.
      buckets.delete(caller)
      buckets.set(caller, { tokens: isAllowed ? filled - 1 : filled, at })
      if (buckets.size > callers) buckets.delete(buckets.keys().next().value!)
      return isAllowed ? 0 : Math.max(1, Math.ceil((1 - filled) / perSecond))
    },
  }
}
