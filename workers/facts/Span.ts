import { Calendar, Instant } from '../../protocol/index.ts'
import { toInstant } from '../../reading/rule/zones.ts'

/** A fact's date: an instant, or days of a calendar whose zone the page may or may not tell. */
export type Span = {
  /** Days since 1970, first and last. */
  readonly first: number
  readonly last: number
  /** Set where the time of day is known. */
  readonly instant: number | null
}

const instantForm =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})T([0-9]{2}):([0-9]{2})(?::([0-9]{2}))?(?:\.[0-9]{1,9})?(Z|[+-][0-9]{2}:?[0-9]{2})$/
const dayForm = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/
const monthForm = /^([0-9]{4})-([0-9]{2})$/
const quarterForm = /^([0-9]{4})-Q([1-4])$/
const yearForm = /^([0-9]{4})$/

/** Reads a reader's date; null for none, and for one without a year. */
export function read(text: string | null): Span | null {
  if (text === null) return null
  const timed = instantForm.exec(text)
  if (timed !== null) return ofInstant(timed)
  const day = dayForm.exec(text)
  if (day !== null) return ofDays(numbers(day), numbers(day))
  const month = monthForm.exec(text)
  if (month !== null) return ofMonths(Number(month[1]), Number(month[2]), 1)
  const quarter = quarterForm.exec(text)
  if (quarter !== null) return ofMonths(Number(quarter[1]), 3 * Number(quarter[2]) - 2, 3)
  const year = yearForm.exec(text)
  return year === null ? null : ofMonths(Number(year[1]), 1, 12)
}

type Day = [year: number, month: number, day: number]
const numbers = (match: RegExpExecArray): Day => [Number(match[1]), Number(match[2]), Number(match[3])]

function ofDays(from: Day, to: Day): Span | null {
  if (!Calendar.isDate(...from) || !Calendar.isDate(...to)) return null
  return { first: Calendar.daysOf(...from), last: Calendar.daysOf(...to), instant: null }
}

function ofMonths(year: number, month: number, count: number): Span | null {
  const last = month + count - 1
  if (month < 1 || last > 12) return null
  return ofDays([year, month, 1], [year, last, Calendar.lastDayOf(year, last)])
}

function ofInstant([, day, hour, minute, second = '00', zone]: RegExpExecArray): Span | null {
  const local = `${day}T${hour}:${minute}:${second}Z`
  if (!Instant.isInstant(local)) return null
  const sign = zone!.startsWith('-') ? -1 : 1
  const digits = zone === 'Z' ? '0000' : zone!.replace(/[^0-9]/g, '')
  const offset = sign * (Number(digits.slice(0, 2)) * 3_600 + Number(digits.slice(2, 4)) * 60)
  const days = Math.floor(Instant.parse(local) / 86_400)
  return { first: days, last: days, instant: Instant.parse(local) - offset }
}

export type Position = 'before' | 'inside' | 'after' | 'across'

/** Where a date lies to a window; a day is counted in the page's zone, or else in the window's own. */
export function positionIn(
  { first, last, instant }: Span,
  {
    from,
    to,
    zone,
  }: { readonly from: number | null; readonly to: number | null; readonly zone: string | null },
  pageZone: string | null,
): Position {
  const named = pageZone ?? zone
  const begin = instant ?? toInstant(first, 0, named)
  const end = instant ?? toInstant(last, 1_439, named) + 59
  // A deadline of 23:59 takes in its whole minute.
  if (to !== null && begin > to + 59) return 'after'
  if (from !== null && end < from) return 'before'
  const isInside = (to === null || end <= to + 59) && (from === null || begin >= from)
  return isInside ? 'inside' : 'across'
}

/** Monday is 0. */
export const weekdayOf = (days: number): number => (((days + 3) % 7) + 7) % 7
