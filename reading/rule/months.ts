import type { Word } from '../text/Words.ts'

export const monthNames =
  'january february march april may june july august september october november december'.split(' ')

/** Months by their names, and by the first three letters of them. */
export const months: ReadonlyMap<string, number> = new Map([
  ...monthNames.map((name, i) => [name, i + 1] as const),
  ...monthNames.map((name, i) => [name.slice(0, 3), i + 1] as const),
  ['sept', 9],
])

/** The month that a word names, from 1; null when it names none. */
export function monthOf(word: Word | undefined): number | null {
  if (word?.kind !== 'word') return null
  const month = months.get(word.text)
  if (month === undefined) return null
  // "may" is a verb and "march" too, unless written as a name.
  if ((word.text === 'may' || word.text === 'march' || word.text === 'mar') && !word.isCapital) return null
  return month
}
