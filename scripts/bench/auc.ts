/** Area under the ROC curve: how often a right answer scores above a wrong one; ties count half. */
export function auc(scores: readonly number[], labels: readonly boolean[]): number {
  const order = scores.map((_, i) => i).sort((a, b) => scores[a]! - scores[b]!)
  let [positives, rankSum] = [0, 0]
  for (let i = 0; i < order.length; ) {
    let end = i
    while (end < order.length && scores[order[end]!] === scores[order[i]!]) end++
    // Equal scores share the mean of their ranks, which are counted from 1.
    const rank = (i + 1 + end) / 2
    for (; i < end; i++) {
      if (!labels[order[i]!]) continue
      positives++
      rankSum += rank
    }
  }
  const negatives = scores.length - positives
  return (rankSum - (positives * (positives + 1)) / 2) / (positives * negatives)
}

/** The standard error of an AUC, because answers to one question are alike over whole groups. */
export const standardError = (
  scores: readonly number[],
  labels: readonly boolean[],
  groups: readonly string[],
  samples = 200,
): number =>
  errorOf(
    (picked) =>
      auc(
        picked.map((i) => scores[i]!),
        picked.map((i) => labels[i]!),
      ),
    groups,
    samples,
  )

/**
 * The standard error of what is measured on rows, by bootstrap over whole groups. The generator is seeded: the same data give the
 * same figure.
 */
export function errorOf(
  measure: (places: readonly number[]) => number,
  groups: readonly string[],
  samples = 200,
): number {
  const members = new Map<string, number[]>()
  groups.forEach((group, i) => {
    const known = members.get(group)
    if (known === undefined) members.set(group, [i])
    else known.push(i)
  })
  const lists = [...members.values()]
  const random = generator(42)
  const drawn = Array.from({ length: samples }, () =>
    measure(lists.flatMap(() => lists[Math.floor(random() * lists.length)]!)),
  )
  const mean = drawn.reduce((sum, value) => sum + value, 0) / samples
  return Math.sqrt(drawn.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (samples - 1))
}

/** Numerical Recipes' linear congruential generator: plain, and good enough to draw groups. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
