import { Calendar } from '../../protocol/index.ts'

/** The first Sunday at or after a day, in days since 1970-01-01, which was a Thursday. */
export function sunday(year: number, month: number, day: number): number {
  const days = Calendar.daysOf(year, month, day)
  return days + ((7 - ((days + 4) % 7)) % 7)
}
