import * as Calendar from '../Calendar.ts'

/** How exactly a date is given. */
export type Precision = 'year' | 'month' | 'day' | 'minute' | 'second'

/** A date as a machine wrote it. `iso` keeps the clock time and the offset as they are given; without a zone it has no offset. */
export type Moment = {
  readonly iso: string
  readonly precision: Precision
  /** Unix seconds; null where the precision is a day or less, or no zone is given. */
  readonly at: number | null
}

/** What a date may look like at most. */
const longest = 64

/**
 * A machine's date: ISO 8601 in its common forms (2026, 2026-05, 2026-05-09, 20260509, with T or a space before a clock time) or
 * RFC 822, as feeds write it; null for every other text.
 */
export function momentOf(text: string): Moment | null {
  if (text.length > longest) return null
  const trimmed = text.trim()
  return isoOf(trimmed) ?? mailOf(trimmed)
}

const datePattern = /^([0-9]{4})(?:[-/]([0-9]{1,2})(?:[-/]([0-9]{1,2}))?)?$/
const packedPattern = /^([12][0-9]{3})([01][0-9])([0-3][0-9])$/
const timePattern =
  /^([0-9]{2}):?([0-9]{2})(?::?([0-9]{2})(?:[.,][0-9]{1,9})?)?(Z|z|[+-][0-9]{2}:?[0-9]{2}|[+-][0-9]{2})?$/

function isoOf(text: string): Moment | null {
  const cut = text.search(/[Tt ]/)
  const date = cut === -1 ? text : text.slice(0, cut)
  const match = datePattern.exec(date) ?? packedPattern.exec(date)
  if (match === null) return null
  const day = dayOf(match[1]!, match[2], match[3])
  if (day === null) return null
  if (cut === -1) return day
  if (day.precision !== 'day') return null
  return withTime(day, text.slice(cut + 1).replace(' ', ''))
}

function dayOf(year: string, month: string | undefined, day: string | undefined): Moment | null {
  if (year < '1000') return null
  if (month === undefined) return { iso: year, precision: 'year', at: null }
  const isReal = Calendar.isDate(Number(year), Number(month), day === undefined ? 1 : Number(day))
  if (!isReal) return null
  const iso = `${year}-${month.padStart(2, '0')}`
  if (day === undefined) return { iso, precision: 'month', at: null }
  return { iso: `${iso}-${day.padStart(2, '0')}`, precision: 'day', at: null }
}

function withTime(day: Moment, time: string): Moment | null {
  const match = timePattern.exec(time)
  if (match === null) return null
  const [hour, minute, second] = [match[1]!, match[2]!, match[3]]
  if (hour > '23' || minute > '59' || (second ?? '00') > '60') return null
  const offset = offsetOf(match[4])
  const clock = second === undefined ? `${hour}:${minute}` : `${hour}:${minute}:${second}`
  return {
    iso: `${day.iso}T${clock}${offset?.text ?? ''}`,
    precision: second === undefined ? 'minute' : 'second',
    at: offset === null ? null : secondsOf(day.iso, hour, minute, second ?? '00') - offset.seconds,
  }
}

function secondsOf(date: string, hour: string, minute: string, second: string): number {
  const days = Calendar.daysOf(Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8, 10)))
  return days * 86_400 + Number(hour) * 3_600 + Number(minute) * 60 + Number(second)
}

type Offset = { readonly text: string; readonly seconds: number }

function offsetOf(zone: string | undefined): Offset | null {
  if (zone === undefined) return null
  if (zone === 'Z' || zone === 'z') return { text: 'Z', seconds: 0 }
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0')
  const seconds = Number(digits.slice(0, 2)) * 3_600 + Number(digits.slice(2)) * 60
  const text = `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2)}`
  return { text, seconds: zone[0] === '-' ? -seconds : seconds }
}

/** Zones that RFC 822 names. */
const zones: Readonly<Record<string, string>> = {
  gmt: 'Z',
  ut: 'Z',
  utc: 'Z',
  z: 'Z',
  est: '-0500',
  edt: '-0400',
  cst: '-0600',
  cdt: '-0500',
  mst: '-0700',
  mdt: '-0600',
  pst: '-0800',
  pdt: '-0700',
}

/** `Tue, 31 Mar 2026 10:00:00 GMT`; the weekday and the seconds may be missing. */
function mailOf(text: string): Moment | null {
  const words = text.toLowerCase().split(/[ ,]+/)
  if (!/^[0-9]/.test(words[0] ?? '')) words.shift()
  const [day, name, year, time, zone] = words
  const month = Calendar.monthOf((name ?? '').slice(0, 3))
  if (month === null || !/^[0-9]{1,2}$/.test(day ?? '') || !/^[0-9]{4}$/.test(year ?? '')) return null
  const date = dayOf(year!, String(month), day)
  if (date === null || time === undefined) return date
  if (words.length > 5) return null
  const offset = zone === undefined ? '' : (zones[zone] ?? zone)
  return withTime(date, `${time}${offset}`)
}
