import { lexicon, sentencesWith } from '../text/Phrases.ts'
import type { Word } from '../text/Words.ts'
import type { DateMention } from './dates.ts'

/** What a mention of a time seems to be, the surest end of a market first. */
export type Rank = 'window' | 'closing' | 'operative' | 'plain' | 'scheduled' | 'late' | 'measured'
/** A mention, and the one that opens the window it closes. */
export type Found = {
  readonly rank: Rank
  readonly mention: DateMention
  readonly opening: DateMention | null
}

const closing = new Set(['by', 'before', 'until', 'till', 'through'])
/** A time in a sentence with one of these says what happens when the event is late, not when the market ends. */
const lateness = lexicon([
  'postponed',
  'delayed',
  'rescheduled',
  'cancelled',
  'canceled',
  'remain open',
  'stay open',
  'not completed',
  'not been completed',
  'make-up',
  'not released',
  'not announced',
  'no winner',
  'not declared',
  'not yet',
])
/** A sentence that says how the market ends, rather than what it is about. */
export const resolving = lexicon(['resolve', 'resolves', 'resolved', 'resolution of this market'])
const scheduled = lexicon(['scheduled', 'takes place', 'take place', 'starts', 'set for'])

type Dated = { readonly words: readonly Word[]; readonly dates: readonly DateMention[] }

/** The mentions of a text with what each of them seems to be, in order. */
export function rank({ words, dates }: Dated, isOperative: (sentence: number) => boolean): Found[] {
  const late = new Set([...sentencesWith(words, lateness), ...defaults(words)])
  const planned = sentencesWith(words, scheduled)
  return dates.map((mention, i) => {
    const before = dates[i - 1]
    const isDay = (date: DateMention) => date.months === undefined
    const opening =
      before !== undefined && isDay(before) === isDay(mention) && isRange(words, before, mention)
        ? before
        : null
    const rankOf = (): Rank => {
      if (late.has(mention.sentence)) return 'late'
      // "GDP growth in Q1 2025": a quarter is more often what is measured than when it must be known.
      const isMeasured = mention.months !== undefined && !closing.has(mention.lead ?? '')
      if (isMeasured) return 'measured'
      if (isCalledDeadline(words, mention)) return 'closing'
      if (!isOperative(mention.sentence)) return planned.has(mention.sentence) ? 'scheduled' : 'plain'
      if (opening !== null) return 'window'
      return mention.lead !== null && closing.has(mention.lead) ? 'closing' : 'operative'
    }
    return { rank: rankOf(), mention, opening }
  })
}

/** "Deadline: October 15", "the cutoff is at noon on May 3". */
function isCalledDeadline(words: readonly Word[], { at, sentence }: DateMention): boolean {
  let noun = at - 1
  while (noun > at - 5 && linking.has(words[noun]?.text ?? '')) noun--
  const word = words[noun]
  if (word === undefined || word.sentence !== sentence) return false
  return (
    word.text === 'deadline' ||
    word.text === 'cutoff' ||
    (word.text === 'off' && words[noun - 2]?.text === 'cut')
  )
}
const linking = new Set([':', 'is', 'at', 'on', '-'])

/** Sentences that begin with "if" and deny something: they say what holds when nothing has happened by then. */
function defaults(words: readonly Word[]): number[] {
  const found: number[] = []
  let opening: Word | undefined
  for (const word of words) {
    if (opening?.sentence !== word.sentence) opening = word
    if (opening.text === 'if' && isDenial(word.text)) found.push(word.sentence)
  }
  return found
}
const isDenial = (text: string): boolean => text === 'no' || text === 'not' || text.endsWith("n't")

/** "between A and B", "from A to B", "A - B": nothing but the joining word stands between two times of one sentence. */
function isRange(words: readonly Word[], first: DateMention, second: DateMention): boolean {
  if (first.sentence !== second.sentence) return false
  const between = words.slice(first.next, second.at).map(({ text }) => text)
  return (
    between.length >= 1 &&
    between.length <= 8 &&
    between.some((text) => joining.has(text)) &&
    !between.includes('or')
  )
}
const joining = new Set(['and', 'to', '-', 'through', 'until'])
