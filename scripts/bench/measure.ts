/** One line of a bench. */
export type Row = { readonly name: string; readonly n: number; readonly value: number; readonly unit: string }

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (sorted[middle - 1]! + upper) / 2
}

/**
 * Seconds that one call takes: the median of several samples, each long enough for the clock, after a warm-up of the
 * same length that lets the engine compile.
 */
export function secondsOf(
  call: () => unknown,
  options: { samples?: number; sampleSeconds?: number; pick?: (values: readonly number[]) => number } = {},
): number {
  const { samples = 5, sampleSeconds = 0.1, pick = median } = options
  const sample = () => {
    const start = performance.now()
    let calls = 0
    let seconds = 0
    while (seconds < sampleSeconds) {
      call()
      calls++
      seconds = (performance.now() - start) / 1000
    }
    return seconds / calls
  }
  sample()
  return pick(Array.from({ length: samples }, sample))
}

/** The best sample: what two programs are compared by, as other work on the machine can only add to it. */
export const best = (values: readonly number[]): number => Math.min(...values)

/** Three digits that count. */
export const rounded = (value: number): number => Number(value.toPrecision(3))
