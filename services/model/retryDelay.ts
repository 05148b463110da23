const first = 500
const longest = 8_000

/**
 * How long to wait before the next try, in milliseconds: by chance within a bound that doubles, so that many who failed
 * together do not come back together; never less than the provider asked for. Null when it asked for more than `max`.
 */
export function retryDelay(
  tries: number,
  options: {
    /** The header: seconds, or a date. */
    readonly retryAfter: string | null
    readonly max: number
    readonly random: () => number
    readonly now: () => number
  },
): number | null {
  const { retryAfter, max, random, now } = options
  const asked = retryAfter === null ? 0 : askedFor(retryAfter.trim(), now())
  if (asked > max) return null
  const jitter = random() * Math.min(longest, first * 2 ** (tries - 1))
  return Math.ceil(Math.max(asked, jitter))
}

/** A header that cannot be read asks for nothing. */
function askedFor(header: string, now: number): number {
  if (/^\d+(\.\d+)?$/.test(header)) return Number(header) * 1_000
  const date = Date.parse(header)
  return Number.isNaN(date) ? 0 : Math.max(0, date - now)
}
