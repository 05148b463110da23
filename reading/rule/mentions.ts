import { Calendar } from '../../protocol/index.ts'
import type { DateMention } from './dates.ts'
import { move } from './relative.ts'
import { toInstant } from './zones.ts'

/** Tells the year of a mention. */
export type YearOf = (mention: DateMention) => number | null

/** The day of a mention, whatever its year. */
export const dayOf = ({ month, day }: DateMention): string => `${month}-${day}`

/**
 * The year of a mention without one: that which the same day has elsewhere in the market, else the one that brings it
 * nearest to `near`, else the last year that is named.
 */
export function yearFor(dates: readonly DateMention[], near: number | null): YearOf {
  const named = dates.findLast(({ year }) => year !== null)?.year ?? null
  const sameDay = new Map(
    dates.flatMap((date) => (date.year === null ? [] : [[dayOf(date), date.year] as const])),
  )
  return (mention) => {
    const known = mention.year ?? sameDay.get(dayOf(mention))
    if (known !== undefined) return known
    if (near === null) return named
    const middle = new Date(near * 1_000).getUTCFullYear()
    const distance = (year: number) =>
      Math.abs(Calendar.daysOf(year, mention.month ?? 6, mention.day ?? 15) * 86_400 - near)
    return [middle - 1, middle, middle + 1].reduce((a, b) => (distance(b) < distance(a) ? b : a))
  }
}

/** The last minute of a mention, in local time. */
export function endOf(mention: DateMention, year: number | null): { days: number; minutes: number } | null {
  if (year === null) return null
  const month = mention.month ?? 12
  const day = Math.min(mention.day ?? 31, Calendar.lastDayOf(year, month))
  return move({ days: Calendar.daysOf(year, month, day), minutes: mention.minutes ?? 1_439 }, mention.shift)
}

/** The first instant of a mention. */
export function startOf(mention: DateMention, year: number | null, zone: string | null): number | null {
  if (year === null) return null
  const month = (mention.month ?? 1) - ((mention.months ?? 1) - 1)
  const day = Math.min(mention.day ?? 1, Calendar.lastDayOf(year, month))
  const { days, minutes } = move(
    { days: Calendar.daysOf(year, month, day), minutes: mention.minutes ?? 0 },
    mention.shift,
  )
  return toInstant(days, minutes, zone)
}
