import { Calendar } from '../../protocol/index.ts'
import { scan, type Word } from '../../reading/text/Words.ts'

/** Days that a page names, in the forms that pages use, in a few languages. A day without a year keeps none. */
export type DayMention = {
  readonly year: number | null
  readonly month: number
  readonly day: number | null
  readonly start: number
  readonly end: number
}

const foreign = `januar februar märz mai juni juli oktober dezember jänner | enero febrero marzo abril mayo junio julio agosto
  septiembre octubre noviembre diciembre | janvier février mars avril juin juillet août septembre octobre novembre décembre |
  gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre | janeiro fevereiro março maio junho julho setembro
  outubro novembro dezembro`
const numbers = `1 2 3 5 6 7 10 12 1 | 1 2 3 4 5 6 7 8 9 10 11 12 | 1 2 3 4 6 7 8 9 10 11 12 | 1 2 4 5 6 7 9 10 12 | 1 2 3 5 6 7 9 10 11 12`
const foreignMonths = new Map<string, number>()
foreign.split('|').forEach((group, i) => {
  const values = numbers.split('|')[i]!.trim().split(/\s+/)
  group
    .trim()
    .split(/\s+/)
    .forEach((name, j) => {
      foreignMonths.set(name, Number(values[j]))
    })
})

const monthOf = (word: string | undefined): number | null =>
  word === undefined ? null : (Calendar.monthOf(word) ?? foreignMonths.get(word) ?? null)

/** All days that a text names, in order. Slashed ones are read month first unless that is no month. */
export function daysIn(text: string): DayMention[] {
  const words = scan(text)
  const found: DayMention[] = []
  for (let at = 0; at < words.length; at++) {
    const read = isoAt(words, at) ?? dottedAt(words, at) ?? dayFirstAt(words, at) ?? monthFirstAt(words, at)
    if (read === null) continue
    const { next, ...mention } = read
    if (mention.day !== null && !Calendar.isDate(mention.year ?? 2_024, mention.month, mention.day)) continue
    found.push({ ...mention, start: words[at]!.start, end: words[next - 1]!.end })
    const last = rangeEnd(words, next, mention)
    if (last !== null) {
      // The year of a range stands at its end.
      if (mention.year === null) found[found.length - 1] = { ...found.at(-1)!, year: last.year }
      found.push({
        year: last.year,
        month: mention.month,
        day: last.day,
        start: words[at]!.start,
        end: words[last.next - 1]!.end,
      })
    }
    at = (last?.next ?? next) - 1
  }
  return found
}

/** The last day of "June 12-14, 2026". */
function rangeEnd(
  words: readonly Word[],
  at: number,
  { day, year, month }: Omit<DayMention, 'start' | 'end'>,
): { day: number; year: number | null; next: number } | null {
  if (day === null || year !== null || !isMark(words[at], '-', '–')) return null
  const last = whole(words[at + 1], 31)
  if (last === null || last <= day) return null
  const behind = isMark(words[at + 2], ',') ? at + 3 : at + 2
  const ownYear = yearAt(words[behind])
  if (!Calendar.isDate(ownYear ?? 2_024, month, last)) return null
  return { day: last, year: ownYear, next: ownYear === null ? at + 2 : behind + 1 }
}

type Read = { year: number | null; month: number; day: number | null; next: number }

const whole = (word: Word | undefined, most: number): number | null => {
  if (word?.kind !== 'number') return null
  const digits = /^([0-9]{1,4})(?:st|nd|rd|th|t[0-9]{2}|)$/.exec(word.text)?.[1]
  const value = digits === undefined ? Number.NaN : Number(digits)
  return value >= 1 && value <= most ? value : null
}
const yearAt = (word: Word | undefined): number | null => {
  const year = word?.kind === 'number' && word.text.length === 4 ? Number(word.text) : Number.NaN
  return year >= 1900 && year <= 2100 ? year : null
}
/** "3/2/26" */
const shortYearAt = (word: Word | undefined): number | null =>
  word?.kind === 'number' && /^[0-9]{2}$/.test(word.text) ? 2000 + Number(word.text) : null
const isMark = (word: Word | undefined, ...marks: string[]): boolean =>
  word !== undefined && marks.includes(word.text)

/** "2026-03-20", "2026/03/20" and what begins so. */
function isoAt(words: readonly Word[], at: number): Read | null {
  const year = yearAt(words[at])
  if (year === null || !isMark(words[at + 1], '-', '/') || words[at]!.end !== words[at + 1]!.start)
    return null
  const month = whole(words[at + 2], 12)
  if (month === null) return null
  const day = isMark(words[at + 3], '-', '/') ? whole(words[at + 4], 31) : null
  return { year, month, day, next: day === null ? at + 3 : at + 5 }
}

/** "28.04.2026" is one number with two points; "5/6/2026" is five words. */
function dottedAt(words: readonly Word[], at: number): Read | null {
  const word = words[at]!
  const dotted = /^([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})$/.exec(word.text)
  if (dotted !== null)
    return { day: Number(dotted[1]), month: within(dotted[2]!), year: Number(dotted[3]), next: at + 1 }
  const [first, second] = [whole(word, 31), whole(words[at + 2], 31)]
  const year = yearAt(words[at + 4]) ?? (isMark(words[at + 3], '/') ? shortYearAt(words[at + 4]) : null)
  if (first === null || second === null || year === null) return null
  if (!isMark(words[at + 1], '/', '.') || !isMark(words[at + 3], '/', '.')) return null
  const isDayFirst = words[at + 1]!.text === '.' || first > 12
  const [month, day] = isDayFirst ? [second, first] : [first, second]
  return month > 12 ? null : { year, month, day, next: at + 5 }
}
const within = (month: string): number => Math.min(12, Math.max(1, Number(month)))

/** "14 March 2026", "17. April 2026", "19 de diciembre de 2025", "2 May". */
function dayFirstAt(words: readonly Word[], at: number): Read | null {
  const day = whole(words[at], 31)
  if (day === null) return null
  let next = at + 1
  while (isMark(words[next], '.', 'de', 'of')) next++
  const month = monthOf(words[next]?.text)
  if (month === null) return null
  next++
  let behind = next
  while (isMark(words[behind], ',', 'de', '.')) behind++
  const year = yearAt(words[behind])
  return { year, month, day, next: year === null ? next : behind + 1 }
}

/** "March 14, 2026", "Jun 11", "February 2026". */
function monthFirstAt(words: readonly Word[], at: number): Read | null {
  const month = monthOf(words[at]?.text)
  if (month === null || (words[at]!.text === 'may' && !words[at]!.isCapital)) return null
  let place = at + 1
  if (isMark(words[place], '.')) place++
  const only = yearAt(words[place])
  if (only !== null) return { year: only, month, day: null, next: place + 1 }
  const day = whole(words[place], 31)
  if (day === null) return null
  const behind = isMark(words[place + 1], ',') ? place + 2 : place + 1
  const year = yearAt(words[behind])
  return { year, month, day, next: year === null ? place + 1 : behind + 1 }
}
