import type { Word } from '../text/Words.ts'
import { integer, isDigits } from './digits.ts'
import { type ZoneMention, zoneAt } from './zoneNames.ts'

/**
 * The first zone that stands with a time of day, as in "12:00 AM ET" or "in the ET timezone"; else the first that stands in a
 * parenthesis of its own or after "times are", which is meant for all.
 */
export function readZone(words: readonly Word[], text: string): ZoneMention | null {
  for (let at = 0; at < words.length; at++) {
    const clock = clockAt(words, at)
    const zoned = clock === null ? null : zoneAt(words, clock.next, text)
    if (zoned !== null) return zoned.zone
    if (words[at]!.text === 'timezone' && at > 0) return zoneAt(words, at - 1, text)?.zone ?? null
  }
  for (let at = 0; at < words.length; at++) {
    const general = generalZoneAt(words, at, text)
    if (general !== null) return general
  }
  return null
}

/** "(UTC)", "All times are in ET", "…, Lisbon local time". */
function generalZoneAt(words: readonly Word[], at: number, text: string): ZoneMention | null {
  const isTimes =
    (words[at]!.text === 'times' || words[at]!.text === 'dates') && words[at + 1]?.text === 'are'
  if (isTimes) return zoneAt(words, at + 2, text)?.zone ?? null
  const opening = words[at]!.text
  const zoned = opening === '(' || opening === ',' ? zoneAt(words, at + 1, text) : null
  if (zoned === null) return null
  // "on 3 November, Lisbon local time"
  const isWhole = opening === '(' ? words[zoned.next]?.text === ')' : words[zoned.next - 1]!.text === 'time'
  return isWhole ? zoned.zone : null
}

/** 11:59 PM; 11:59:59 PM; 4PM; 16:00; 16h00; noon; midday; midnight. */
export function clockAt(words: readonly Word[], at: number): { minutes: number; next: number } | null {
  const word = words[at]
  if (word === undefined) return null
  if (word.text === 'noon' || word.text === 'midday') return { minutes: 720, next: at + 1 }
  if (word.text === 'midnight') return { minutes: 1_439, next: afterRemark(words, at + 1) }
  const [, hours, minutes] = /^(\d{1,2})h(\d\d)$/.exec(word.text) ?? []
  if (hours !== undefined && Number(hours) < 24 && Number(minutes) < 60)
    return { minutes: Number(hours) * 60 + Number(minutes), next: at + 1 }
  if (word.kind !== 'number') return null
  const joined = halfOf(word.text)
  if (joined !== null) return hourOf(joined.digits, 0, joined.half, at + 1)
  const hour = integer(word)
  if (hour === null || hour > 24) return null
  let next = at + 1
  let minute: number | null = null
  while (words[next]?.text === ':' && next < at + 5) {
    const part = words[next + 1]
    const half = part === undefined ? null : halfOf(part.text)
    if (half !== null) return hourOf(String(hour), minute ?? Number(half.digits), half.half, next + 2)
    const value = integer(part)
    if (value === null || value > 59) return null
    minute ??= value
    next += 2
  }
  // "12:00 noon", "12 midnight".
  const named = hour === 12 && (minute ?? 0) === 0 ? words[next]?.text : undefined
  if (named === 'noon' || named === 'midnight')
    return { minutes: named === 'noon' ? 720 : 1_439, next: next + 1 }
  const half = halfWord(words, next)
  if (half !== null) return hourOf(String(hour), minute ?? 0, half.half, half.next)
  if (minute === null || hour * 60 + minute > 1_440) return null
  // 24:00 is the end of the day, whose last minute counts.
  return { minutes: Math.min(hour * 60 + minute, 1_439), next }
}

/** "midnight (end of day)": the place behind a parenthesis that only says which midnight. */
function afterRemark(words: readonly Word[], at: number): number {
  if (words[at]?.text !== '(') return at
  let end = at + 1
  while (remark.has(words[end]?.text ?? '')) end++
  return end > at + 1 && words[end]?.text === ')' ? end + 1 : at
}
const remark = new Set(['the', 'at', 'end', 'of', 'day', 'that'])

function hourOf(digits: string, minute: number, half: 'am' | 'pm', next: number) {
  const hour = Number(digits)
  // "00:00 AM" is no time of any clock, but is written, and means midnight.
  if (hour > 12 || minute > 59 || (hour === 0 && half === 'pm')) return null
  return { minutes: ((hour % 12) + (half === 'pm' ? 12 : 0)) * 60 + minute, next }
}

function halfWord(words: readonly Word[], at: number): { half: 'am' | 'pm'; next: number } | null {
  const text = words[at]?.text
  if (text === 'am' || text === 'pm') return { half: text, next: at + 1 }
  if ((text === 'a' || text === 'p') && words[at + 1]?.text === '.' && words[at + 2]?.text === 'm') {
    return { half: `${text}m`, next: words[at + 3]?.text === '.' ? at + 4 : at + 3 }
  }
  return null
}

function halfOf(text: string): { digits: string; half: 'am' | 'pm' } | null {
  const half = text.slice(-2)
  const digits = text.slice(0, -2)
  return (half === 'am' || half === 'pm') && isDigits(digits) && digits.length <= 2 ? { digits, half } : null
}
