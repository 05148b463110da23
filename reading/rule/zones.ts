import { Calendar } from '../../protocol/index.ts'
import { sunday } from './calendar.ts'

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
  ct: us(-6),
  cst: us(-6),
  cdt: us(-6),
  mt: us(-7),
  mst: us(-7),
  mdt: us(-7),
  pt: us(-8),
  pst: us(-8),
  pdt: us(-8),
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
  aedt: fixed(660),
  awst: fixed(480),
  nzst: fixed(720),
  nzdt: fixed(780),
  akt: us(-9),
  akst: us(-9),
  akdt: us(-9),
  hst: fixed(-600),
  ast: us(-4),
  adt: us(-4),
  brt: fixed(-180),
  art: fixed(-180),
  sast: fixed(120),
  eat: fixed(180),
  wat: fixed(60),
  pkt: fixed(300),
  wib: fixed(420),
  ict: fixed(420),
  pht: fixed(480),
  myt: fixed(480),
  // Places, as in "London time".
  london: eu(0),
  lisbon: eu(0),
  paris: eu(1),
  berlin: eu(1),
  rome: eu(1),
  madrid: eu(1),
  brussels: eu(1),
  vienna: eu(1),
  amsterdam: eu(1),
  kyiv: eu(2),
  athens: eu(2),
  moscow: fixed(180),
  istanbul: fixed(180),
  dubai: fixed(240),
  delhi: fixed(330),
  mumbai: fixed(330),
  beijing: fixed(480),
  shanghai: fixed(480),
  'hong kong': fixed(480),
  singapore: fixed(480),
  taipei: fixed(480),
  tokyo: fixed(540),
  seoul: fixed(540),
  'new york': us(-5),
  chicago: us(-6),
  'los angeles': us(-8),
}

/** The zone of a name: one of the table, or `UTC+5:30` and the like. */
function zoneOf(name: string): Zone | null {
  const lower = name.toLowerCase()
  if (Object.hasOwn(zones, lower)) return zones[lower]!
  const [, sign, hours, minutes = '0'] = /^utc([+-])([0-9]{1,2})(?::([0-9]{2}))?$/.exec(lower) ?? []
  if (hours === undefined || Number(hours) > 14) return null
  return fixed((sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)))
}

export const isZone = (name: string): boolean => zoneOf(name) !== null

/** One name for all zones whose clocks always show the same: GMT is UTC, EST is ET. */
export function sameZone(name: string): string {
  const zone = zoneOf(name)
  const [first = name] =
    Object.entries(zones).find(
      ([, { standard, summer }]) => standard === zone?.standard && summer === zone.summer,
    ) ?? []
  return first.toUpperCase()
}

/** Unix seconds of a local time: days since 1970, and minutes of that day. */
export function toInstant(days: number, minutes: number, name: string | null): number {
  const zone = name === null ? null : zoneOf(name)
  const local = days * 86_400 + minutes * 60
  if (zone === null) return local
  const standard = local - zone.standard * 60
  return isSummer(zone, days, minutes) ? standard - 3_600 : standard
}

/** Whether the clocks of a zone show the time of an instant twice, because they are set back around it. */
export function isTwice(instant: number, name: string): boolean {
  const zone = zoneOf(name)
  if (zone === null || zone.summer === 'none') return false
  const year = new Date(instant * 1_000).getUTCFullYear()
  const back =
    zone.summer === 'us'
      ? sunday(year, 11, 1) * 86_400 + 3_600 - zone.standard * 60
      : sunday(year, 10, 25) * 86_400 + 3_600
  return instant >= back - 3_600 && instant < back + 3_600
}

function isSummer({ summer, standard }: Zone, days: number, minutes: number): boolean {
  if (summer === 'none') return false
  const { year } = Calendar.dayAt(days)
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
