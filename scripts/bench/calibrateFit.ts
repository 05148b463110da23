/** One market of the fit: which factors it has, whether it was disputed, and how much it counts. */
export type Example = {
  readonly features: readonly number[]
  readonly isPositive: boolean
  readonly weight: number
}

/**
 * Logistic regression whose weights cannot be negative, because a factor can only add ambiguity. Plain gradient descent
 * with a ridge that keeps rare factors small; deterministic.
 */
export function fitWeights(
  examples: readonly Example[],
  { steps = 4_000, rate = 0.5, ridge = 0.01 }: { steps?: number; rate?: number; ridge?: number } = {},
): number[] {
  const count = examples[0]?.features.length ?? 0
  const total = examples.reduce((sum, { weight }) => sum + weight, 0)
  let weights = new Array<number>(count).fill(0)
  let bias = 0
  for (let step = 0; step < steps; step++) {
    const slope = new Array<number>(count).fill(0)
    let biasSlope = 0
    for (const { features, isPositive, weight } of examples) {
      const sum = features.reduce((acc, value, i) => acc + value * weights[i]!, bias)
      const miss = ((isPositive ? 1 : 0) - 1 / (1 + Math.exp(-sum))) * weight
      features.forEach((value, i) => {
        slope[i]! += miss * value
      })
      biasSlope += miss
    }
    weights = weights.map((value, i) => Math.max(0, value + rate * (slope[i]! / total - ridge * value)))
    bias += (rate * biasSlope) / total
  }
  return weights
}

/**
 * Weights of examples so that both classes count alike, and so does each group within its class: forty markets from one
 * template are one piece of evidence.
 */
export function balance(rows: readonly { readonly isPositive: boolean; readonly group: string }[]): number[] {
  const sizes = new Map<string, number>()
  const key = ({ isPositive, group }: (typeof rows)[number]) => `${isPositive} ${group}`
  for (const row of rows) sizes.set(key(row), (sizes.get(key(row)) ?? 0) + 1)
  const groups = { true: 0, false: 0 }
  for (const name of sizes.keys()) groups[name.startsWith('true') ? 'true' : 'false']++
  return rows.map((row) => 1 / sizes.get(key(row))! / groups[`${row.isPositive}`])
}
