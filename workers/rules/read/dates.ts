import type { Word } from '../text/Words.ts'
import { clockAt, zoneAt } from './clocks.ts'
import { integer, isDigits } from './digits.ts'

/** A time as a text names it; what it leaves out is null. */
export type DateMention = {
  readonly year: number | null
  /** Null for a whole year. */
  readonly month: number | null
  /** Null for a whole month. */
  readonly day: number | null
  /** Minutes of the day. */
  readonly minutes: number | null
  readonly zone: string | null
  /** The word before it: by, before, on, until …; null when another. */
  readonly lead: string | null
  /** Places of its first word, and of the word after it. */
  readonly at: number
  readonly next: number
  readonly start: number
  readonly end: number
  readonly sentence: number
}

const monthNames =
  'january february march april may june july august september october november december'.split(' ')
const months = new Map<string, number>([
  ...monthNames.map((name, i) => [name, i + 1] as const),
  ...monthNames.map((name, i) => [name.slice(0, 3), i + 1] as const),
  ['sept', 9],
])
const leads = new Set(
  'by before on until till through to and from between since after at past beyond during in of for'.split(
    ' ',
  ),
)

/** All the times that a text names, in order. */
export function readDates(words: readonly Word[], text: string): DateMention[] {
  const found: DateMention[] = []
  for (let at = 0; at < words.length; at++) {
    const mention = readDateAt(words, at, text, found.at(-1))
    if (mention === null) continue
    found.push(mention)
    at = mention.next - 1
  }
  return found
}

type Day = { year: number | null; month: number | null; day: number | null; next: number }

function readDateAt(
  words: readonly Word[],
  at: number,
  text: string,
  before: DateMention | undefined,
): DateMention | null {
  const day =
    isoDay(words, at) ??
    monthFirst(words, at) ??
    dayFirst(words, at) ??
    secondDay(words, at, before) ??
    wholeYear(words, at)
  if (day === null) return null
  const clockBefore = timeBefore(words, at, text)
  const clock = timeAfter(words, day.next, text)
  const year = day.year ?? clock.year
  const first = clockBefore?.at ?? at
  return {
    year,
    month: day.month,
    day: day.day,
    minutes: clock.minutes ?? clockBefore?.minutes ?? null,
    zone: clock.zone ?? clockBefore?.zone ?? null,
    lead: leadOf(words, first),
    at,
    next: clock.next,
    start: words[first]!.start,
    end: words[clock.next - 1]!.end,
    sentence: words[at]!.sentence,
  }
}

/** 2025-08-28. */
function isoDay(words: readonly Word[], at: number): Day | null {
  const year = yearAt(words, at)
  if (year === null || words[at + 1]?.text !== '-' || words[at + 3]?.text !== '-') return null
  const [month, day] = [integer(words[at + 2]), integer(words[at + 4])]
  return month === null || day === null || month < 1 || month > 12 || day < 1 || day > 31
    ? null
    : { year, month, day, next: at + 5 }
}

/** August 28, 2025; August 28th; Aug. 28; August 2025; August. */
function monthFirst(words: readonly Word[], at: number): Day | null {
  const month = monthAt(words, at)
  if (month === null) return null
  let next = at + 1
  if (words[next]?.text === '.' && words[next]!.start === words[at]!.end) next++
  const day = dayOfMonth(words[next])
  if (day === null) return { ...yearAfter(words, next), month, day: null }
  return { ...yearAfter(words, next + 1), month, day }
}

/** 28 August 2025; 28th of August. */
function dayFirst(words: readonly Word[], at: number): Day | null {
  const day = dayOfMonth(words[at])
  if (day === null) return null
  const next = words[at + 1]?.text === 'of' ? at + 2 : at + 1
  const month = monthAt(words, next)
  // "May 20 March": a number that follows a month belongs to that month.
  if (month === null || (at > 0 && months.has(words[at - 1]!.text))) return null
  return { ...yearAfter(words, next + 1), month, day }
}

/** The second day of "August 22-29". */
function secondDay(words: readonly Word[], at: number, before: DateMention | undefined): Day | null {
  if (before === undefined || before.day === null || before.minutes !== null) return null
  const dash = words[at - 1]?.text
  if (before.next !== at - 1 || (dash !== '-' && dash !== 'to')) return null
  const day = dayOfMonth(words[at])
  return day === null || day <= before.day ? null : { ...yearAfter(words, at + 1), month: before.month, day }
}

/** "before 2027", "in 2025", "the end of 2026"; but no year that only names something, as in "the 2025 final". */
function wholeYear(words: readonly Word[], at: number): Day | null {
  const year = yearAt(words, at)
  if (year === null || !yearLeads.has(words[at - 1]?.text ?? '')) return null
  const after = words[at + 1]
  if (
    after !== undefined &&
    after.kind !== 'mark' &&
    after.sentence === words[at]!.sentence &&
    !ends.has(after.text)
  )
    return null
  return { year, month: null, day: null, next: at + 1 }
}
const yearLeads = new Set(['by', 'before', 'in', 'during', 'of', 'until', 'through'])
const ends = new Set(['et', 'or', 'and', 'utc', 'this', 'if', 'will', 'according', 'as'])

function yearAfter(words: readonly Word[], at: number): { year: number | null; next: number } {
  const skip = words[at]?.text === ',' || words[at]?.text === 'of' ? 1 : 0
  const year = yearAt(words, at + skip)
  if (year !== null) return { year, next: at + skip + 1 }
  // "6 June '25".
  const short = words[at]?.text === "'" ? integer(words[at + 1]) : null
  if (short !== null && words[at + 1]!.text.length === 2) return { year: 2000 + short, next: at + 2 }
  return { year: null, next: at }
}

type Clock = { minutes: number | null; zone: string | null; year: number | null; next: number }

/** What follows a day: ", 11:59 PM ET", "at 4:00PM ET", "(11:59 PM ET)", "ET". */
function timeAfter(words: readonly Word[], start: number, text: string): Clock {
  let at = start
  while (at < start + 3 && (words[at]?.text === ',' || words[at]?.text === 'at' || words[at]?.text === '('))
    at++
  const clock = clockAt(words, at)
  if (clock !== null) {
    const zoned = zoneAt(words, clock.next, text)
    const end = zoned?.next ?? clock.next
    // "June 23, 3:00 PM ET, 2025" is rare, but is written.
    const year = words[end]?.text === ',' ? yearAt(words, end + 1) : null
    return { minutes: clock.minutes, zone: zoned?.zone ?? null, year, next: year === null ? end : end + 2 }
  }
  const zoned = zoneAt(words, start, text)
  return { minutes: null, zone: zoned?.zone ?? null, year: null, next: zoned?.next ?? start }
}

/** "11:59 PM ET on June 30": the clock before the day. */
function timeBefore(
  words: readonly Word[],
  at: number,
  text: string,
): (Omit<Clock, 'year'> & { at: number }) | null {
  let end = at
  if (words[end - 1]?.text === 'on' || words[end - 1]?.text === ',') end--
  for (let start = Math.max(0, end - 6); start < end; start++) {
    if (start > 0 && words[start - 1]?.kind === 'number') continue
    const clock = clockAt(words, start)
    if (clock === null) continue
    const zoned = zoneAt(words, clock.next, text)
    const next = zoned?.next ?? clock.next
    if (next === end) return { minutes: clock.minutes, zone: zoned?.zone ?? null, next, at: start }
  }
  return null
}

function leadOf(words: readonly Word[], at: number): string | null {
  let place = at - 1
  // "before the end of June", "by the end of June", "by the end of day on June 30".
  while (place > 0 && place > at - 6 && skipped.has(words[place]!.text)) place--
  const word = words[place]
  return word !== undefined && leads.has(word.text) && word.sentence === words[at]!.sentence
    ? word.text
    : null
}
const skipped = new Set(['the', 'end', 'of', '(', 'or', 'day', 'close', 'on', ','])

const monthAt = (words: readonly Word[], at: number): number | null => {
  const word = words[at]
  if (word?.kind !== 'word') return null
  const month = months.get(word.text)
  if (month === undefined) return null
  // "may" is a verb and "march" too, unless written as a name and with what belongs to a date.
  if ((word.text === 'may' || word.text === 'march' || word.text === 'mar') && !word.isCapital) return null
  return month
}

const yearAt = (words: readonly Word[], at: number): number | null => {
  const value = integer(words[at])
  return value !== null && value >= 1970 && value <= 2100 && words[at]!.text.length === 4 ? value : null
}

function dayOfMonth(word: Word | undefined): number | null {
  if (word?.kind !== 'number') return null
  const ordinal = word.text.slice(-2)
  const isOrdinal = ordinal === 'st' || ordinal === 'nd' || ordinal === 'rd' || ordinal === 'th'
  const digits = isOrdinal ? word.text.slice(0, -2) : word.text
  if (!isDigits(digits) || digits.length > 2) return null
  const day = Number(digits)
  return day >= 1 && day <= 31 ? day : null
}
