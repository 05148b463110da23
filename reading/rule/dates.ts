import { Calendar } from '../../protocol/index.ts'
import type { Word } from '../text/Words.ts'
import { clockAt } from './clocks.ts'
import { type Day, readDayAt, yearAt } from './days.ts'
import { beginningAt, type Shift, shiftBefore } from './relative.ts'
import { type ZoneMention, zoneAt } from './zoneNames.ts'

/** A time as a text names it; what it leaves out is null. */
export type DateMention = {
  readonly year: number | null
  /** Null for a whole year. */
  readonly month: number | null
  /** Null for a whole month. */
  readonly day: number | null
  /** Months that it lasts, up to this one, where it is a quarter or half of a year. */
  readonly months?: number
  /** How far from this day the time that is meant lies, as in "two weeks after". */
  readonly shift?: Shift
  /** Minutes of the day. */
  readonly minutes: number | null
  readonly zone: ZoneMention | null
  /** The word before it: by, before, on, until …; null when another. */
  readonly lead: string | null
  /** Places of the first word of its day, and of the word after it. */
  readonly at: number
  readonly next: number
  /** Place of its first word, which may be that of a clock or of a distance before the day. */
  readonly first: number
  readonly start: number
  readonly end: number
  readonly sentence: number
}

const leads = new Set(
  'by before on until till through to and from between since after at past beyond during in of for'.split(
    ' ',
  ),
)

/** All the times that a text names, in order; `created` is when the market began, for times that are told by that. */
export function readDates(
  words: readonly Word[],
  text: string,
  created: number | null = null,
): DateMention[] {
  const found: DateMention[] = []
  for (let at = 0; at < words.length; at++) {
    const mention = readDateAt(words, at, text, found.at(-1), created)
    if (mention === null) continue
    found.push(mention)
    at = mention.next - 1
  }
  return found
}

function readDateAt(
  words: readonly Word[],
  at: number,
  text: string,
  before: DateMention | undefined,
  created: number | null,
): DateMention | null {
  const day = readDayAt(words, at, before) ?? beginningOf(words, at, created)
  if (day === null) return null
  const clockBefore = timeBefore(words, at, text)
  const clock = timeAfter(words, day.next, text)
  const year = day.year ?? clock.year
  const dayFirst = clockBefore?.at ?? at
  const moved = shiftBefore(words, dayFirst)
  // Days that cannot be counted here lead to no day.
  if (moved?.shift === null) return null
  const first = moved?.at ?? dayFirst
  return {
    year,
    month: day.month,
    day: day.day,
    ...(day.months === undefined ? {} : { months: day.months }),
    ...(moved === null ? {} : { shift: moved.shift! }),
    minutes: clock.minutes ?? clockBefore?.minutes ?? null,
    zone: clock.zone ?? clockBefore?.zone ?? null,
    lead: moved?.shift?.isWithin ? 'by' : leadOf(words, first),
    at,
    next: clock.next,
    first,
    start: words[first]!.start,
    end: words[clock.next - 1]!.end,
    sentence: words[at]!.sentence,
  }
}

function beginningOf(words: readonly Word[], at: number, created: number | null): Day | null {
  const next = created === null ? null : beginningAt(words, at)
  return next === null ? null : { ...Calendar.dayAt(Math.floor(created! / 86_400)), next }
}

type Clock = { minutes: number | null; zone: ZoneMention | null; year: number | null; next: number }

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
  const zoned =
    zoneAt(words, start, text) ?? (words[start]?.text === ',' ? zoneAt(words, start + 1, text) : null)
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
  for (let start = Math.max(0, end - longestClock); start < end; start++) {
    if (start > 0 && words[start - 1]?.kind === 'number') continue
    const clock = clockAt(words, start)
    if (clock === null) continue
    const zoned = zoneAt(words, clock.next, text)
    const next = zoned?.next ?? clock.next
    const closed = words[next]?.text === ')' ? next + 1 : next
    if (closed === end) return { minutes: clock.minutes, zone: zoned?.zone ?? null, next, at: start }
  }
  return null
}

/** "11:59 p.m. (ET)" has ten words and marks. */
const longestClock = 10

function leadOf(words: readonly Word[], at: number): string | null {
  let place = at - 1
  // "before the end of June", "by the end of June", "by the end of day on June 30".
  while (place > 0 && place > at - 6 && skipped.has(words[place]!.text)) place--
  const word = words[place]
  if (word === undefined || word.sentence !== words[at]!.sentence) return null
  const [first, second] = [words[place - 2]?.text, words[place - 1]?.text]
  // "on or before" a day is by it, as are "no later than" and "before the end of"; "prior to" is before.
  const isOfEnd = words.slice(place + 1, at).some(({ text }) => text === 'end' || text === 'close')
  if (word.text === 'before' && (isOfEnd || (first === 'on' && second === 'or'))) return 'by'
  if (word.text === 'than' && second === 'later') return 'by'
  if (word.text === 'to' && second === 'prior') return 'before'
  return leads.has(word.text) ? word.text : null
}
const skipped = new Set(['the', 'end', 'of', '(', 'or', 'day', 'close', 'on', ','])
