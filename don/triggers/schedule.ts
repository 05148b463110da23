import { BaseError } from '../../protocol/core.ts'

/** A cron schedule: five fields, or six with seconds first, in UTC unless `TZ=` says otherwise. */
export type Schedule = {
  /** The first instant after this one, in milliseconds. */
  next(after: number): number
}

type Field = {
  readonly name: string
  readonly min: number
  readonly max: number
  readonly names?: readonly string[]
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

const fields: readonly Field[] = [
  { name: 'second', min: 0, max: 59 },
  { name: 'minute', min: 0, max: 59 },
  { name: 'hour', min: 0, max: 23 },
  { name: 'day of month', min: 1, max: 31 },
  { name: 'month', min: 1, max: 12, names: months },
  { name: 'day of week', min: 0, max: 6, names: days },
]

const shorthands: Readonly<Record<string, string>> = {
  '@yearly': '0 0 0 1 1 *',
  '@annually': '0 0 0 1 1 *',
  '@monthly': '0 0 0 1 * *',
  '@weekly': '0 0 0 * * 0',
  '@daily': '0 0 0 * * *',
  '@midnight': '0 0 0 * * *',
  '@hourly': '0 0 * * * *',
}

const [second, minute, quarter, hour] = [1_000, 60_000, 900_000, 3_600_000]
const furthest = 5 * 366 * 24 * hour

/**
 * Reads a schedule.
 *
 * @example
 * parseSchedule('0 30 9 * * MON-FRI').next(Date.parse('2026-01-02T10:00:00Z')) // 2026-01-05T09:30:00Z
 */
export function parseSchedule(text: string): Schedule {
  const zoned = /^(?:CRON_)?TZ=(\S{1,64})\s+(.*)$/.exec(text.trim())
  const clockAt = clockOf(zoned?.[1] ?? 'UTC', text)
  const plain = (zoned?.[2] ?? text).trim()
  const words = (shorthands[plain] ?? plain).split(/\s+/)
  const six = words.length === 5 ? ['0', ...words] : words
  if (six.length !== fields.length) throw new ScheduleError(text, 'it has neither five nor six fields')
  const sets = six.map((word, i) => valuesOf(word, fields[i]!, text))
  const [seconds, minutes, hours, daysOfMonth, monthsOfYear, daysOfWeek] = sets
  const isOpen = (i: number) => /^[*?]/.test(six[i]!)
  // As cron has always done it: two days that are both named are alternatives.
  const isEither = !isOpen(3) && !isOpen(5)

  /** How far to go on from an instant that does not fit; zero where it fits. */
  function gapAt(clock: Clock): number {
    const inMonth = daysOfMonth!.has(clock.day)
    const inWeek = daysOfWeek!.has(clock.weekday)
    const isDay = isEither ? inMonth || inWeek : inMonth && inWeek
    if (!monthsOfYear!.has(clock.month) || !isDay) return hour
    // No zone's clock is set to anything finer than this against another's.
    if (!hours!.has(clock.hour)) return quarter
    if (!minutes!.has(clock.minute)) return minute
    return seconds!.has(clock.second) ? 0 : second
  }

  return {
    next(after) {
      let at = Math.floor(after / second) * second + second
      for (const end = at + furthest; at < end; ) {
        const gap = gapAt(clockAt(at))
        if (gap === 0) return at
        at = Math.floor(at / Math.min(gap, quarter)) * Math.min(gap, quarter) + gap
      }
      throw new ScheduleError(text, 'no day fits it')
    },
  }
}

/** Refuses a schedule that runs more often than allowed; looked at from one fixed day, so that all nodes say the same. */
export function checkPace(schedule: Schedule, text: string, fastestMs: number): void {
  let last = schedule.next(Date.UTC(2026, 0, 1) - 1)
  for (let i = 0; i < 12; i++) {
    const next = schedule.next(last)
    if (next - last < fastestMs)
      throw new ScheduleError(text, `maximum fastest cron schedule is ${fastestMs / 1_000}s`)
    last = next
  }
}

type Clock = {
  readonly second: number
  readonly minute: number
  readonly hour: number
  readonly day: number
  readonly month: number
  readonly weekday: number
}

function clockOf(zone: string, text: string): (at: number) => Clock {
  if (zone === 'UTC') return (at) => clockOfDate(new Date(at))
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    throw new ScheduleError(text, `there is no time zone ${zone}`)
  }
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type as string, Number(value)]))
    const of = (name: string) => parts.get(name)!
    return clockOfDate(
      new Date(Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))),
    )
  }
}

const clockOfDate = (date: Date): Clock => ({
  second: date.getUTCSeconds(),
  minute: date.getUTCMinutes(),
  hour: date.getUTCHours(),
  day: date.getUTCDate(),
  month: date.getUTCMonth() + 1,
  weekday: date.getUTCDay(),
})

// `*`, `5`, `5-9`, `*/10`, `5/10`, `5-59/10`, and lists of these.
function valuesOf(word: string, field: Field, text: string): Set<number> {
  const values = new Set<number>()
  for (const part of word.split(',')) {
    const match = /^(?:[*?]|(\w{1,3})(?:-(\w{1,3}))?)(?:\/(\d{1,2}))?$/.exec(part)
    if (match === null) throw new ScheduleError(text, `${field.name} ${part} is not understood`)
    const [, low, high, step] = match
    const from = low === undefined ? field.min : numberOf(low, field, text)
    const isRange = low === undefined || (high === undefined && step !== undefined)
    const to = high !== undefined ? numberOf(high, field, text) : isRange ? field.max : from
    const by = step === undefined ? 1 : Number(step)
    if (by === 0 || from > to) throw new ScheduleError(text, `${field.name} ${part} is empty`)
    for (let value = from; value <= to; value += by) values.add(value)
  }
  return values
}

function numberOf(word: string, { name, min, max, names }: Field, text: string): number {
  const named = names?.indexOf(word.toLowerCase()) ?? -1
  const value = named === -1 ? Number(word) : named + min
  if (!Number.isInteger(value) || value < min || value > max)
    throw new ScheduleError(text, `${name} ${word} is not between ${min} and ${max}`)
  return value
}

export class ScheduleError extends BaseError {
  override readonly name = 'Trigger.ScheduleError'
  constructor(text: string, why: string) {
    super(`The schedule "${text.slice(0, 100)}" is refused: ${why}.`)
  }
}
