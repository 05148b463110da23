/** The zones that rules name, with the summer time of the countries that have one. Offsets are minutes east of UTC. */
type Zone = { readonly standard: number; readonly summer: 'none' | 'us' | 'eu' }

const us = (standard: number): Zone => ({ standard: standard * 60, summer: 'us' })
const eu = (standard: number): Zone => ({ standard: standard * 60, summer: 'eu' })
const fixed = (minutes: number): Zone => ({ standard: minutes, summer: 'none' })

// "ET", and "EST" in July, are both what the clocks of New York show: rules write EST all year round.
const zones: Readonly<Record<string, Zone>> = {
  et: us(-5),
  est: us(-5),
  edt: us(-5),
  eastern: us(-5),
  ct: us(-6),
  cst: us(-6),
  cdt: us(-6),
  mt: us(-7),
  mst: us(-7),
  mdt: us(-7),
  pt: us(-8),
  pst: us(-8),
  pdt: us(-8),
  pacific: us(-8),
  utc: fixed(0),
  gmt: fixed(0),
  zulu: fixed(0),
  bst: eu(0),
  wet: eu(0),
  west: eu(0),
  cet: eu(1),
  cest: eu(1),
  eet: eu(2),
  eest: eu(2),
  msk: fixed(180),
  trt: fixed(180),
  gst: fixed(240),
  ist: fixed(330),
  hkt: fixed(480),
  sgt: fixed(480),
  jst: fixed(540),
  kst: fixed(540),
  aest: fixed(600),
}

/** Words that may be a zone only in capitals, because they are words of English too. */
const onlyCapitals = new Set(['et', 'ct', 'mt', 'pt', 'est', 'west', 'ist', 'wet'])

/** The name under which a zone is known, or null when a word is none. */
export function zoneNamed(folded: string, original: string): string | null {
  if (!Object.hasOwn(zones, folded)) return null
  if (onlyCapitals.has(folded) && original !== original.toUpperCase()) return null
  return folded === 'eastern'
    ? 'ET'
    : folded === 'pacific'
      ? 'PT'
      : folded === 'zulu'
        ? 'UTC'
        : folded.toUpperCase()
}

/** Unix seconds of a local time: days since 1970, and minutes of that day. */
export function toInstant(days: number, minutes: number, zone: string | null): number {
  const known = zone === null ? undefined : zones[zone.toLowerCase()]
  const local = days * 86_400 + minutes * 60
  if (known === undefined) return local
  const standard = local - known.standard * 60
  return isSummer(known, days, minutes) ? standard - 3_600 : standard
}

function isSummer({ summer, standard }: Zone, days: number, minutes: number): boolean {
  if (summer === 'none') return false
  const year = yearOf(days)
  if (summer === 'us') {
    // From 2:00 on the second Sunday of March to 2:00 on the first Sunday of November, local time.
    return within(days, minutes, sunday(year, 3, 8), 120, sunday(year, 11, 1), 60)
  }
  // From 1:00 UTC on the last Sunday of March to 1:00 UTC on the last Sunday of October.
  return within(days, minutes, sunday(year, 3, 25), 60 + standard, sunday(year, 10, 25), 60 + standard)
}

const within = (
  days: number,
  minutes: number,
  from: number,
  at: number,
  to: number,
  until: number,
): boolean =>
  (days > from || (days === from && minutes >= at)) && (days < to || (days === to && minutes < until))

/** The first Sunday at or after a day. 1970-01-01 was a Thursday. */
function sunday(year: number, month: number, day: number): number {
  const days = daysOf(year, month, day)
  return days + ((7 - ((days + 4) % 7)) % 7)
}

/** Days since 1970-01-01 of a day of the calendar. */
export const daysOf = (year: number, month: number, day: number): number =>
  Math.floor(Date.UTC(year, month - 1, day) / 86_400_000)

export const yearOf = (days: number): number => new Date(days * 86_400_000).getUTCFullYear()

export const lastDayOf = (year: number, month: number): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate()
