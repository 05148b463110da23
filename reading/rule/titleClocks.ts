import { find, lexicon } from '../text/Phrases.ts'
import type { Word } from '../text/Words.ts'
import { clockAt } from './clocks.ts'

/** Times of day that the rules give to days which stand in the title. */
export type TitleClocks = { readonly first: number | null; readonly last: number | null }

const firstDay = lexicon(['first date', 'first day', 'start date'])
const lastDay = lexicon([
  'on the last',
  'last date',
  'last day',
  'end date',
  'date specified in the title',
  'date in the title',
])

/** How many words may stand between the clock and the day it belongs to: "12:00 in the ET timezone (noon) on the …". */
const reach = 12

/** "from 10:30 AM ET on the first date to 11:59 PM ET on the last"; "12:00 in the ET timezone on the date specified in the title". */
export function readTitleClocks(words: readonly Word[]): TitleClocks {
  return { first: clockBefore(words, firstDay), last: clockBefore(words, lastDay) }
}

/** The nearest clock before the first of these phrases, in the same sentence. */
function clockBefore(words: readonly Word[], phrases: ReturnType<typeof lexicon>): number | null {
  const [hit] = find(words, phrases)
  if (hit === undefined) return null
  for (let at = hit.at - 1; at >= Math.max(0, hit.at - reach); at--) {
    if (words[at]!.sentence !== words[hit.at]!.sentence) return null
    // "10:30" read from its "30" would be another time.
    if (words[at - 1]?.text === ':') continue
    const clock = clockAt(words, at)
    if (clock !== null) return clock.minutes
  }
  return null
}
