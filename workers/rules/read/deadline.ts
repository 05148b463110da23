import { lexicon, sentencesWith } from '../text/Phrases.ts'
import type { Word } from '../text/Words.ts'
import type { DateMention } from './dates.ts'
import type { TitleClocks } from './titleClocks.ts'
import { daysOf, lastDayOf, toInstant } from './zones.ts'

export type Text = {
  readonly text: string
  readonly words: readonly Word[]
  readonly dates: readonly DateMention[]
  /** The first zone that stands with any time of day. */
  readonly zone: string | null
  /** Times of day that it gives to days of the title. */
  readonly clocks: TitleClocks
}

/** When a rule's window closes, and opens; `from` tells which text and which of its mentions say so. */
export type Deadline = {
  /** Unix seconds: the last minute that counts. */
  readonly at: number
  readonly zone: string | null
  /** Whether the rule gives a time of day; without it the day's last minute is taken. */
  readonly hasClock: boolean
  readonly opens: number | null
  /** Whether the window that it closes would open later. */
  readonly isReversed: boolean
  /** Whether the words that close the market do not give it: it is a planned day, or what holds when the event is late. */
  readonly isFallback: boolean
  readonly from: { readonly in: 'question' | 'rules'; readonly mention: DateMention }
}

/** "in August" and "during 2025" open and close a window in one word. */
const spanning = new Set(['in', 'during'])
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
const resolving = lexicon(['resolve', 'resolves', 'resolved', 'resolution of this market'])
const scheduled = lexicon(['scheduled', 'takes place', 'take place', 'starts', 'set for'])

/** The deadline in a rule's own words; `near` is an instant that a date without a year is near to. */
export function readDeadline(question: Text, rules: Text, near: number | null): Deadline | null {
  return deadlineIn(question, rules, yearFor([...rules.dates, ...question.dates], near), near)
}

/** The deadline that the title alone gives; the rules may still tell its year. */
export function readTitle(question: Text, rules: Text, near: number | null): Deadline | null {
  return deadlineIn(question, noText, yearFor([...rules.dates, ...question.dates], near), near)
}

const noText: Text = { text: '', words: [], dates: [], zone: null, clocks: { first: null, last: null } }

type YearOf = (mention: DateMention) => number | null

function deadlineIn(question: Text, rules: Text, year: YearOf, near: number | null): Deadline | null {
  const operative = sentencesWith(rules.words, resolving)
  const inRules = rank(rules, (sentence) => operative.has(sentence))
  const inTitle = rank(question, () => true)
  const chosen =
    pick('rules', inRules, ['window', 'closing']) ??
    pick('rules', inRules.filter(isTimedDayOf(question)), ['operative']) ??
    pick('question', inTitle, ['window', 'closing', 'operative']) ??
    pick('rules', inRules, ['operative']) ??
    pick('rules', nearestFirst(inRules, year, near), ['plain', 'scheduled', 'late'])
  if (chosen === null) return null
  const { mention, opening } =
    chosen.in === 'question' ? withClocks(chosen.found, rules.clocks) : chosen.found
  const end = endOf(mention, year(mention))
  if (end === null) return null
  const zone = mention.zone ?? zoneNear(chosen.in === 'rules' ? rules : question, mention) ?? rules.zone
  const isBefore = mention.lead === 'before' && mention.minutes === null
  const at = isBefore ? startOf(mention, year(mention), zone)! - 60 : toInstant(end.days, end.minutes, zone)
  const first = opening ?? (mention.day === null && spanning.has(mention.lead ?? '') ? mention : null)
  const opens = first === null ? null : openingOf(first, year(mention), zone, at)
  return {
    at,
    zone,
    hasClock: mention.minutes !== null,
    opens: opens !== null && opens < at ? opens : null,
    isReversed: opens !== null && opens >= at,
    isFallback: chosen.found.rank !== 'window' && chosen.found.rank !== 'closing',
    from: { in: chosen.in, mention },
  }
}

/** Whether a mention gives a time of day to a day that the title has without one. */
function isTimedDayOf({ dates }: Text): (found: Found) => boolean {
  const days = new Set(dates.filter(({ minutes }) => minutes === null).map(dayOf))
  return ({ mention }) => mention.minutes !== null && days.has(dayOf(mention))
}

const dayOf = ({ month, day }: DateMention): string => `${month}-${day}`

/** The title's days with the times of day that the rules give them. */
function withClocks({ mention, opening }: Found, { first, last }: TitleClocks): Omit<Found, 'rank'> {
  const timed = (each: DateMention, minutes: number | null) => ({ ...each, minutes: each.minutes ?? minutes })
  const start = opening ?? (mention.day === null && first !== null ? { ...mention } : null)
  return { mention: timed(mention, last), opening: start === null ? null : timed(start, first) }
}

/** When a window opens: without a year of its own it is the last such day before the window closes. */
function openingOf(
  first: DateMention,
  closing: number | null,
  zone: string | null,
  at: number,
): number | null {
  const opens = startOf(first, first.year ?? closing, first.zone ?? zone)
  const isLater = opens !== null && opens >= at && first.year === null && closing !== null
  return isLater ? startOf(first, closing - 1, first.zone ?? zone) : opens
}

type Rank = 'window' | 'closing' | 'operative' | 'plain' | 'scheduled' | 'late'
type Found = { readonly rank: Rank; readonly mention: DateMention; readonly opening: DateMention | null }

function pick(where: 'question' | 'rules', found: readonly Found[], ranks: readonly Rank[]) {
  for (const rank of ranks) {
    const match = found.find((each) => each.rank === rank)
    if (match !== undefined) return { in: where, found: match }
  }
  return null
}

/** Days that are only spoken of count the less, the farther they are from the day on which the market is to close. */
function nearestFirst(found: readonly Found[], year: YearOf, near: number | null) {
  if (near === null) return found
  const distance = ({ mention }: Found) =>
    Math.abs((startOf(mention, year(mention), mention.zone) ?? Number.MAX_SAFE_INTEGER) - near)
  return found.toSorted((a, b) => distance(a) - distance(b))
}

/** The mentions of a text with what each of them seems to be, in order. */
function rank({ words, dates }: Text, isOperative: (sentence: number) => boolean): Found[] {
  const late = new Set([...sentencesWith(words, lateness), ...defaults(words)])
  const planned = sentencesWith(words, scheduled)
  return dates.map((mention, i) => {
    const before = dates[i - 1]
    const opening = before !== undefined && isRange(words, before, mention) ? before : null
    const rankOf = (): Rank => {
      if (late.has(mention.sentence)) return 'late'
      if (!isOperative(mention.sentence)) return planned.has(mention.sentence) ? 'scheduled' : 'plain'
      if (opening !== null) return 'window'
      return mention.lead !== null && closing.has(mention.lead) ? 'closing' : 'operative'
    }
    return { rank: rankOf(), mention, opening }
  })
}

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

const zoneNear = ({ dates }: Text, mention: DateMention): string | null =>
  dates.find(({ zone, sentence }) => zone !== null && sentence === mention.sentence)?.zone ?? null

/**
 * The year of a mention without one: that which the same day has elsewhere in the market, else the one that brings it
 * nearest to `near`, else the last year that is named.
 */
function yearFor(dates: readonly DateMention[], near: number | null): YearOf {
  const named = dates.findLast(({ year }) => year !== null)?.year ?? null
  const sameDay = new Map(
    dates.flatMap((date) => (date.year === null ? [] : [[dayOf(date), date.year] as const])),
  )
  return (mention) => {
    const known = mention.year ?? sameDay.get(dayOf(mention))
    if (known !== undefined) return known
    if (near === null) return named
    const middle = new Date(near * 1_000).getUTCFullYear()
    const distance = (year: number) =>
      Math.abs(daysOf(year, mention.month ?? 6, mention.day ?? 15) * 86_400 - near)
    return [middle - 1, middle, middle + 1].reduce((a, b) => (distance(b) < distance(a) ? b : a))
  }
}

/** The last minute of a mention, in local time. */
export function endOf(mention: DateMention, year: number | null): { days: number; minutes: number } | null {
  if (year === null) return null
  const month = mention.month ?? 12
  const day = Math.min(mention.day ?? 31, lastDayOf(year, month))
  return { days: daysOf(year, month, day), minutes: mention.minutes ?? 1_439 }
}

/** The first instant of a mention. */
export function startOf(mention: DateMention, year: number | null, zone: string | null): number | null {
  if (year === null) return null
  const month = mention.month ?? 1
  const day = Math.min(mention.day ?? 1, lastDayOf(year, month))
  return toInstant(daysOf(year, month, day), mention.minutes ?? 0, zone)
}
