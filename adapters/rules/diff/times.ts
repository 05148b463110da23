import { Calendar } from '../../../protocol/index.ts'
import { clockAt } from '../../../reading/rule/clocks.ts'
import type { DateMention } from '../../../reading/rule/dates.ts'
import { zoneAt } from '../../../reading/rule/zoneNames.ts'
import { sameZone, toInstant } from '../../../reading/rule/zones.ts'
import { lexicon, matchAt } from '../../../reading/text/Phrases.ts'
import type { Word } from '../../../reading/text/Words.ts'
import type { Read, Reading } from './tokens.ts'

/** Words for one and the same side of a day. */
const leads: ReadonlyMap<string, string> = new Map([
  ['on or before', 'by'],
  ['no later than', 'by'],
  ['not later than', 'by'],
  ['prior to', 'before'],
])
const leadPhrases = lexicon([...leads.keys()])

/** A day however it is written, as an instant where its year, clock and zone are given; or a time of day alone. */
export function readTime({ words, text, days }: Reading, at: number): Read | null {
  const mention = days.get(at)
  if (mention !== undefined)
    return { keys: [dayKey(mention), ...secondsIn(words.slice(at, mention.next))], next: mention.next }
  const lead = matchAt(words, at, leadPhrases)
  if (lead !== null && days.has(at + lead.count))
    return { keys: [leads.get(lead.phrase)!], next: at + lead.count }
  const clock = words[at - 1]?.text === ':' ? null : clockAt(words, at)
  if (clock === null) return null
  const zoned = zoneAt(words, clock.next, text)
  const seconds = secondsIn(words.slice(at, clock.next))
  const keys = [
    `${clock.minutes} minutes`,
    ...seconds,
    ...(zoned === null ? [] : [sameZone(zoned.zone.name)]),
  ]
  return { keys, next: zoned?.next ?? clock.next }
}

/** The seconds of "11:59:30"; the first and the last of a minute only stress that it is meant. */
function secondsIn(words: readonly Word[]): string[] {
  const at = words.findIndex(({ text }, i) => text === ':' && words[i + 2]?.text === ':')
  const seconds = words[at + 3]?.text.slice(0, 2)
  return at === -1 || seconds === undefined || seconds === '00' || seconds === '59'
    ? []
    : [`${seconds} seconds`]
}

function dayKey(mention: DateMention): string {
  const { shift } = mention
  const distance = shift === undefined ? [] : [shift.isWithin ? 'within' : 'off', shift.count, shift.unit]
  return [pointKey(mention), ...distance].join(' ')
}

function pointKey({ year, month, day, months, minutes, zone }: DateMention): string {
  if (year !== null && day !== null && minutes !== null && zone !== null)
    return `instant ${toInstant(Calendar.daysOf(year, month!, day), minutes, zone.name)}`
  return [year, month, day, months, minutes, zone === null ? null : sameZone(zone.name)].join(' ')
}
