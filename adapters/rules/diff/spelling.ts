import { isWord } from './english/English.ts'
import { distance, isLetters, isOneApart, isSwapped } from './letters.ts'

/** Words that decide: a short slip may be meant for another of them. */
const decisive = new Set(
  `not no nor non none never only one two three four five six seven eight nine ten zero more less most least last first any all both
  each over under may must can`.split(/\s+/),
)
const shortestWord = 3
/** Below this many letters a slip is near to many words. */
const clearLength = 5
/** From this many letters on two of them may be wrong. */
const longLength = 9

/**
 * Whether the letters that stood there are not a word, and are those of the word that stands there now but for a slip.
 *
 * @example
 * isMisspelling('annoucement', 'announcement') // true
 * isMisspelling('national', 'notional') // false: both are words
 */
export function isMisspelling(old: string, now: string): boolean {
  if (!isLetters(old) || !isLetters(now) || old.length < shortestWord) return false
  if (isWord(old) || !isWord(now) || (old.length < clearLength && decisive.has(now))) return false
  if (isSwapped(old, now)) return true
  if (old[0] !== now[0]) return false
  return isOneApart(old, now) || (old.length >= longLength && distance(old, now, 2) <= 2)
}

/** Whether two neighbouring letters of a word have changed places, and what there is now is not one. */
export const isSlip = (old: string, now: string): boolean =>
  old.length >= clearLength && isSwapped(old, now) && isWord(old) && !isWord(now)

/** With and without the apostrophe two words. */
const unlike = new Set([
  "i'll",
  "we'll",
  "he'll",
  "she'll",
  "we're",
  "we'd",
  "she'd",
  "he'd",
  "i'd",
  "who're",
])

/** Whether only an apostrophe is missing or too many: "the markets rules", "it's rules". */
export function isApostrophe(old: string, now: string): boolean {
  if (old.includes("'") === now.includes("'") || unlike.has(old) || unlike.has(now)) return false
  return old.replace("'", '') === now.replace("'", '')
}

/** Whether two words were written as one that is none: "aswell". */
export function isJoined(old: readonly string[], now: readonly string[]): boolean {
  const [one, two] = old.length === 1 ? [old, now] : [now, old]
  return (
    one.length === 1 && two.length === 2 && one[0] === two.join('') && !isWord(one[0]!) && two.every(isWord)
  )
}
