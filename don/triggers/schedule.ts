import { Cron } from 'croner'
import { BaseError } from '../../protocol/core.ts'

/** A cron schedule: five fields, or six with seconds first, in UTC unless `TZ=` says otherwise. */
export type Schedule = {
  /** The first instant after this one, in milliseconds. */
  next(after: number): number
}

const [second, quarter, day] = [1_000, 900_000, 86_400_000]
const furthest = 5 * 366 * day

const value = String.raw`(?:\d{1,3}|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat)`
const shape = new RegExp(String.raw`^([*?]|${value}(?:-${value})?)(?:\/(\d{1,2}))?$`, 'i')
/** What seconds, minutes, hours, days, months and weekdays may be. */
const least = [0, 0, 0, 1, 1, 0]
const greatest = [59, 59, 23, 31, 12, 6]

/**
 * Reads a schedule.
 *
 * @example
 * parseSchedule('0 30 9 * * MON-FRI').next(Date.parse('2026-01-02T10:00:00Z')) // 2026-01-05T09:30:00Z
 */
export function parseSchedule(text: string): Schedule {
  const zoned = /^(?:CRON_)?TZ=(\S{1,64})\s+(.*)$/.exec(text.trim())
  const offsetAt = offsetsOf(zoned?.[1] ?? 'UTC', text)
  const cron = cronOf((zoned?.[2] ?? text).trim(), text)

  return {
    // The zone is ours: asked in an hour that a clock repeats, croner names an instant that has passed.
    next(after) {
      for (let at = after; ; ) {
        const offset = offsetAt(at + second)
        const run = (cron.nextRun(new Date(at + offset))?.getTime() ?? Number.POSITIVE_INFINITY) - offset
        if (run > after + furthest) throw new ScheduleError(text, 'no day fits it')
        const turn = firstTurn(offsetAt, at + second, run)
        if (turn === null) return run
        at = turn - second
      }
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

function cronOf(plain: string, text: string): Cron {
  const words = plain.split(/\s+/)
  const six = words.length === 5 ? ['0', ...words] : words
  const isShorthand = /^@(?:yearly|annually|monthly|weekly|daily|midnight|hourly)$/.test(plain)
  if (six.length !== least.length && !isShorthand)
    throw new ScheduleError(text, 'it has neither five nor six fields')
  const pattern = isShorthand
    ? plain
    : six.map((word, i) => narrow(word, least[i]!, greatest[i]!, text)).join(' ')
  // As cron has always done it: two days that are both named are alternatives.
  const domAndDow = [six[3], six[5]].some((word) => /^[*?]/.test(word ?? '*'))
  try {
    return new Cron(pattern, { timezone: 'UTC', sloppyRanges: true, domAndDow })
  } catch (cause) {
    throw new ScheduleError(text, (cause as Error).message.replace(/^CronPattern: /, ''))
  }
}

/** A field as CRE's engine and croner both read it: croner also reads `L`, `W`, `#` and 7, and refuses long steps. */
function narrow(word: string, min: number, max: number, text: string): string {
  const parts = word.split(',').map((part) => {
    const [, range, step] = shape.exec(part) ?? []
    if (range === undefined) throw new ScheduleError(text, `${part} is not understood`)
    if (range.match(/\d+/g)?.some((number) => Number(number) < min || Number(number) > max))
      throw new ScheduleError(text, `${part} is not between ${min} and ${max}`)
    // To croner a range that ends on `sun` ends on 7.
    const numbered = range.replace(/sun/gi, '0')
    return step === undefined ? numbered : `${numbered}/${Math.min(Number(step), max - min + 1)}`
  })
  return parts.join(',')
}

/** How far a zone's clock is ahead of UTC at an instant. */
function offsetsOf(zone: string, text: string): (at: number) => number {
  if (zone === 'UTC') return () => 0
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  } catch {
    throw new ScheduleError(text, `there is no time zone ${zone}`)
  }
  return (at) => {
    // `GMT`, or `GMT-03:30`.
    const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(format.format(at)) ?? []
    const ahead = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60 * second
    return sign === '-' ? -ahead : ahead
  }
}

/** The first instant of a span at which the clock was set; null if it was not. */
function firstTurn(offsetAt: (at: number) => number, from: number, to: number): number | null {
  const offset = offsetAt(from)
  let at = from
  while (at < to && offsetAt(Math.min(at + day, to)) === offset) at += day
  if (at >= to) return null
  // No zone's clock is set at anything finer than a quarter of an hour.
  at = Math.ceil(at / quarter) * quarter
  while (offsetAt(at) === offset) at += quarter
  return at
}

export class ScheduleError extends BaseError {
  override readonly name = 'Trigger.ScheduleError'
  constructor(text: string, why: string) {
    super(`The schedule "${text.slice(0, 100)}" is refused: ${why}.`)
  }
}
