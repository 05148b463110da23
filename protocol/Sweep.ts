/**
 * Which of the waiting markets an execution takes up. A workflow remembers nothing between runs, so its clock decides: the tick
 * counts sweeps. What a tick looks at and whom it takes are digits of that one number, so no digit can hide what another shows.
 */

/** A market that waits for a report, and what is at stake in it. */
export type Waiting = { readonly marketId: bigint; readonly value: bigint }

/** Markets looked at in one read: even if all of them wait, the reply stays under 5 kB. */
export const pageSize = 64

/** Reads that a sweep spends on finding markets, after the one that counts them. */
export const maxPages = 5

/** Pages beside the newest: they are read together, and move on from turn to turn. */
const sectionPages = maxPages - 1
const sectionSize = sectionPages * pageSize

/**
 * Sweeps within which every market that waits is taken first at least once, whatever is stuck and whatever else comes and goes, as
 * long as the number of markets does not double.
 *
 * @example
 * Sweep.bound(100) // 1_024
 * Sweep.bound(10_000) // 65_536
 */
export const bound = (marketCount: number): number => 4 * sectionsOf(marketCount) * sectionSize

/**
 * The same where nothing comes or goes, and so many markets wait in a market's section of 256 ids.
 *
 * @example
 * Sweep.steadyBound(10_000, 3) // 768
 */
export const steadyBound = (marketCount: number, waiting: number): number =>
  4 * sectionsOf(marketCount) * waiting

/**
 * First ids of the pages to read: all, or the section whose turn it is and the newest.
 *
 * @example
 * Sweep.pages(100, 0) // [1, 65]
 * Sweep.pages(1_000, 0) // [1, 65, 129, 193, 961]
 * Sweep.pages(1_000, 2) // [257, 321, 385, 449, 961]
 */
export function pages(marketCount: number, tick: number): number[] {
  const all = Math.ceil(marketCount / pageSize)
  const first = (page: number) => 1 + page * pageSize
  if (all <= maxPages) return Array.from({ length: all }, (_, page) => first(page))
  const from = sectionAt(marketCount, tick) * sectionPages
  const section = Array.from({ length: sectionPages }, (_, i) => from + i).filter((page) => page < all - 1)
  return [...section, all - 1].map(first)
}

/**
 * The markets to take up, the first one first: the one with the most at stake, and the one whose turn it is. Every other time
 * the latter goes first, so that a market which is stuck, or one that leaves no room for a second, blocks nobody.
 *
 * @example
 * const waiting = [{ marketId: 1n, value: 5n }, { marketId: 2n, value: 9n }, { marketId: 3n, value: 7n }]
 * const picked = [0, 1, 4, 5].map((tick) => Sweep.pick(waiting, 3, tick))
 * picked // [[2n, 1n], [1n, 2n], [2n, 3n], [2n, 3n]]
 * Sweep.pick([], 3, 0) // []
 */
export function pick(waiting: readonly Waiting[], marketCount: number, tick: number): bigint[] {
  const largest = [...waiting].sort(byValue)
  const next = inTurn(waiting, marketCount, tick)
  if (next === null) return largest.slice(0, 2).map(({ marketId }) => marketId)
  const other = largest.find(({ marketId }) => marketId !== next)?.marketId
  const both =
    tick % 2 === 1 ? [next, other] : [largest[0]!.marketId, largest[0]!.marketId === next ? other : next]
  return both.filter((one) => one !== undefined)
}

/**
 * What else to take up beside a market that was named: the one half-way round the others, so that executions which run side by
 * side for neighbours take different ones.
 *
 * @example
 * const waiting = [1n, 2n, 3n, 4n].map((marketId) => ({ marketId, value: 1n }))
 * Sweep.beside(waiting, 1n) // 3n
 * Sweep.beside(waiting, 2n) // 4n
 * Sweep.beside([{ marketId: 2n, value: 1n }], 2n) // null
 */
export function beside(waiting: readonly Waiting[], named: bigint): bigint | null {
  const ids = waiting.map(({ marketId }) => marketId).sort(byId)
  const others = ids.filter((id) => id !== named)
  if (others.length === 0) return null
  const before = others.filter((id) => id < named).length
  return others[(before + Math.floor(others.length / 2)) % others.length]!
}

/** By rank in one cycle, which is soon round where few wait; by id in the next, which no coming and going can shift. */
function inTurn(waiting: readonly Waiting[], marketCount: number, tick: number): bigint | null {
  const from = 1 + sectionAt(marketCount, tick) * sectionSize
  const section = waiting
    .map(({ marketId }) => Number(marketId))
    .filter((id) => id >= from && id < from + sectionSize)
    .sort((a, b) => a - b)
  if (section.length === 0) return null
  const cycle = Math.floor(turnOf(tick) / sectionsOf(marketCount))
  const step = Math.floor(cycle / 2)
  if (cycle % 2 === 0) return BigInt(section[step % section.length]!)
  const slot = from + (step % sectionSize)
  return BigInt(section.find((id) => id >= slot) ?? section[0]!)
}

/** Both ticks of a pair share a turn. */
const turnOf = (tick: number): number => Math.floor(tick / 2)

/** A power of two, so that new markets do not move the turns of the old ones. */
const sectionsOf = (marketCount: number): number => {
  let sections = 1
  while (sections * sectionSize < marketCount) sections *= 2
  return sections
}

/** Turns of sections that are not there yet go to those that are. */
const sectionAt = (marketCount: number, tick: number): number =>
  (turnOf(tick) % sectionsOf(marketCount)) % Math.max(1, Math.ceil(marketCount / sectionSize))

const byValue = (a: Waiting, b: Waiting): number => {
  if (a.value !== b.value) return a.value > b.value ? -1 : 1
  return byId(a.marketId, b.marketId)
}

const byId = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)
