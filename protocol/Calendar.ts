/** The Gregorian calendar in whole numbers, and the English names of its months. No clock and no time zone are consulted. */
export type Day = { readonly year: number; readonly month: number; readonly day: number }

/** In lower case, January first. */
export const monthNames: readonly string[] =
  'january february march april may june july august september october november december'.split(' ')

const months: ReadonlyMap<string, number> = new Map([
  ...monthNames.map((name, i) => [name, i + 1] as const),
  ...monthNames.map((name, i) => [name.slice(0, 3), i + 1] as const),
  ['sept', 9],
])

/**
 * The month that a lower-case word names, whole or by its first three letters; null for another word.
 *
 * @example
 * Calendar.monthOf('sept') // 9
 */
export const monthOf = (word: string): number | null => months.get(word) ?? null

/** Days of a month. */
export function lastDayOf(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]!
}

/** Whether year, month and day name a day. */
export const isDate = (year: number, month: number, day: number): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= lastDayOf(year, month)

/**
 * Days since 1970-01-01.
 *
 * @example
 * Calendar.daysOf(2026, 2, 20) // 20504
 */
export function daysOf(year: number, month: number, day: number): number {
  // Years are counted from March, so that the leap day is the last of its year.
  const y = month <= 2 ? year - 1 : year
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  return y * 365 + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + dayOfYear - 719_468
}

/** The day that lies so many days after 1970-01-01: the inverse of `daysOf`. */
export function dayAt(days: number): Day {
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
