import { Instant } from '../../protocol/index.ts'

const pattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?(?:\.\d{1,9})?(?:Z|[+]00(?::?00)?)?)?$/

/** Unix seconds of the times that Gamma writes, all in UTC; null when the text is none. A day alone is its first second. */
export function readInstant(text: string | null): number | null {
  const match = text === null ? null : pattern.exec(text.slice(0, 40))
  if (match === null) return null
  const [, year, month, day, hour = '00', minute = '00', second = '00'] = match
  const written = `${year}-${month}-${day}T${hour}:${minute}:${second}Z`
  return Instant.isInstant(written) ? Instant.parse(written) : null
}

/** `YYYY-MM-DDTHH:MMZ`. */
export const toMinute = (instant: number): string => Instant.format(instant).replace(/:\d\dZ$/, 'Z')
