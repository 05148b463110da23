import { Calendar } from '../../protocol/index.ts'
import type { Word } from '../text/Words.ts'
import { integer, isDigits } from './digits.ts'
import { monthOf } from './months.ts'
import { ordinalOf } from './numerals.ts'

/** A day, month or year as a text names it, and the place of the word after it. */
export type Day = {
  readonly year: number | null
  /** Null for a whole year. */
  readonly month: number | null
  /** Null for a whole month. */
  readonly day: number | null
  /** Months that it lasts, up to this one, where it is a quarter or half of a year. */
  readonly months?: number
  readonly next: number
}
/** What was read before it: "August 22-29" has its month only once. */
type DayBefore = Day & { readonly minutes: number | null }

/** The day that begins at a word, in any of the ways in which days are written. */
export const readDayAt = (words: readonly Word[], at: number, before: DayBefore | undefined): Day | null =>
  isoDay(words, at) ??
  slashDay(words, at) ??
  monthFirst(words, at) ??
  dayFirst(words, at) ??
  secondDay(words, at, before) ??
  partOfYear(words, at) ??
  endOfYear(words, at) ??
  wholeYear(words, at)

/** 2025-08-28. */
function isoDay(words: readonly Word[], at: number): Day | null {
  const year = yearAt(words, at)
  if (year === null || words[at + 1]?.text !== '-' || words[at + 3]?.text !== '-') return null
  const [month, day] = [integer(words[at + 2]), integer(words[at + 4])]
  return month === null || day === null || month < 1 || month > 12 || day < 1 || day > 31
    ? null
    : { year, month, day, next: at + 5 }
}

/** 8/28/2025, as it is written where these rules are; 28/8/2025 can only be the other way round. */
function slashDay(words: readonly Word[], at: number): Day | null {
  if (words[at + 1]?.text !== '/' || words[at + 3]?.text !== '/') return null
  const [first, second] = [dayOfMonth(words[at]), dayOfMonth(words[at + 2])]
  const year = yearAt(words, at + 4)
  if (first === null || second === null || year === null) return null
  const [month, day] = first > 12 ? [second, first] : [first, second]
  return month > 12 ? null : { year, month, day, next: at + 5 }
}

/** August 28, 2025; August 28th; Aug. 28; August 2025; August. */
function monthFirst(words: readonly Word[], at: number): Day | null {
  const month = monthOf(words[at])
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
  const month = monthOf(words[next])
  // "May 20 March": a number that follows a month belongs to that month.
  if (month === null || (at > 0 && Calendar.monthOf(words[at - 1]!.text) !== null)) return null
  return { ...yearAfter(words, next + 1), month, day }
}

/** The second day of "August 22-29". */
function secondDay(words: readonly Word[], at: number, before: DayBefore | undefined): Day | null {
  if (before === undefined || before.day === null || before.minutes !== null) return null
  const dash = words[at - 1]?.text
  if (before.next !== at - 1 || (dash !== '-' && dash !== 'to')) return null
  const day = dayOfMonth(words[at])
  return day === null || day <= before.day ? null : { ...yearAfter(words, at + 1), month: before.month, day }
}

/** "Q3 2026", "3Q26", "the third quarter of 2026", "H1 2026", "the second half of 2026"; not a quarter of a match. */
function partOfYear(words: readonly Word[], at: number): Day | null {
  const part = shortPart(words[at]?.text ?? '') ?? writtenPart(words, at)
  // A quarter of somebody's own year is not one of the calendar.
  if (part === null || words[at - 1]?.text === 'fiscal') return null
  const { months, index, count } = part
  const year = part.year === null ? yearAfter(words, at + count) : { year: part.year, next: at + count }
  const isOfYear = (year.year !== null || count === 1) && !names(words, year.next)
  return isOfYear ? { ...year, month: index * months, day: null, months } : null
}

function shortPart(text: string) {
  const [, kind, digit, year] =
    /^([qh])([1-4])(?:'?([0-9]{2}))?$/.exec(text) ?? /^()([1-4])q([0-9]{2})?$/.exec(text) ?? []
  if (digit === undefined || (kind === 'h' && Number(digit) > 2)) return null
  const months = kind === 'h' ? 6 : 3
  return { months, index: Number(digit), count: 1, year: year === undefined ? null : 2_000 + Number(year) }
}

function writtenPart(words: readonly Word[], at: number) {
  const index = ordinalOf(words[at])
  const months = words[at + 1]?.text === 'quarter' ? 3 : words[at + 1]?.text === 'half' ? 6 : null
  if (index === null || months === null || index * months > 12) return null
  return { months, index, count: 2, year: null }
}

/** "year-end 2027", "EOY". */
function endOfYear(words: readonly Word[], at: number): Day | null {
  if (words[at]?.text === 'eoy') return { ...yearAfter(words, at + 1), month: 12, day: 31 }
  const end = words[at + 1]?.text === '-' ? at + 2 : at + 1
  const isEnd =
    words[at]?.text === 'year' && words[end]?.text === 'end' && yearEndLeads.has(words[at - 1]?.text ?? '')
  return isEnd ? { ...yearAfter(words, end + 1), month: 12, day: 31 } : null
}
const yearEndLeads = new Set(['by', 'before', 'until', 'through', 'at', 'the'])

/** "before 2027", "in 2025", "the end of 2026"; but no year that only names something, as in "the 2025 final". */
function wholeYear(words: readonly Word[], at: number): Day | null {
  const year = yearAt(words, at)
  if (year === null || !yearLeads.has(words[at - 1]?.text ?? '')) return null
  return names(words, at + 1) ? null : { year, month: null, day: null, next: at + 1 }
}

/** Whether what stands before a word only names what follows: "the 2025 final", "the Q2 earnings". */
function names(words: readonly Word[], next: number): boolean {
  const after = words[next]
  return (
    after !== undefined &&
    after.kind !== 'mark' &&
    after.sentence === words[next - 1]!.sentence &&
    !ends.has(after.text)
  )
}
const yearLeads = new Set(['by', 'before', 'in', 'during', 'of', 'until', 'through'])
const ends = new Set(['et', 'or', 'and', 'utc', 'this', 'if', 'will', 'be', 'is', 'according', 'as'])

function yearAfter(words: readonly Word[], at: number): { year: number | null; next: number } {
  const skip = words[at]?.text === ',' || words[at]?.text === 'of' ? 1 : 0
  const year = yearAt(words, at + skip)
  if (year !== null) return { year, next: at + skip + 1 }
  // "6 June '25".
  const short = words[at]?.text === "'" ? integer(words[at + 1]) : null
  if (short !== null && words[at + 1]!.text.length === 2) return { year: 2000 + short, next: at + 2 }
  return { year: null, next: at }
}

export const yearAt = (words: readonly Word[], at: number): number | null => {
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
