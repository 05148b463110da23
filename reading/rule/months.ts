import { Calendar } from '../../protocol/index.ts'
import type { Word } from '../text/Words.ts'

/** The month that a word names, from 1; null when it names none. */
export function monthOf(word: Word | undefined): number | null {
  if (word?.kind !== 'word') return null
  const { text, isCapital } = word
  // "may" is a verb and "march" too, unless written as a name.
  if ((text === 'may' || text === 'march' || text === 'mar') && !isCapital) return null
  return Calendar.monthOf(text)
}
