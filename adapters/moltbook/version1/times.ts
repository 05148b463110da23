import { Calendar, Instant } from '../../../protocol/index.ts'
import { offsetOf } from '../../../reading/rule/places.ts'

/** The offset of a zone from UTC at an instant, in seconds. */
export type Zone = (at: number) => number

const form =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i
const offset = /^([+-])(\d{2}):?(\d{2})?$/

/**
 * A zone by its name: `UTC`, `+02:00` or one of the IANA database; null for any other.
 *
 * @example
 * zoneNamed('+02:00')(0) // 7200
 * zoneNamed('local') // null
 */
export function zoneNamed(name: string): Zone | null {
  const fixed = fixedOffset(name)
  if (fixed !== null) return () => fixed
  if (/^[+-]/.test(name)) return null
  try {
    offsetOf(name, 0)
  } catch {
    return null
  }
  return (at) => offsetOf(name, at) * 60
}

function fixedOffset(name: string): number | null {
  if (/^(?:Z|UTC|GMT)$/i.test(name)) return 0
  const match = offset.exec(name)
  if (match === null) return null
  const [hours, minutes] = [Number(match[2]), Number(match[3] ?? 0)]
  if (hours > 14 || minutes > 59) return null
  return (match[1] === '-' ? -1 : 1) * (hours * 3_600 + minutes * 60)
}

/** A time, or why it is none. */
export type Read = { readonly at: string } | { readonly fault: string }

/**
 * A time of version 1. One that names no zone is read in the zone that is given, and refused without: the machine that
 * wrote it is not known.
 *
 * @example
 * readTime('2026-02-12T00:00:00+01:00', null) // { at: '2026-02-11T23:00:00Z' }
 * readTime('2026-02-12T00:00:00', null) // { fault: 'names no zone: say which with --zone' }
 */
export function readTime(text: string, zone: Zone | null): Read {
  const match = form.exec(text.trim())
  const clock = match === null ? null : clockOf(match)
  if (match === null || clock === null) return { fault: 'is not a time' }
  if (match[4] === undefined) return { fault: 'names a day and no time' }
  const own = match[7] === undefined ? null : zoneNamed(match[7])
  if (match[7] !== undefined && own === null) return { fault: 'names an unknown zone' }
  const used = own ?? zone
  if (used === null) return { fault: 'names no zone: say which with --zone' }
  const [at, ...others] = instantsOf(clock, used)
  if (at === undefined) return { fault: 'is skipped by the clocks of its zone' }
  if (others.length > 0) return { fault: 'comes twice by the clocks of its zone: give it with an offset' }
  return at < 0 ? { fault: 'is before 1970' } : { at: Instant.format(at) }
}

/** Seconds as a clock shows them, whatever its zone. */
function clockOf(match: RegExpExecArray): number | null {
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  if (!Calendar.isDate(year, month, day) || hour > 23 || minute > 59 || second > 59) return null
  return Calendar.daysOf(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second
}

/** When a clock of a zone shows this: never in the hour that summer time skips, twice in the one that it repeats. */
function instantsOf(clock: number, zone: Zone): number[] {
  const offsets = new Set([zone(clock - 86_400), zone(clock + 86_400)])
  return [...offsets].map((offset) => clock - offset).filter((at) => zone(at) === clock - at)
}
