import { Calendar } from '../../protocol/index.ts'
import { lexicon, matchAt } from '../text/Phrases.ts'
import type { Word } from '../text/Words.ts'
import { countAt } from './numerals.ts'

/** How far a deadline lies from the day that it is told by: "within 30 days of", "two weeks after". */
export type Shift = {
  readonly unit: 'hours' | 'days' | 'months'
  /** Negative before the day. */
  readonly count: number
  /** Whether the window also opens on that day: "within". */
  readonly isWithin: boolean
}
/** A shift, and the place of its first word; null for one whose unit no calendar tells, such as trading days. */
export type ShiftBefore = { readonly shift: Shift | null; readonly at: number }

const unitsOfTime: ReadonlyMap<string, { readonly unit: Shift['unit']; readonly times: number }> = new Map(
  [
    ['hour', 'hours', 1],
    ['day', 'days', 1],
    ['week', 'days', 7],
    ['fortnight', 'days', 14],
    ['month', 'months', 1],
    ['year', 'months', 12],
  ].flatMap(([name, unit, times]) => {
    const entry = { unit, times } as { unit: Shift['unit']; times: number }
    return [[name as string, entry] as const, [`${name}s`, entry] as const]
  }),
)
const relations = lexicon(['of', 'after', 'from', 'following', 'before', 'prior to'])
const longestRelation = 2
/** Days that only those can count who know the holidays. */
const countedByOthers = new Set(['business', 'working', 'trading', 'banking'])

/** What stands right before a day and moves it. */
export function shiftBefore(words: readonly Word[], at: number): ShiftBefore | null {
  const end = words[at - 1]?.text === 'the' ? at - 1 : at
  for (let count = 1; count <= longestRelation; count++) {
    const relation = matchAt(words, end - count, relations)
    if (relation?.count === count) return spanBefore(words, end - count, relation.phrase)
  }
  return null
}

/** "30 days" and the like before a word such as "after". */
function spanBefore(words: readonly Word[], end: number, relation: string): ShiftBefore | null {
  const unit = unitsOfTime.get(words[end - 1]?.text ?? '')
  if (unit === undefined) return null
  const kind = words[end - 2]?.text ?? ''
  const isOthers = countedByOthers.has(kind)
  const last = isOthers || kind === 'calendar' || kind === '-' ? end - 2 : end - 1
  const number = numberBefore(words, last)
  if (number === null) return null
  const isWithin = words[number.at - 1]?.text === 'within'
  // "The first 10 days of March" is no distance.
  if (relation === 'of' && !isWithin) return null
  const sign = relation === 'before' || relation === 'prior to' ? -1 : 1
  const shift = { unit: unit.unit, count: sign * number.value * unit.times, isWithin }
  return { shift: isOthers ? null : shift, at: isWithin ? number.at - 1 : number.at }
}

/** The number that ends before a word: "30", "twenty-four", "a". */
function numberBefore(words: readonly Word[], end: number): { value: number; at: number } | null {
  for (let at = Math.max(0, end - 3); at < end; at++) {
    const number = countAt(words, at)
    if (number?.next === end) return { value: number.value, at }
  }
  const article = words[end - 1]?.text
  return article === 'a' || article === 'an' || article === 'the' ? { value: 1, at: end - 1 } : null
}

/** What a rule may call the moment at which its market began. */
const beginnings = lexicon(
  ['creation', 'launch', 'listing', 'opening']
    .flatMap((what) => [
      `market ${what}`,
      `the market ${what}`,
      `market's ${what}`,
      `this market's ${what}`,
      `the market's ${what}`,
      `the ${what} of this market`,
      `the ${what} of the market`,
    ])
    .concat(['this market was created', 'this market is created', 'this market opens']),
)

/** The place after words that name the beginning of the market, where a shift leads to it; null for others. */
export function beginningAt(words: readonly Word[], at: number): number | null {
  const hit = matchAt(words, at, beginnings)
  return hit === null || shiftBefore(words, at)?.shift == null ? null : at + hit.count
}

/** A local time, moved. A month later than the 31st is the last day of a shorter month. */
export function move(
  { days, minutes }: { readonly days: number; readonly minutes: number },
  shift: Shift | undefined,
): { days: number; minutes: number } {
  if (shift === undefined) return { days, minutes }
  if (shift.unit === 'days') return { days: days + shift.count, minutes }
  if (shift.unit === 'hours') {
    const sum = days * 1_440 + minutes + shift.count * 60
    return { days: Math.floor(sum / 1_440), minutes: ((sum % 1_440) + 1_440) % 1_440 }
  }
  const { year, month, day } = Calendar.dayAt(days)
  const months = year * 12 + month - 1 + shift.count
  const [toYear, toMonth] = [Math.floor(months / 12), (((months % 12) + 12) % 12) + 1]
  return {
    days: Calendar.daysOf(toYear, toMonth, Math.min(day, Calendar.lastDayOf(toYear, toMonth))),
    minutes,
  }
}
