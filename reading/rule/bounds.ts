import type { Comparator, ContradictionCode } from '../ParsedRule.ts'
import type { Amount } from './amounts.ts'

type Bound = Pick<Amount, 'comparator' | 'value' | 'upper' | 'unit' | 'change' | 'isExact'>

const side: Readonly<Record<Comparator, 'above' | 'below' | null>> = {
  gt: 'above',
  gte: 'above',
  lt: 'below',
  lte: 'below',
  eq: null,
  between: null,
}

/**
 * What two bounds that should be one contradict each other in, the gravest first. Bounds that count different things, or of
 * which one is no bound, are not compared.
 */
export function differenceOf(titled: Bound, ruled: Bound): ContradictionCode | null {
  if (titled.comparator === null || ruled.comparator === null) return null
  if (titled.comparator === 'between' || ruled.comparator === 'between')
    return differenceOfRanges(titled, ruled)
  const isCounted = !measured.has(titled.unit ?? ruled.unit ?? '')
  const isSameCount = isCounted && firstWhole(titled) !== null && firstWhole(titled) === firstWhole(ruled)
  const isNear = !isFar(titled.value, ruled.value) || isSameCount
  const [a, b] = [side[titled.comparator], side[ruled.comparator]]
  const isOpposite = a !== null && b !== null && a !== b
  if (titled.change !== null && ruled.change !== null && titled.change !== ruled.change && isNear)
    return 'direction_differs'
  if (isOpposite) return isNear && !isSameCount ? 'direction_differs' : null
  if (!isNear) return 'threshold_differs'
  const isExact = titled.isExact && ruled.isExact
  return isExact && titled.value === ruled.value && a !== null && titled.comparator !== ruled.comparator
    ? 'bound_differs'
    : null
}

/** Whether two numbers may count the same: a unit may be left out, but a place in an order is nothing else. */
export const isComparable = ({ unit: a }: Bound, { unit: b }: Bound): boolean =>
  a === b || ((a === null || b === null) && a !== 'rank' && b !== 'rank')

function differenceOfRanges(titled: Bound, ruled: Bound): ContradictionCode | null {
  if (titled.upper === null || ruled.upper === null) return null
  const isSame = !isFar(titled.value, ruled.value) && !isFar(titled.upper, ruled.upper)
  return isSame ? null : 'threshold_differs'
}

/** 160 and 160.01 are the same bound written twice; 200 and 160 are not. */
function isFar(a: string, b: string): boolean {
  const [x, y] = [Number(a), Number(b)]
  return Math.abs(x - y) > Math.abs(x) * 0.01
}

/** Units that come in fractions. */
const measured = new Set(['percent', 'bps', 'usd', 'eur', 'gbp', 'jpy', 'fahrenheit', 'celsius'])

/** The first whole number that a bound lets in: "25 or more" is "more than 24.5" where things are counted. */
function firstWhole({ comparator, value }: Bound): number | null {
  const x = Number(value)
  if (comparator === 'gt') return Math.floor(x) + 1
  if (comparator === 'gte') return Math.ceil(x)
  if (comparator === 'lt') return Math.ceil(x) - 1
  return comparator === 'lte' ? Math.floor(x) : null
}
