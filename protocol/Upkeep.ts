import * as Bytes from './Bytes.ts'

/**
 * What a DON does as a keeper: it finds the steps that the market would take now, and has a contract make them. The contract
 * `Upkeep` tries each step before it names it, so nothing here knows when a step is due.
 */

/** What anyone may push a market on by, in the order of the contract's enum. */
export const steps = ['expire', 'draw', 'request', 'settle', 'finalize'] as const
/** One of them. */
export type Step = (typeof steps)[number]

/** A step that the market would take, what is at stake in it, and the gas that it took when it was tried. */
export type Due = {
  readonly step: Step
  readonly marketId: bigint
  readonly value: bigint
  readonly gas: bigint
}

/** Markets looked at in one read. The contract names at most 8 steps of them. */
export const pageSize = 64

/** Reads of one look, after the one that counts markets: what CRE's smallest quota leaves. */
export const maxPages = 14

/** Forwarder, signatures and the report itself. */
const gasAround = 250_000n
/** Of one step, beside what it took when it was tried: colder storage, its event. */
const gasBeside = 60_000n

/** A lot can be missed within minutes; money that waits goes before what follows it. */
const ranks: Readonly<Record<Step, number>> = { draw: 0, request: 1, expire: 2, settle: 2, finalize: 3 }

/**
 * First ids of the pages that a look reads: all, or as many as there are reads, going round from tick to tick.
 *
 * @example
 * Upkeep.pages(100, 0) // [1, 65]
 * Upkeep.pages(1_000, 1).slice(0, 3) // [897, 961, 1]
 */
export function pages(marketCount: number, tick: number): number[] {
  const all = Math.ceil(marketCount / pageSize)
  const from = all <= maxPages ? 0 : (tick * maxPages) % all
  return Array.from({ length: Math.min(all, maxPages) }, (_, i) => 1 + ((from + i) % all) * pageSize)
}

/**
 * The steps of one report: draws, requests, then what moves money, the most money first; what does not fit into the gas is left
 * for the next look.
 *
 * @example
 * const due = [
 *   { step: 'settle', marketId: 1n, value: 5n, gas: 300_000n },
 *   { step: 'settle', marketId: 2n, value: 9n, gas: 300_000n },
 *   { step: 'draw', marketId: 3n, value: 1n, gas: 100_000n },
 * ] as const
 * Upkeep.choose(due, 1_000_000n).map(({ marketId }) => marketId) // [3n, 2n]
 */
export function choose(due: readonly Due[], gasLimit: bigint): Due[] {
  let left = gasLimit - gasAround
  return [...due].sort(compare).filter(({ gas }) => {
    const needed = gas + gas / 4n + gasBeside
    if (needed > left) return false
    left -= needed
    return true
  })
}

function compare(a: Due, b: Due): number {
  const rank = ranks[a.step] - ranks[b.step]
  if (rank !== 0) return rank
  if (a.value !== b.value) return a.value > b.value ? -1 : 1
  return a.marketId < b.marketId ? -1 : a.marketId > b.marketId ? 1 : 0
}

/** The report: step u8 ‖ marketId u64 for each. */
export const encode = (due: readonly Due[]): Uint8Array =>
  Bytes.concat(
    ...due.flatMap(({ step, marketId }) => [Bytes.uint(steps.indexOf(step), 1), Bytes.uint(marketId, 8)]),
  )
