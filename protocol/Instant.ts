import * as Calendar from './Calendar.ts'
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
  if (!Calendar.isDate(year, month, day) || hour > 23 || minute > 59 || second > 59)
    throw new InvalidInstantError(text)
  return Calendar.daysOf(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second
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
  const { year, month, day } = Calendar.dayAt(days)
  const two = (value: number) => String(value).padStart(2, '0')
  const time = [Math.floor(rest / 3_600), Math.floor(rest / 60) % 60, rest % 60].map(two).join(':')
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${time}Z`
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
