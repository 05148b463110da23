/** Whether two texts differ by a letter: another, missing, more, or swapped with its neighbour. */
export const isOneApart = (a: string, b: string): boolean => {
  const [left, right] = middles(a, b)
  return (left.length <= 1 && right.length <= 1) || isSwap(left, right)
}

/** Whether two neighbouring letters have only changed places. */
export const isSwapped = (a: string, b: string): boolean => isSwap(...middles(a, b))

const isSwap = (a: string, b: string): boolean =>
  a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0] && a !== b

/** How many letters must be changed, added or left out to make one of the other; counted no further than `most`. */
export function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)))
    row = next
  }
  return Math.min(row[b.length]!, most + 1)
}

export const isLetters = (text: string): boolean => /^[\p{L}\p{M}']+$/u.test(text)

/** What is left of two texts without the beginning and the end that they share. */
function middles(a: string, b: string): readonly [string, string] {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let [endA, endB] = [a.length, b.length]
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--
    endB--
  }
  return [a.slice(start, endA), b.slice(start, endB)]
}
