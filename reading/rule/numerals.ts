import type { Word } from '../text/Words.ts'
import { integer } from './digits.ts'

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'
const ordinal =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ')

const numerals: ReadonlyMap<string, number> = new Map([
  ...small.split(' ').map((word, value) => [word, value] as const),
  ...tens.split(' ').map((word, i) => [word, (i + 2) * 10] as const),
  ['dozen', 12],
  ['hundred', 100],
])
const units = new Set(small.split(' ').slice(1, 10))

export type Numeral = { readonly value: number; readonly next: number }

/** A whole number in words that begins here: "five", "twenty-four", "a dozen", "one hundred". */
export function numeralAt(words: readonly Word[], at: number): Numeral | null {
  const text = words[at]?.text ?? ''
  const follows = words[at + 1]?.text ?? ''
  const isGroup = (word: string) => word === 'dozen' || word === 'hundred'
  if (text === 'a' || text === 'an')
    return isGroup(follows) ? { value: numerals.get(follows)!, next: at + 2 } : null
  const value = numerals.get(text)
  if (value === undefined) return null
  if (isGroup(follows) && !isGroup(text)) return { value: value * numerals.get(follows)!, next: at + 2 }
  const one = words[at + 2]?.text ?? ''
  if (value >= 20 && value < 100 && follows === '-' && units.has(one))
    return { value: value + numerals.get(one)!, next: at + 3 }
  return { value, next: at + 1 }
}

/** The place in an order that a word is: "third", "3rd", "12th". */
export function ordinalOf(word: Word | undefined): number | null {
  if (word === undefined) return null
  const written = ordinal.indexOf(word.text)
  if (written > 0) return written
  const [, digits] = /^([1-9][0-9]{0,2})(?:st|nd|rd|th)$/.exec(word.text) ?? []
  return digits === undefined ? null : Number(digits)
}

/** A whole number in digits or words. */
export function countAt(words: readonly Word[], at: number): Numeral | null {
  const value = integer(words[at])
  return value === null ? numeralAt(words, at) : { value, next: at + 1 }
}
