import { BaseError, Decimal } from '../../protocol/index.ts'
import type { Sample } from '../../protocol/source/index.ts'

export type Agreement = {
  readonly agrees: boolean
  /** How far apart the values are, in basis points of the smaller one, rounded up; null when one is missing or only one is zero. */
  readonly spreadBps: bigint | null
}

/**
 * Whether providers say the same, within a tolerance in basis points of the smaller value. One that says nothing agrees with
 * nobody. Exact: no floats, and the bound itself still agrees.
 *
 * @example
 * agree([{ observedAt, value: '75000' }, { observedAt, value: '75007.5' }], 1).agrees // true
 */
export function agree(samples: readonly (Pick<Sample, 'value'> | null)[], toleranceBps: number): Agreement {
  if (samples.length < 2) throw new TooFewSamplesError(samples.length)
  if (!Number.isSafeInteger(toleranceBps) || toleranceBps < 0) throw new InvalidToleranceError(toleranceBps)
  const values: bigint[] = []
  for (const sample of samples) {
    if (sample === null) return { agrees: false, spreadBps: null }
    values.push(Decimal.toFixed18(sample.value))
  }
  const low = values.reduce((a, b) => (b < a ? b : a))
  const high = values.reduce((a, b) => (b > a ? b : a))
  const distance = high - low
  if (distance === 0n) return { agrees: true, spreadBps: 0n }
  const smaller = values.map((value) => (value < 0n ? -value : value)).reduce((a, b) => (b < a ? b : a))
  if (smaller === 0n) return { agrees: false, spreadBps: null }
  const spreadBps = (distance * 10_000n + smaller - 1n) / smaller
  return { agrees: spreadBps <= BigInt(toleranceBps), spreadBps }
}

export class TooFewSamplesError extends BaseError {
  override readonly name = 'Agree.TooFewSamplesError'
  constructor(count: number) {
    super(`Agreement needs at least two providers, not ${count}.`)
  }
}

export class InvalidToleranceError extends BaseError {
  override readonly name = 'Agree.InvalidToleranceError'
  constructor(value: number) {
    super(`${value} is no tolerance in basis points.`)
  }
}
