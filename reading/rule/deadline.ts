import { sentencesWith } from '../text/Phrases.ts'
import type { Word } from '../text/Words.ts'
import type { DateMention } from './dates.ts'
import { dayOf, endOf, startOf, type YearOf, yearFor } from './mentions.ts'
import { type Found, type Rank, rank, resolving } from './ranks.ts'
import type { TitleClocks } from './titleClocks.ts'
import type { ZoneMention } from './zoneNames.ts'
import { toInstant } from './zones.ts'

export type Text = {
  readonly text: string
  readonly words: readonly Word[]
  readonly dates: readonly DateMention[]
  /** The first zone that stands with any time of day. */
  readonly zone: ZoneMention | null
  /** Times of day that it gives to days of the title. */
  readonly clocks: TitleClocks
}

type Place = { readonly in: 'question' | 'rules'; readonly start: number; readonly end: number }

/** When a rule's window closes, and opens; `from` tells which text and which of its mentions say so. */
export type Deadline = {
  /** Unix seconds: the last minute that counts. */
  readonly at: number
  /** The first second of the day, month or year that it ends with. */
  readonly begins: number
  readonly zone: string | null
  /** Where the zone stands; in another text than the deadline at times. */
  readonly zoned: Place | null
  /** Whether the rule gives a time of day; without it the day's last minute is taken. */
  readonly hasClock: boolean
  readonly opens: number | null
  readonly opened: Place | null
  /** Whether the window that it closes would open later. */
  readonly isReversed: boolean
  /** Whether the words that close the market do not give it: it is a planned day, or what holds when the event is late. */
  readonly isFallback: boolean
  readonly from: { readonly in: 'question' | 'rules'; readonly mention: DateMention }
}

const daySeconds = 86_400

/** "in August" and "during 2025" open and close a window in one word. */
const spanning = new Set(['in', 'during'])

/** The deadline in a rule's own words; `near` is an instant that a date without a year is near to. */
export function readDeadline(question: Text, rules: Text, near: number | null): Deadline | null {
  return deadlineIn(question, rules, yearFor([...rules.dates, ...question.dates], near), near)
}

/** The deadline that the title alone gives; the rules may still tell its year, and the zone where it has none. */
export function readTitle(
  question: Text,
  rules: Text,
  near: number | null,
  zone: string | null,
): Deadline | null {
  const zoned = zone === null ? noText : { ...noText, zone: { name: zone, start: 0, end: 0 } }
  return deadlineIn(question, zoned, yearFor([...rules.dates, ...question.dates], near), near)
}

const noText: Text = { text: '', words: [], dates: [], zone: null, clocks: { first: null, last: null } }

function deadlineIn(question: Text, rules: Text, year: YearOf, near: number | null): Deadline | null {
  const operative = sentencesWith(rules.words, resolving)
  const inRules = rank(rules, (sentence) => operative.has(sentence))
  const inTitle = rank(question, () => true)
  const chosen =
    pick('rules', inRules, ['window', 'closing']) ??
    pick('rules', inRules.filter(isTimedDayOf(question)), ['operative']) ??
    pick('question', inTitle, ['window', 'closing', 'operative']) ??
    pick('rules', inRules, ['operative']) ??
    pick('rules', nearestFirst(inRules, year, near), ['plain', 'scheduled', 'late']) ??
    pick('rules', inRules, ['measured']) ??
    pick('question', inTitle, ['measured'])
  if (chosen === null) return null
  const { mention, opening } =
    chosen.in === 'question' ? withClocks(chosen.found, rules.clocks) : chosen.found
  const end = endOf(mention, year(mention))
  if (end === null) return null
  const own = mention.zone ?? zoneNear(chosen.in === 'rules' ? rules : question, mention)
  const named = own ?? rules.zone
  const zone = named?.name ?? null
  // Before a day, or the midnight that it begins with, is up to the last minute of the one before.
  const isBefore = mention.lead === 'before' && (mention.minutes ?? 0) === 0
  const at = isBefore ? startOf(mention, year(mention), zone)! - 60 : toInstant(end.days, end.minutes, zone)
  const first = opening ?? openedBy(mention)
  const opens = first === null ? null : openingOf(first, year(mention), zone, at)
  return {
    at,
    begins: isBefore ? at + 60 - daySeconds : startOf({ ...mention, minutes: null }, year(mention), zone)!,
    zone,
    zoned: placed(own === null ? 'rules' : chosen.in, named),
    hasClock: mention.minutes !== null,
    opens: opens !== null && opens < at ? opens : null,
    opened: placed(chosen.in, opens !== null && opens < at ? first : null),
    isReversed: opens !== null && opens >= at,
    isFallback: chosen.found.rank !== 'window' && chosen.found.rank !== 'closing',
    from: { in: chosen.in, mention },
  }
}

/** The mention that opens a window by closing it: "in August", "within 30 days of March 1". */
function openedBy(mention: DateMention): DateMention | null {
  if (mention.shift?.isWithin) {
    const { shift, ...anchor } = mention
    // The clock is that of the deadline, unless hours are counted from it.
    return shift.unit === 'hours' ? anchor : { ...anchor, minutes: null }
  }
  return mention.day === null && spanning.has(mention.lead ?? '') ? mention : null
}

const placed = (where: Place['in'], mention: { readonly start: number; readonly end: number } | null) =>
  mention === null ? null : { in: where, start: mention.start, end: mention.end }

/** Whether a mention gives a time of day to a day that the title has without one, or to a day of the month or year that it has. */
function isTimedDayOf({ dates }: Text): (found: Found) => boolean {
  const untimed = dates.filter(({ minutes }) => minutes === null)
  const days = new Set(untimed.map(dayOf))
  const spans = untimed.filter(
    ({ day, months, shift }) => day === null && months === undefined && shift === undefined,
  )
  const isWithin = (mention: DateMention) =>
    mention.day !== null &&
    spans.some(({ year, month }) => year === mention.year && (month === null || month === mention.month))
  return ({ mention }) => mention.minutes !== null && (days.has(dayOf(mention)) || isWithin(mention))
}

/** The title's days with the times of day that the rules give them. */
function withClocks({ mention, opening }: Found, { first, last }: TitleClocks): Omit<Found, 'rank'> {
  const timed = (each: DateMention, minutes: number | null) => ({ ...each, minutes: each.minutes ?? minutes })
  const start = opening ?? (mention.day === null && first !== null ? { ...mention } : null)
  return { mention: timed(mention, last), opening: start === null ? null : timed(start, first) }
}

/** When a window opens: without a year of its own it is the last such day before the window closes. */
function openingOf(
  first: DateMention,
  closing: number | null,
  zone: string | null,
  at: number,
): number | null {
  const opens = startOf(first, first.year ?? closing, first.zone?.name ?? zone)
  const isLater = opens !== null && opens >= at && first.year === null && closing !== null
  return isLater ? startOf(first, closing - 1, first.zone?.name ?? zone) : opens
}

function pick(where: 'question' | 'rules', found: readonly Found[], ranks: readonly Rank[]) {
  for (const rank of ranks) {
    const match = found.find((each) => each.rank === rank)
    if (match !== undefined) return { in: where, found: match }
  }
  return null
}

/** Days that are only spoken of count the less, the farther they are from the day on which the market is to close. */
function nearestFirst(found: readonly Found[], year: YearOf, near: number | null) {
  if (near === null) return found
  const distance = ({ mention }: Found) =>
    Math.abs((startOf(mention, year(mention), mention.zone?.name ?? null) ?? Number.MAX_SAFE_INTEGER) - near)
  return found.toSorted((a, b) => distance(a) - distance(b))
}

const zoneNear = ({ dates }: Text, mention: DateMention): ZoneMention | null =>
  dates.find(({ zone, sentence }) => zone !== null && sentence === mention.sentence)?.zone ?? null
