import { isPlain, isWord } from './english/English.ts'
import { isOneApart, isSwapped } from './letters.ts'
import { isMisspelling } from './spelling.ts'

const shortestName = 5
/** "Browne" is not "Brown", but "Goverment" is "Government": a long word that rules write in small letters, too. */
const shortestOffice = 7

/**
 * Whether a name is the same one with a letter set right. A letter makes another name, unless the title has it so, or what stood
 * there is not a word and has two letters in each other's place.
 */
export function isSameName(old: string, now: string, title: ReadonlySet<string>): boolean {
  if (old.length < shortestName || now.length < shortestName) return false
  if (title.has(now) && !title.has(old)) return isOneApart(old, now)
  if (isSwapped(old, now)) return !isWord(old) && isWord(now)
  return now.length >= shortestOffice && isPlain(now) && isMisspelling(old, now)
}
