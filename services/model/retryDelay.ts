import { retryAfter as askedFor } from '../fetch/retryAfter.ts'

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
    readonly retryAfter: string | undefined
    readonly max: number
    readonly random: () => number
    readonly now: () => number
  },
): number | null {
  const { retryAfter, max, random, now } = options
  const asked = askedFor(retryAfter, now())
  if (asked > max) return null
  const jitter = random() * Math.min(longest, first * 2 ** (tries - 1))
  return Math.ceil(Math.max(asked, jitter))
}
