import { lexicon, sentencesWith } from '../text/Phrases.ts'
import type { Word } from '../text/Words.ts'
import type { DateMention } from './dates.ts'
import { daysOf, lastDayOf, toInstant } from './zones.ts'

export type Text = {
  readonly text: string
  readonly words: readonly Word[]
  readonly dates: readonly DateMention[]
}

/** When a rule's window closes, and opens; `from` tells which text and which of its mentions say so. */
export type Deadline = {
  /** Unix seconds: the last minute that counts. */
  readonly at: number
  readonly zone: string | null
  /** Whether the rule gives a time of day; without it the day's last minute is taken. */
  readonly hasClock: boolean
  readonly opens: number | null
  readonly from: { readonly in: 'question' | 'rules'; readonly mention: DateMention }
}

const closing = new Set(['by', 'before', 'until', 'till', 'through'])
/** A time in a sentence with one of these says what happens when the event is late, not when the market ends. */
const lateness = lexicon([
  'postponed',
  'delayed',
  'rescheduled',
  'cancelled',
  'canceled',
  'remain open',
  'stay open',
  'not completed',
  'not been completed',
  'make-up',
  'not released',
  'not announced',
  'no winner',
  'not declared',
  'not yet',
])
const scheduled = lexicon(['scheduled', 'takes place', 'take place', 'starts', 'set for'])

/** The deadline in a rule's own words; `near` is an instant that a date without a year is near to. */
export function readDeadline(question: Text, rules: Text, near: number | null): Deadline | null {
  const year = yearFor([...rules.dates, ...question.dates], near)
  const inRules = best(rules)
  const inTitle = best(question)
  const chosen =
    pick('rules', inRules, ['window', 'closing']) ??
    pick('question', inTitle, ['window', 'closing', 'plain']) ??
    pick('rules', inRules, ['plain', 'scheduled', 'late'])
  if (chosen === null) return null
  const { mention, opening } = chosen.found
  const end = endOf(mention, year(mention))
  if (end === null) return null
  const zone = mention.zone ?? zoneNear(chosen.in === 'rules' ? rules : question, mention) ?? onlyZone(rules)
  const isBefore = mention.lead === 'before' && mention.minutes === null
  const at = isBefore ? startOf(mention, year(mention), zone)! - 60 : toInstant(end.days, end.minutes, zone)
  const opens = opening === null ? null : startOf(opening, year(opening), opening.zone ?? zone)
  return {
    at,
    zone,
    hasClock: mention.minutes !== null,
    opens: opens !== null && opens < at ? opens : null,
    from: { in: chosen.in, mention },
  }
}

type Rank = 'window' | 'closing' | 'plain' | 'scheduled' | 'late'
type Found = { readonly rank: Rank; readonly mention: DateMention; readonly opening: DateMention | null }

function pick(where: 'question' | 'rules', found: readonly Found[], ranks: readonly Rank[]) {
  for (const rank of ranks) {
    const match = found.find((each) => each.rank === rank)
    if (match !== undefined) return { in: where, found: match }
  }
  return null
}

/** The mentions of a text with what each of them seems to be, in order. */
function best({ words, dates }: Text): Found[] {
  const late = sentencesWith(words, lateness)
  const planned = sentencesWith(words, scheduled)
  return dates.map((mention, i) => {
    const before = dates[i - 1]
    const opening = before !== undefined && isRange(words, before, mention) ? before : null
    const rank = late.has(mention.sentence)
      ? 'late'
      : planned.has(mention.sentence)
        ? 'scheduled'
        : opening !== null
          ? 'window'
          : mention.lead !== null && closing.has(mention.lead)
            ? 'closing'
            : 'plain'
    return { rank, mention, opening }
  })
}

/** "between A and B", "from A to B", "A - B": nothing but the joining word stands between two times of one sentence. */
function isRange(words: readonly Word[], first: DateMention, second: DateMention): boolean {
  if (first.sentence !== second.sentence) return false
  const between = words.slice(first.next, second.at).map(({ text }) => text)
  return (
    between.length >= 1 &&
    between.length <= 8 &&
    between.some((text) => joining.has(text)) &&
    !between.includes('or')
  )
}
const joining = new Set(['and', 'to', '-', 'through', 'until'])

const onlyZone = ({ dates }: Text): string | null => dates.find(({ zone }) => zone !== null)?.zone ?? null

const zoneNear = ({ dates }: Text, mention: DateMention): string | null =>
  dates.find(({ zone, sentence }) => zone !== null && sentence === mention.sentence)?.zone ?? null

/** The year of a mention without one: that which brings it nearest to `near`, else the last year the text names. */
function yearFor(
  dates: readonly DateMention[],
  near: number | null,
): (mention: DateMention) => number | null {
  const named = dates.findLast(({ year }) => year !== null)?.year ?? null
  return (mention) => {
    if (mention.year !== null) return mention.year
    if (near === null) return named
    const middle = new Date(near * 1_000).getUTCFullYear()
    const distance = (year: number) =>
      Math.abs(daysOf(year, mention.month ?? 6, mention.day ?? 15) * 86_400 - near)
    return [middle - 1, middle, middle + 1].reduce((a, b) => (distance(b) < distance(a) ? b : a))
  }
}

/** The last minute of a mention, in local time. */
export function endOf(mention: DateMention, year: number | null): { days: number; minutes: number } | null {
  if (year === null) return null
  const month = mention.month ?? 12
  const day = Math.min(mention.day ?? 31, lastDayOf(year, month))
  return { days: daysOf(year, month, day), minutes: mention.minutes ?? 1_439 }
}

/** The first instant of a mention. */
export function startOf(mention: DateMention, year: number | null, zone: string | null): number | null {
  if (year === null) return null
  const month = mention.month ?? 1
  const day = Math.min(mention.day ?? 1, lastDayOf(year, month))
  return toInstant(daysOf(year, month, day), mention.minutes ?? 0, zone)
}
