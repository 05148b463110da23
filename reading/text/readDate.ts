import { Calendar, Instant } from '../../protocol/index.ts'

/** A time as a text gives it: an instant, or a day, which is all of its seconds in UTC. */
export type Dated = { readonly from: number; readonly to: number; readonly by_day: boolean }

const month = `(${Calendar.monthNames.map((name) => name.slice(0, 3)).join('|')})[a-z]{0,6}\\.?`

const isoTime =
  /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?\s?(Z|UTC|GMT|[+-]\d{2}:?\d{2})/
const isoDay = /^(\d{4})-(\d{2})-(\d{2})/
const mailTime = new RegExp(
  `^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},? )?(\\d{1,2}) ${month} (\\d{4})(?: (\\d{2}):(\\d{2})(?::(\\d{2}))? (GMT|UTC|Z|[+-]\\d{4}))?`,
  'i',
)
const wordDay = new RegExp(
  `^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},? )?${month} (\\d{1,2}),? (\\d{4})`,
  'i',
)

/** The date that a text begins with; null when it begins with none. Nothing is guessed: a time without a zone is a day. */
export function readDate(text: string): Dated | null {
  const start = text.trimStart().slice(0, 64)
  try {
    return readIso(start) ?? readMail(start) ?? readWords(start)
  } catch {
    // The digits name no day of the calendar.
    return null
  }
}

function readIso(text: string): Dated | null {
  const timed = isoTime.exec(text)
  if (timed !== null) {
    const [, year, mon, day, hour, minute, second = '00', zone] = timed
    return instant(`${year}-${mon}-${day}T${hour}:${minute}:${second}Z`, zone!)
  }
  const match = isoDay.exec(text)
  return match === null ? null : wholeDay(Number(match[1]), Number(match[2]), Number(match[3]))
}

function readMail(text: string): Dated | null {
  const match = mailTime.exec(text)
  if (match === null) return null
  const [, day, name, year, hour, minute, second = '00', zone] = match
  const number = monthNumber(name!)
  if (hour === undefined) return wholeDay(Number(year), number, Number(day))
  return instant(`${year}-${two(number)}-${two(Number(day))}T${hour}:${minute}:${second}Z`, zone!)
}

function readWords(text: string): Dated | null {
  const match = wordDay.exec(text)
  return match === null ? null : wholeDay(Number(match[3]), monthNumber(match[1]!), Number(match[2]))
}

const monthNumber = (name: string): number => Calendar.monthOf(name.toLowerCase())!
const two = (value: number): string => String(value).padStart(2, '0')

function instant(text: string, zone: string): Dated {
  const sign = zone.startsWith('-') ? -1 : 1
  const digits = /^[+-](\d{2}):?(\d{2})$/.exec(zone)
  const offset = digits === null ? 0 : sign * (Number(digits[1]) * 3_600 + Number(digits[2]) * 60)
  const at = Instant.parse(text) - offset
  return { from: at, to: at, by_day: false }
}

function wholeDay(year: number, monthOfYear: number, day: number): Dated {
  const from = Instant.parse(`${year}-${two(monthOfYear)}-${two(day)}T00:00:00Z`)
  return { from, to: from + 86_399, by_day: true }
}
