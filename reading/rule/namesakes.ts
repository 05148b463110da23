import { type Lexicon, matchAt } from '../text/Phrases.ts'
import type { Word } from '../text/Words.ts'

/**
 * Whether a name of one word stands for itself, and is not in quotes or a part of a longer name: "Variety Foods" is no magazine, and
 * "Dune" in quotes is a film. Names of several words and abbreviations are nobody else's.
 */
export function isOwnName(words: readonly Word[], at: number, count: number, text: string): boolean {
  const [first, last] = [words[at]!, words[at + count - 1]!]
  const isAbbreviation = last.end - first.start > 1 && isUpper(text.slice(first.start, last.end))
  if (first !== last || isAbbreviation || first.kind === 'number') return true
  const [before, after] = [words[at - 1], words[at + 1]]
  if (before?.text === '"' && after?.text === '"') return false
  return !isSameName(before, first) && !isSameName(last, after) && after?.text !== ':'
}

const isUpper = (text: string): boolean => text === text.toUpperCase() && text !== text.toLowerCase()

/** Two capitalised words with nothing but a blank between them, of which the first does not only begin a sentence. */
const isSameName = (first: Word | undefined, second: Word | undefined): boolean =>
  first !== undefined &&
  second !== undefined &&
  first.sentence === second.sentence &&
  first.kind === 'word' &&
  second.kind === 'word' &&
  first.isCapital &&
  second.isCapital &&
  first.text.length > 1 &&
  !openers.has(first.text)
const openers = new Set(['the', 'will', 'if', 'per', 'according', 'resolves', 'this', 'a', 'and', 'official'])

/** Names that are also words, forenames or other people's names. */
const wordsToo = new Set(
  'dune fred edgar variety billboard steam kraken tesla copernicus forbes gallup farside luminate twitch pulitzer'.split(
    ' ',
  ),
)
export const isWord = (phrase: string): boolean => wordsToo.has(phrase.replace(/'s$/, ''))

/** Whether a name stands where a sentence says who knows: "according to", "on", "the source is". */
export function isPointedAt(words: readonly Word[], at: number): boolean {
  const before = words[at - 1]?.text
  return pointers.has((before === 'the' || before === '"' ? words[at - 2]?.text : before) ?? '')
}
const pointers = new Set(['by', 'on', 'from', 'at', 'per', 'to', 'via', 'is', 'be', 'using', 'of', ':'])

/** Whether a text writes an abbreviation out as somebody else: ICC as "International Criminal Court". */
export function isAnothers(
  abbreviation: string,
  texts: readonly (readonly Word[])[],
  known: Lexicon,
): boolean {
  if (abbreviation.length < 3 || abbreviation.length > 6 || !/^[a-z]+$/.test(abbreviation)) return false
  return texts.some((words) =>
    words.some((word, at) => {
      const name = words.slice(at, at + abbreviation.length)
      const isSpelled =
        word.isCapital &&
        name.length === abbreviation.length &&
        name.every(({ text, isCapital }, i) => isCapital && text.length > 2 && text[0] === abbreviation[i])
      return isSpelled && matchAt(words, at, known) === null
    }),
  )
}
