/**
 * Which of the waiting markets a sweep takes up: a workflow remembers nothing between runs, so the tick of its clock decides.
 */

/** A market that waits for a report, and what is at stake in it. */
export type Waiting = { readonly marketId: bigint; readonly value: bigint }

/** Markets looked at in one read: even if all of them wait, the reply stays under 5 kB. */
export const pageSize = 64

/** Reads that a sweep spends on finding a market. */
export const maxPages = 6

/**
 * First ids of the pages to read: all, or the newest and one of the older ones in turn.
 *
 * @example
 * Sweep.pages(100, 0) // [1, 65]
 * Sweep.pages(1_000, 0) // [1, 705, 769, 833, 897, 961]
 * Sweep.pages(1_000, 1)[0] // 65
 */
export function pages(marketCount: number, tick: number): number[] {
  const all = Math.ceil(marketCount / pageSize)
  const first = (page: number) => 1 + page * pageSize
  if (all <= maxPages) return Array.from({ length: all }, (_, page) => first(page))
  const newest = Array.from({ length: maxPages - 1 }, (_, i) => first(all - maxPages + 1 + i))
  const older = all - newest.length
  return [first(tick % older), ...newest]
}

/**
 * Every other time the market with the most at stake, and in between the others in turn, so that a stuck
 * market blocks none of them.
 *
 * @example
 * const waiting = [{ marketId: 1n, value: 5n }, { marketId: 2n, value: 9n }, { marketId: 3n, value: 7n }]
 * const picked = [0, 1, 2, 3].map((tick) => Sweep.pick(waiting, tick))
 * picked // [2n, 3n, 2n, 1n]
 * Sweep.pick([], 0) // null
 */
export function pick(waiting: readonly Waiting[], tick: number): bigint | null {
  const [largest, ...others] = [...waiting].sort(byValue)
  if (largest === undefined) return null
  if (others.length === 0 || tick % 2 === 0) return largest.marketId
  return others[Math.floor(tick / 2) % others.length]!.marketId
}

const byValue = (a: Waiting, b: Waiting): number => {
  if (a.value !== b.value) return a.value > b.value ? -1 : 1
  return a.marketId < b.marketId ? -1 : 1
}
