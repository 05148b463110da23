/** How far a share can be off that was found on few cases: Wilson's interval at 95 %. */
export type Interval = { readonly low: number; readonly high: number }

const z = 1.959964

/**
 * @example
 * intervalOf(0, 0) // { low: 0, high: 1 }
 */
export function intervalOf(hits: number, all: number): Interval {
  if (all === 0) return { low: 0, high: 1 }
  const share = hits / all
  const scale = 1 + (z * z) / all
  const centre = (share + (z * z) / (2 * all)) / scale
  const reach = (z / scale) * Math.sqrt((share * (1 - share)) / all + (z * z) / (4 * all * all))
  return { low: Math.max(0, centre - reach), high: Math.min(1, centre + reach) }
}
