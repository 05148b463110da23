/** The first Sunday at or after a day. 1970-01-01 was a Thursday. */
export function sunday(year: number, month: number, day: number): number {
  const days = daysOf(year, month, day)
  return days + ((7 - ((days + 4) % 7)) % 7)
}

/** Days since 1970-01-01 of a day of the calendar. */
export const daysOf = (year: number, month: number, day: number): number =>
  Math.floor(Date.UTC(year, month - 1, day) / 86_400_000)

export const yearOf = (days: number): number => new Date(days * 86_400_000).getUTCFullYear()

export const lastDayOf = (year: number, month: number): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate()
