import { Calendar } from '../../protocol/index.ts'
import { readDates } from '../../reading/rule/dates.ts'
import { toInstant } from '../../reading/rule/zones.ts'
import { scan } from '../../reading/text/Words.ts'
import { type DayMention, daysIn } from './Days.ts'
import type { EventSpec } from './EventSpec.ts'
import type { PageView } from './PageView.ts'
import type { Place } from './Place.ts'
import * as Span from './Span.ts'

/** Whether a page dates a passage as a reader says. */
export type Support = 'supported' | 'other' | 'unsupported' | 'open year'

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** The claimed days against those that the passage, its entry and its page name, relative ones by the page's own day. */
export function supportOf(claimed: Span.Span, page: PageView, place: Place, quote: string): Support {
  const isDay = claimed.first === claimed.last
  if (!isDay) return spanSupport(claimed, page)
  const own = daysIn(quote)
  const dated = own.filter(({ day }) => day !== null)
  if (dated.some((each) => isOn(each, claimed.first, page))) return 'supported'
  if (dated.some((each) => isYearlessOn(each, claimed.first))) return 'open year'
  const weekday = weekdayIn(withoutDays(quote, own))
  if (weekday !== null && weekday !== Span.weekdayOf(claimed.first)) return 'other'
  const pageDays = pageDaysOf(page, place)
  if (place.leaf !== null && isNearInstant(place.leaf, claimed.first)) return 'supported'
  if (isRelative(quote, claimed.first, pageDays)) return 'supported'
  if (pageDays.includes(claimed.first)) {
    if (weekday !== null || !/\b(?:yesterday|gestern|ayer|hier|last (?:week|month|night))\b/i.test(quote))
      return 'supported'
    return 'other'
  }
  if (place.leaf !== null && pageDays.length > 0 && pageDays.every((day) => day !== claimed.first))
    return 'other'
  const isNamed =
    /\b(?:yesterday|gestern|ayer|hier|last night|today|this (?:morning|afternoon|evening))\b/i.test(quote)
  if (isNamed || dated.some(({ year }) => year !== null)) return 'other'
  return isOneEntry(page) && pageDays.some((day) => day >= claimed.first && day - claimed.first <= month)
    ? 'supported'
    : 'unsupported'
}

/** A passage without the days that it names, each with the weekday before it: "for Sunday 14 June" says nothing of another day. */
const withoutDays = (quote: string, days: readonly DayMention[]): string =>
  days.reduceRight(
    (text, { start, end }) => `${text.slice(0, start).replace(/\p{L}+,?\s*$/u, ' ')}${text.slice(end)}`,
    quote,
  )

/**
 * Whether all days that the page could date a passage by lie outside the window: then a reader who leaves out the date does not bring
 * it in.
 */
export function isDatedOutside(page: PageView, place: Place, { window, created }: EventSpec): boolean {
  const from = window.from ?? created
  const days = nearDays(page, place)
  const span = (day: number) => ({ first: day, last: day, instant: null })
  const bounds = { from, to: window.to, zone: window.zone }
  return (
    days.length > 0 &&
    days.every((day) => ['before', 'after'].includes(Span.positionIn(span(day), bounds, zoneOf(page))))
  )
}

/** The day of a page that has one; of several those right before and right behind the passage, since entries of a list have their own. */
function nearDays(page: PageView, place: Place): number[] {
  const full = page.days.filter(({ year, day }) => year !== null && day !== null)
  if (place.leaf !== null || new Set(knownDays(full)).size < 2) return pageDaysOf(page, place)
  const before = full.filter(({ end }) => end <= place.start).slice(-1)
  const behind = full.filter(({ start }) => start >= place.end && start - place.end < entryLength).slice(0, 1)
  return knownDays([
    ...before,
    ...behind,
    ...full.filter(({ start, end }) => start >= place.start && end <= place.end),
  ])
}
const entryLength = 120

const timed = /([0-9]{4}-[0-9]{2}-[0-9]{2})T([0-9]{2}):/g

/** The local day of an instant may be the one before or behind. */
const isNearInstant = ({ text, beside }: NonNullable<Place['leaf']>, claimed: number): boolean =>
  [text, ...beside].some((each) =>
    [...each.matchAll(timed)].some(([, day, hour]) => {
      const [at] = knownDays(daysIn(day!))
      return at !== undefined && (Number(hour) < 12 ? at - 1 : at + 1) === claimed
    }),
  )

/** The days that may date a place: those of its JSON object; on a page of few days any of them; else the nearest, and the page's own. */
function pageDaysOf(page: PageView, { before, after, leaf, start }: Place): number[] {
  if (leaf !== null) return knownDays(daysIn([...leaf.beside, leaf.text].join(' ; ')))
  const full = page.days.filter(({ year, day }) => year !== null && day !== null)
  const filled = daysIn(before.slice(-200))
    .filter(({ year, day }) => year === null && day !== null)
    .flatMap((day) => withYear(day, page))
  const own = [...page.published, ...daysIn(page.url.replace(/[^0-9]+/g, '-').replace(/^-/, ''))]
  if (new Set(knownDays(full)).size <= few) return knownDays([...full, ...own, ...filled])
  const near = full.filter((day) => day.end <= start).slice(-1)
  return knownDays([
    ...near,
    ...full.slice(0, 2),
    ...daysIn(after.slice(0, 80)).slice(0, 1),
    ...own,
    ...filled,
  ])
}
const few = 3
/** "two weeks ago", "last month": how far back an article tells without naming the day. */
const month = 31

/** A page of few days is one article, and not a list of dated entries. */
const isOneEntry = ({ days, leaves }: PageView): boolean =>
  leaves.length === 0 && new Set(knownDays(days)).size <= few

const knownDays = (days: readonly DayMention[]): number[] =>
  days.flatMap(({ year, month, day }) =>
    year === null || day === null ? [] : [Calendar.daysOf(year, month, day)],
  )

/** The years in which a page speaks: those of its dated days and its address, or the only one that it names. */
const yearsOf = (page: PageView): number[] => {
  const dated = [...page.published, ...page.days].flatMap(({ year, day }) =>
    year === null || day === null ? [] : [year],
  )
  const address = [...page.url.matchAll(/(?<![0-9])(20[0-9]{2})(?![0-9])/g)].map(([, year]) => Number(year))
  if (dated.length + address.length > 0) return [...new Set([...dated, ...address])]
  const named = new Set(
    [...page.text.matchAll(/(?<![0-9])((?:19|20)[0-9]{2})(?![0-9])/g)].map(([, year]) => Number(year)),
  )
  return named.size === 1 ? [...named] : []
}

function withYear(mention: DayMention, page: PageView): DayMention[] {
  return yearsOf(page)
    .slice(0, 3)
    .map((year) => ({ ...mention, year }))
}

function isOn(mention: DayMention, days: number, page: PageView): boolean {
  const { year, month, day } = Calendar.dayAt(days)
  if (mention.month !== month || mention.day !== day) return false
  return mention.year === null ? yearsOf(page).includes(year) : mention.year === year
}

const isYearlessOn = (mention: DayMention, days: number): boolean => {
  const { month, day } = Calendar.dayAt(days)
  return mention.year === null && mention.month === month && mention.day === day
}

function weekdayIn(quote: string): number | null {
  const found = weekdays.findIndex((name) => new RegExp(`\\b${name}`, 'i').test(quote))
  if (found !== -1) return found
  const foreign =
    /\b(?:(montag|lunes|lundi)|(dienstag|martes|mardi)|(mittwoch|miércoles|mercredi)|(donnerstag|jueves|jeudi)|(freitag|viernes|vendredi)|(samstag|sábado|samedi)|(sonntag|domingo|dimanche))/i.exec(
      quote,
    )
  return foreign === null ? null : foreign.slice(1).findIndex((each) => each !== undefined)
}

const relative =
  /\b(?:yesterday|last night|overnight|tonight|this (?:morning|afternoon|evening|week|weekend)|last (?:week|weekend)|earlier|recently|hours|days? (?:ago|later|after)|on the (?:eve|weekend)|gestern|ayer|hier|heute|hoy)\b/i

/** "yesterday", "on Tuesday", "last Friday", "this week": within a week before a day of the page. */
function isRelative(quote: string, claimed: number, days: readonly number[]): boolean {
  if (/\b(?:yesterday|gestern|ayer|hier|last night)\b/i.test(quote)) return days.includes(claimed + 1)
  if (weekdayIn(quote) === null && !relative.test(quote)) return false
  return days.some((day) => day - claimed >= 0 && day - claimed <= 7)
}

/** The month stands on the page, in figures or words, or just before a day of the page: "last month". */
function isMonthOn(page: PageView, { first, last }: Span.Span, month: number): boolean {
  const mentions = [...page.days, ...page.published]
  if (mentions.some((each) => each.month === month)) return true
  if (new RegExp(`\\b${Calendar.monthNames[month - 1]!}\\b`, 'i').test(page.text)) return true
  return page.isForeign || knownDays(mentions).some((day) => day >= first && day - last <= 31)
}

/** A month, quarter or year needs its year on the page. */
function spanSupport(claimed: Span.Span, page: PageView): Support {
  const { year, month } = Calendar.dayAt(claimed.first)
  const own = knownDays([...page.days, ...page.published])
  const isNamed = new RegExp(`\\b${Calendar.monthNames[month - 1]!}\\b`, 'i').test(page.text)
  // "in December", on a page of January: the last one before the page's own day.
  if (isNamed && own.some((day) => day >= claimed.first && day - claimed.first < 330)) return 'supported'
  if (claimed.last - claimed.first < 31 && page.leaves.length === 0 && !isMonthOn(page, claimed, month))
    return 'unsupported'
  return new RegExp(`\\b${year}\\b`).test(`${page.text} ${page.published.map(({ year }) => year).join(' ')}`)
    ? 'supported'
    : 'unsupported'
}

/** The time of a day that a page gives, where it gives just one: "Snapshot: Nov 15, 2025, 12:00 PM ET". */
export function clockOn({ text }: PageView, days: number, zone: string | null): number | null {
  const { year, month, day } = Calendar.dayAt(days)
  const timed = readDates(scan(text), text).filter(
    (each) =>
      each.minutes !== null && each.month === month && each.day === day && (each.year ?? year) === year,
  )
  const instants = new Set(timed.map((each) => toInstant(days, each.minutes!, each.zone?.name ?? zone)))
  return instants.size === 1 ? [...instants][0]! : null
}

/** The zone that a page says all its days are in. */
export const zoneOf = (page: PageView): string | null =>
  /\b(?:dates|times)\b[^.]{0,40}\b(?:UTC|GMT)\b/i.test(page.text) ? 'UTC' : null
