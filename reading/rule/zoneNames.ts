import { prepositions } from '../text/grammar.ts'
import { lexicon, matchAt } from '../text/Phrases.ts'
import type { Word } from '../text/Words.ts'
import { integer } from './digits.ts'
import { placeZone } from './places.ts'
import { isZone, sameZone } from './zones.ts'

/** Names that are zones only with "time" after them, or right after a clock. */
const named: ReadonlyMap<string, string> = new Map([
  ['eastern', 'ET'],
  ['central', 'CT'],
  ['mountain', 'MT'],
  ['pacific', 'PT'],
  ['greenwich mean', 'UTC'],
  ['coordinated universal', 'UTC'],
  ['central european', 'CET'],
  ['eastern european', 'EET'],
  ['western european', 'WET'],
])
const phrases = lexicon([...named.keys()])
const suffixes = lexicon([
  'time',
  'timezone',
  'time zone',
  'standard time',
  'daylight time',
  'summer time',
  'local time',
])

/** Words that may be a zone only in capitals, because they are words of English too. */
const onlyCapitals = new Set([
  'et',
  'ct',
  'mt',
  'pt',
  'est',
  'west',
  'ist',
  'wet',
  'art',
  'ast',
  'eat',
  'wat',
  'ict',
])

/** A zone as a text names it, and where. */
export type ZoneMention = { readonly name: string; readonly start: number; readonly end: number }

/** The zone at a place, after "in the" or a parenthesis too, and the place after it. */
export function zoneAt(
  words: readonly Word[],
  start: number,
  text: string,
): { zone: ZoneMention; next: number } | null {
  const found = nameAt(words, start, text)
  if (found === null) return null
  const { name, at, next } = found
  return { zone: { name, start: words[at]!.start, end: words[next - 1]!.end }, next }
}

function nameAt(
  words: readonly Word[],
  start: number,
  text: string,
): { name: string; at: number; next: number } | null {
  let at = start
  while (at < start + 2 && (words[at]?.text === '(' || words[at]?.text === 'in' || words[at]?.text === 'the'))
    at++
  // "(local time, UTC-03:00)": what the local time is stands behind it.
  if (
    words[at]?.text === 'local' &&
    words[at + 1]?.text === 'time' &&
    localJoins.has(words[at + 2]?.text ?? '')
  )
    at += 3
  const place = matchAt(words, at, phrases)
  if (place !== null) {
    const suffix = matchAt(words, at + place.count, suffixes)
    if (suffix === null && !standsAlone(place.phrase, words[at + place.count])) return null
    return { name: named.get(place.phrase)!, at, next: at + place.count + (suffix?.count ?? 0) }
  }
  const word = words[at]
  if (word?.kind !== 'word') return null
  if (!isZoneWord(word, text)) return cityAt(words, at, text)
  const shifted = word.text === 'utc' || word.text === 'gmt' ? offsetAt(words, at + 1) : null
  if (shifted !== null) return { ...shifted, at }
  const next = at + 1 + (matchAt(words, at + 1, suffixes)?.count ?? 0)
  // "PDT (Palestine Daylight Time)": what stands in the parenthesis is what is meant.
  const name = word.text === 'zulu' ? 'UTC' : word.text.toUpperCase()
  const meant = words[next]?.text === '(' ? placeAt(words, next + 1, text, closes) : null
  if (meant === null || sameZone(meant.name) === sameZone(name)) return { name, at, next }
  return { name: meant.name, at, next: meant.next + suffixAfter(words, meant.next) + 1 }
}

/** "5 PM Pacific", and "5 PM Central on May 3" but not "5 PM Central Park". */
const standsAlone = (phrase: string, behind: Word | undefined): boolean =>
  phrase === 'eastern' ||
  phrase === 'pacific' ||
  ((phrase === 'central' || phrase === 'mountain') &&
    (behind?.kind !== 'word' || prepositions.has(behind.text)))

const localJoins = new Set([',', '-', ':', '/', '='])
const longestPlace = 4

/** "Jerusalem time", "Tokyo local time", "local time in Tokyo", "time in Tokyo". */
function cityAt(words: readonly Word[], at: number, text: string) {
  const lead = matchAt(words, at, leads)
  if (lead !== null) {
    const place = placeAt(words, at + lead.count, text, () => true)
    return place === null ? null : { ...place, at }
  }
  const place = placeAt(words, at, text, (words, next) => suffixAfter(words, next) > 0)
  return place === null ? null : { name: place.name, at, next: place.next + suffixAfter(words, place.next) }
}
const leads = lexicon([
  'local time in',
  'local time at',
  'time in',
  'the time in',
  'time zone of',
  'timezone of',
])

/** The longest name of a place that begins at a word, in capitals as names are, and ends where it may. */
function placeAt(
  words: readonly Word[],
  at: number,
  text: string,
  mayEnd: (words: readonly Word[], next: number) => boolean,
): { name: string; next: number } | null {
  if (!words[at]?.isCapital) return null
  for (let count = longestPlace; count > 0; count--) {
    const part = words.slice(at, at + count)
    const isName =
      part.length === count && part.every(({ kind, sentence }) => isNameIn(kind, sentence, words[at]!))
    if (!isName || !mayEnd(words, at + count)) continue
    if (placeZone(part.map((word) => word.text).join(' ')) === null) continue
    return { name: text.slice(part[0]!.start, part.at(-1)!.end), next: at + count }
  }
  return null
}

const isNameIn = (kind: Word['kind'], sentence: number, first: Word): boolean =>
  kind === 'word' && sentence === first.sentence

const suffixAfter = (words: readonly Word[], at: number): number => matchAt(words, at, suffixes)?.count ?? 0

/** Whether nothing but "Standard Time" and the like stands between a place and the end of its parenthesis. */
const closes = (words: readonly Word[], at: number): boolean =>
  words[at + suffixAfter(words, at)]?.text === ')'

function isZoneWord({ text: folded, start, end }: Word, text: string): boolean {
  if (folded.includes(' ') || named.has(folded) || !isZone(folded)) return false
  const original = text.slice(start, end)
  return !onlyCapitals.has(folded) || original === original.toUpperCase()
}

/** "UTC+3", "GMT-05:30". */
function offsetAt(words: readonly Word[], at: number): { name: string; next: number } | null {
  const sign = words[at]?.text
  const hours = integer(words[at + 1])
  if ((sign !== '+' && sign !== '-') || hours === null || words[at]!.start !== words[at - 1]!.end) return null
  const minutes = words[at + 2]?.text === ':' ? integer(words[at + 3]) : null
  // "GMT+0000", as programs write it.
  const [hour, minute] =
    hours >= 100 || words[at + 1]!.text.length === 4
      ? [Math.floor(hours / 100), hours % 100]
      : [hours, minutes ?? 0]
  const zone = `UTC${sign}${hour}${minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`}`
  if (!isZone(zone) || minute > 59) return null
  return { name: hour === 0 && minute === 0 ? 'UTC' : zone, next: minutes === null ? at + 2 : at + 4 }
}
