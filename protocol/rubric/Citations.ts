import * as Citation from '../Citation.ts'
import * as Dates from './Dates.ts'
import * as Text from './Text.ts'
import * as Topic from './Topic.ts'

/** What the citations show that others found. Only words that they found count, never the address around them. */
export type Found = {
  readonly quotes: readonly string[]
  /** Where the best of them leads; null when none was found. */
  readonly reach: Citation.Reach | null
  /** Different sites among them. */
  readonly sites: number
  /** Whether one is about the question's own subject. */
  readonly isOnTopic: boolean
  /** Whether one of these names a day near the deadline or near a day that the question names. */
  readonly isTimely: boolean
}

/** A quote within this many days of the date in question counts as timely. */
export const nearDays = 3

const best: readonly Citation.Reach[] = ['named', 'authority', 'other']

export function read(
  citations: readonly Citation.Judged[],
  topic: Topic.Topic,
  days: readonly Dates.Day[],
): Found {
  const passed = citations.filter(({ verdict }) => verdict === 'p')
  const quotes = passed.map(({ quote }) => quote)
  const onTopic = quotes
    .map((quote) => Text.words(Text.fold(quote)))
    .filter((words) => Topic.isOnTopic(topic, words))
  const isNear = (day: Dates.Day) => days.some((other) => Dates.distance(day, other) <= nearDays)
  return {
    quotes,
    reach: best.find((reach) => passed.some((one) => one.reach === reach)) ?? null,
    sites: new Set(passed.map(({ url }) => Citation.domainOf(url) ?? url)).size,
    isOnTopic: onTopic.length > 0,
    isTimely: onTopic.some((words) => Dates.find(words).some(isNear)),
  }
}

/** The days that count: the deadline's, and those that the question names. */
export function daysOf(question: string, deadline: number | undefined): Dates.Day[] {
  const days = Dates.find(Text.words(Text.fold(question)))
  if (deadline !== undefined) days.push(Dates.ofUnix(deadline))
  return days
}
