import type { DateMention } from './dates.ts'
import type { Deadline, Text } from './deadline.ts'

const hour = 3_600

/**
 * Whether the title ends the market at another time than the rules. A title rounds: the rules may end within its day, month or year,
 * some hours later, or with the minute before it begins where it is "by" the first of a month.
 */
export function endsElsewhere(titled: Deadline, ruled: Deadline, rules: Text): boolean {
  if (ruled.from.in !== 'rules') return false
  const [title, rule] = [titled.from.mention, ruled.from.mention]
  const isTimed = title.minutes !== null && rule.minutes !== null && isSameDay(title, rule)
  if (isTimed && isPlain(titled) && isPlain(ruled)) return titled.at !== ruled.at
  // What the title says is in the rules too, so that these say more, and nothing else.
  if (ruled.isFallback || rules.dates.some((date) => isSameDay(date, title))) return false
  if (isMeasuredYear(title, rule, rules)) return false
  const isFirst = title.day === null || title.day === 1
  const from = titled.begins - (isFirst ? 60 : 0)
  return ruled.at < from || ruled.at > titled.at + 12 * hour
}

/** "sales for 2027 …, as published by April 30, 2028": the title's year is what is measured, and the day when it is told. */
function isMeasuredYear(title: DateMention, rule: DateMention, { text }: Text): boolean {
  if (title.year === null || title.month !== null || rule.year === title.year) return false
  const lead = text.slice(Math.max(0, rule.start - 60), rule.start)
  const isTold = /\b(?:published|released|reported|announced|report|release|figures?)\b[^.]{0,40}$/i.test(
    lead,
  )
  return isTold && new RegExp(`\\b${title.year}\\b`).test(text)
}

/** Not the end of a window, which a title may name by its beginning. */
const isPlain = ({ opens, isFallback }: Deadline): boolean => opens === null && !isFallback

const isSameDay = (a: DateMention, b: DateMention): boolean =>
  a.month === b.month &&
  a.day === b.day &&
  (a.year === null || b.year === null || a.year === b.year) &&
  (a.shift === undefined) === (b.shift === undefined)
