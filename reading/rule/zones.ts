import { Calendar } from '../../protocol/index.ts'
import { sunday } from './calendar.ts'
import { offsetOf, placeZone } from './places.ts'

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
}

/** The zone of a name that is a zone by itself: one of the table, or `UTC+5:30` and the like. */
function zoneOf(name: string): Zone | null {
  const lower = name.toLowerCase()
  if (Object.hasOwn(zones, lower)) return zones[lower]!
  const [, sign, hours, minutes = '0'] = /^utc([+-])([0-9]{1,2})(?::([0-9]{2}))?$/.exec(lower) ?? []
  if (hours === undefined || Number(hours) > 14) return null
  return fixed((sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)))
}

export const isZone = (name: string): boolean => zoneOf(name) !== null

/** Minutes east of UTC that the clocks of a zone, or of a place, show at an instant; null where the name is of neither. */
function shownAt(name: string): ((instant: number) => number) | null {
  const zone = zoneOf(name)
  if (zone !== null) return (instant) => zone.standard + (isSummer(zone, instant) ? 60 : 0)
  const id = placeZone(name.toLowerCase())
  return id === null ? null : (instant) => offsetOf(id, instant)
}

/** Of 2026: winter, between the switches of March, summer, between those of autumn. They tell all kinds of summer time apart. */
const samples = [1_768_478_400, 1_773_576_000, 1_784_116_800, 1_793_188_800]

/** One name for all zones whose clocks always show the same: GMT is UTC, EST is ET, Berlin time is CET. */
export function sameZone(name: string): string {
  const shown = shownAt(name)
  const isSame = (other: string) => samples.every((time) => shownAt(other)!(time) === shown?.(time))
  return (Object.keys(zones).find(isSame) ?? name).toUpperCase()
}

/** Unix seconds of a local time: days since 1970, and minutes of that day. Of two that a clock shows alike, the earlier one. */
export function toInstant(days: number, minutes: number, name: string | null): number {
  const local = days * 86_400 + minutes * 60
  const shown = name === null ? null : shownAt(name)
  if (shown === null) return local
  // Nowhere is a switch within a day of another.
  const before = local - shown(local - 86_400) * 60
  const after = local - shown(local + 86_400) * 60
  return before + shown(before) * 60 === local ? before : after
}

/** Whether the clocks of a zone show the time of an instant twice, because they are set back around it. */
export function isTwice(instant: number, name: string): boolean {
  const shown = shownAt(name)
  if (shown === null) return false
  const local = (at: number) => at + shown(at) * 60
  return [-3_600, -1_800, 1_800, 3_600].some((apart) => local(instant + apart) === local(instant))
}

function isSummer({ summer, standard }: Zone, instant: number): boolean {
  if (summer === 'none') return false
  const { year } = Calendar.dayAt(Math.floor(instant / 86_400))
  // From 2:00 on the second Sunday of March to 2:00 on the first Sunday of November, local time.
  const [from, to] =
    summer === 'us'
      ? [sunday(year, 3, 8) * 1_440 + 120 - standard, sunday(year, 11, 1) * 1_440 + 60 - standard]
      : // From 1:00 UTC on the last Sunday of March to 1:00 UTC on the last Sunday of October.
        [sunday(year, 3, 25) * 1_440 + 60, sunday(year, 10, 25) * 1_440 + 60]
  return instant >= from * 60 && instant < to * 60
}
