import * as Calendar from '../Calendar.ts'

/** Dates as people write them in English text and in addresses, found by one look at each word. */
export type Day = { readonly year: number | null; readonly month: number; readonly day: number | null }

/** Days named in a folded text's words: "june 5 2025", "5th june", "june 2025", "2025 06 05" (from 2025-06-05). */
export function find(words: readonly string[]): Day[] {
  const out: Day[] = []
  for (let i = 0; i < words.length; i++) {
    const month = Calendar.monthOf(words[i]!)
    if (month !== null) {
      const after = dayOf(words[i + 1])
      const before = dayOf(words[i - 1])
      const day = after ?? before
      const year = yearOf(words[after === null ? i + 1 : i + 2])
      // "may" and "march" alone are words, not dates.
      if (day !== null || year !== null) out.push({ year, month, day })
      continue
    }
    const year = yearOf(words[i])
    const number = numberOf(words[i + 1], 12)
    if (year !== null && number !== null && words[i + 1]!.length <= 2) {
      out.push({ year, month: number, day: numberOf(words[i + 2], 31) })
    }
  }
  return out
}

/** The UTC day of a Unix time. */
export const ofUnix = (seconds: number): Day => Calendar.dayAt(Math.floor(seconds / 86_400))

/** Days between two dates, as near as what they name allows: a missing year is taken to be the other's. */
export function distance(a: Day, b: Day): number {
  const year = a.year ?? b.year ?? 2000
  const other = b.year ?? a.year ?? 2000
  const days = (of: Day, in_: number) => in_ * 365 + (of.month - 1) * 30 + (of.day ?? 15)
  const apart = Math.abs(days(a, year) - days(b, other))
  // Without a day the month is all we know.
  const vague = a.day === null || b.day === null
  return vague && a.month === b.month && year === other ? 0 : apart
}

function dayOf(word: string | undefined): number | null {
  if (word === undefined) return null
  const bare = word.endsWith('st') || word.endsWith('nd') || word.endsWith('rd') || word.endsWith('th')
  return numberOf(bare ? word.slice(0, -2) : word, 31)
}

function yearOf(word: string | undefined): number | null {
  if (word === undefined || word.length !== 4) return null
  const year = numberOf(word, 2099)
  return year !== null && year >= 1990 ? year : null
}

function numberOf(word: string | undefined, most: number): number | null {
  if (word === undefined || word.length === 0 || word.length > 4) return null
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i)
    if (code < 0x30 || code > 0x39) return null
  }
  const value = Number(word)
  return value >= 1 && value <= most ? value : null
}
