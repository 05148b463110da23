import { type DateMention, readDates } from '../../../reading/rule/dates.ts'
import { scan, type Word } from '../../../reading/text/Words.ts'
import { addressKey } from './addresses.ts'
import { readQuantity } from './quantities.ts'
import { readTime } from './times.ts'
import { readWording } from './wording.ts'

/** What a text says at a place, as two readings are compared by: equal keys mean the same. */
export type Token = {
  readonly key: string
  /** The first of its words, and where the last one ends. */
  readonly word: Word
  readonly end: number
  readonly hasComma: boolean
  /** Whether the text ends with it, without a mark. */
  readonly isLast: boolean
}

/** A text and where its days are, by their first word. */
export type Reading = {
  readonly text: string
  readonly words: readonly Word[]
  readonly days: ReadonlyMap<number, DateMention>
}

/** What begins at a word: its keys, and the place of the next word. */
export type Read = { readonly keys: readonly string[]; readonly next: number }

/** The words of a text without its form: no case, no accents, no quotes, no punctuation, one way to write a day or number. */
export function tokens(text: string): Token[] {
  const words = scan(text)
  const reading = { text, words, days: daysIn(words, text) }
  const out: Token[] = []
  for (let at = 0; at < words.length; ) {
    const { keys, next } = readAt(reading, at)
    const [word, end] = [words[at]!, words[next - 1]!.end]
    const [hasComma, isLast] = [words[next]?.text === ',', next === words.length]
    for (const key of keys) out.push({ key, word, end, hasComma, isLast })
    at = next
  }
  return out
}

function readAt(reading: Reading, at: number): Read {
  const word = reading.words[at]!
  if (word.kind === 'address') return { keys: [addressKey(word.text)], next: at + 1 }
  return readTime(reading, at) ?? readQuantity(reading, at) ?? readWording(reading.words, at)
}

function daysIn(words: readonly Word[], text: string): ReadonlyMap<number, DateMention> {
  const places = new Map(words.map(({ start }, at) => [start, at]))
  return new Map(
    readDates(words, text)
      .filter(({ day }) => day !== null)
      .map((mention) => [places.get(mention.start)!, mention]),
  )
}
