import type { Call, Kind } from './Market.ts'

/** Below this part of its time a call goes before all others that are not as late. */
const closing = 1_000

/** Of calls with time enough: a lot can be missed within minutes; money that waits goes before what follows it. */
const ranks: Readonly<Record<Kind, number>> = {
  draw: 0,
  request: 1,
  askAgain: 2,
  expire: 2,
  settle: 2,
  finalize: 3,
  settleBets: 3,
  resolveCondition: 3,
  publishFeedback: 4,
}

export const isClosing = ({ left }: Pick<Call, 'left'>): boolean => left < closing

/** Calls that move no money and whose time never ends: they wait for everything else. */
export const isRecord = ({ kind }: Pick<Call, 'kind'>): boolean => kind === 'publishFeedback'

/**
 * Which of two calls goes first: closing windows before all else, then by kind, then the larger value; feedback always last. A
 * total order, so the plan does not depend on the order in which markets were read.
 *
 * @example
 * calls.toSorted(compare)
 */
export function compare(a: Call, b: Call): number {
  const [isLate, isOtherLate] = [isClosing(a), isClosing(b)]
  return (
    Number(isRecord(a)) - Number(isRecord(b)) ||
    Number(isOtherLate) - Number(isLate) ||
    (isLate ? a.left - b.left : 0) ||
    ranks[a.kind] - ranks[b.kind] ||
    byValue(b.value, a.value) ||
    a.marketId - b.marketId ||
    (a.seat ?? -1) - (b.seat ?? -1) ||
    (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0)
  )
}

const byValue = (one: bigint, other: bigint): number => (one < other ? -1 : one > other ? 1 : 0)

export const plan = (calls: readonly Call[]): Call[] => calls.toSorted(compare)
