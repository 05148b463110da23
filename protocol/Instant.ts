import { BaseError } from './Errors.ts'

/** A second of UTC, as Unix seconds or as `YYYY-MM-DDTHH:MM:SSZ`. Pure arithmetic: the guest's Date is not to be trusted. */
export type Instant = number

const pattern = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2}))?Z$/

/**
 * Unix seconds of an ISO instant in UTC; seconds may be left out.
 *
 * @example
 * Instant.parse('2026-02-20T23:59:00Z') // 1771631940
 * Instant.parse('tomorrow') // throws Instant.InvalidInstantError
 */
export function parse(text: string): Instant {
  const match = pattern.exec(text)
  if (match === null) throw new InvalidInstantError(text)
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0)) as Fields
  if (!isDate(year, month, day) || hour > 23 || minute > 59 || second > 59)
    throw new InvalidInstantError(text)
  return daysFromCivil(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second
}

type Fields = [number, number, number, number, number, number]

/**
 * Whether `parse` can read a text.
 *
 * @example
 * Instant.isInstant('2026-02-20T23:59Z') // true
 * Instant.isInstant('2026-02-20') // false
 */
export function isInstant(text: string): boolean {
  try {
    parse(text)
    return true
  } catch {
    return false
  }
}

/**
 * The one spelling of an instant: whole seconds, `Z`.
 *
 * @example
 * Instant.format(1771631940) // '2026-02-20T23:59:00Z'
 */
export function format(instant: Instant): string {
  if (!Number.isSafeInteger(instant) || instant < 0 || instant > 253_402_300_799)
    throw new InvalidInstantError(instant)
  const days = Math.floor(instant / 86_400)
  const rest = instant - days * 86_400
  const { year, month, day } = civilFromDays(days)
  const two = (value: number) => String(value).padStart(2, '0')
  const time = [Math.floor(rest / 3_600), Math.floor(rest / 60) % 60, rest % 60].map(two).join(':')
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${time}Z`
}

/**
 * Whether year, month and day name a day of the Gregorian calendar.
 *
 * @example
 * Instant.isDate(2026, 2, 29) // false
 */
export function isDate(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return day <= lengths[month - 1]!
}

// Days are counted in years that start in March, so that the leap day is the last of its year.
function daysFromCivil(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  return y * 365 + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + dayOfYear - 719_468
}

function civilFromDays(days: number): { year: number; month: number; day: number } {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const leaps = Math.floor(dayOfEra / 1_460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096)
  const yearOfEra = Math.floor((dayOfEra - leaps) / 365)
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day }
}

/** Thrown for a text or number that is not an instant. */
export class InvalidInstantError extends BaseError {
  override readonly name = 'Instant.InvalidInstantError'
  constructor(value: string | number) {
    super(`${JSON.stringify(value)} is no instant.`, {
      metaMessages: ['Write instants in UTC, as 2026-02-20T23:59:00Z.'],
    })
  }
}
