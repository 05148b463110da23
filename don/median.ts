import { ConsensusError } from './disagreement.ts'
import type { Value } from './value.ts'

/** The middle of the values of one type, the lower one of two. A byzantine node can push it, but not past an honest value. */
export function median(values: readonly Value[], f: number): Value {
  const numbers = values.flatMap((value) => {
    const number = numberOf(value)
    return number === null ? [] : [{ value, number, type: value.value.case! }]
  })
  const types = new Set(numbers.map(({ type }) => type))
  const large = [...types].filter((type) => numbers.filter((one) => one.type === type).length >= f + 1)
  if (large.length > 1) throw new ConsensusError('not identical, multiple values with f+1 occurrences')
  if (large.length === 0)
    throw new ConsensusError('no single value type meets the minimum observation threshold')
  const ordered = numbers.filter(({ type }) => type === large[0]).sort((a, b) => compare(a.number, b.number))
  return ordered[Math.floor((ordered.length - 1) / 2)]!.value
}

/** A number as a fraction of whole numbers times a power of ten, or a double. */
type Comparable = { readonly digits: bigint; readonly exponent: number } | number

function numberOf({ value }: Value): Comparable | null {
  switch (value.case) {
    case 'int64Value':
    case 'uint64Value':
      return { digits: value.value, exponent: 0 }
    case 'bigintValue':
      return { digits: wholeOf(value.value), exponent: 0 }
    case 'decimalValue':
      return value.value.coefficient === undefined
        ? null
        : { digits: wholeOf(value.value.coefficient), exponent: value.value.exponent }
    case 'timeValue':
      return { digits: value.value.seconds * 1_000_000_000n + BigInt(value.value.nanos), exponent: 0 }
    case 'float64Value':
      return Number.isNaN(value.value) ? null : value.value
    default:
      return null
  }
}

const wholeOf = ({ absVal, sign }: { absVal: Uint8Array; sign: bigint }): bigint => {
  const size = absVal.length === 0 ? 0n : BigInt(`0x${Buffer.from(absVal).toString('hex')}`)
  return sign < 0n ? -size : size
}

// A foreign exponent could ask for a number of any length; beyond this it is no price of anything.
const maxExponent = 400

function compare(a: Comparable, b: Comparable): number {
  if (typeof a === 'number' || typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0
  const lowest = Math.min(a.exponent, b.exponent)
  const scaled = ({ digits, exponent }: typeof a) =>
    digits * 10n ** BigInt(Math.min(exponent - lowest, maxExponent))
  const [x, y] = [scaled(a), scaled(b)]
  return x < y ? -1 : x > y ? 1 : 0
}
