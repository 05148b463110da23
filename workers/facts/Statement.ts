import { Calendar } from '../../protocol/index.ts'
import { daysIn } from './Days.ts'
import type { EventSpec } from './EventSpec.ts'
import type { Fact } from './Fact.ts'
import { rowAt, rowText } from './Grid.ts'
import type { PageView } from './PageView.ts'
import type { Place } from './Place.ts'
import type { Span } from './Span.ts'
import { familiesIn, isNegated, stems } from './Verbs.ts'
import { hasHappened } from './Wording.ts'

/** What a passage states, denies or only foresees, beyond the manner of its verbs. */

/** Words that turn an event down; each is a denial without "not". */
const turned = new Set(
  stems(`withdraw withdrawn retract rescind revoke annul overturn refuse reject deny denied decline fail abandon collapse cancel scrap
  lapse void quash reverse dismiss lose lost lacks unable trail veto wrong false untrue remove drop nicht kein keine verworfen verfehlt nein`),
)
export const deniesAnything = (quote: string): boolean => {
  const words = stems(quote)
  return isNegated(words) || words.some((word) => turned.has(word)) || /n't\b|n’t\b/.test(quote)
}

/** Whether a wording takes back or ends what was; that something was not done ends nothing. */
export const endsAnything = (wording: string): boolean =>
  stems(wording).some((word) => turned.has(word)) ||
  familiesIn(stems(wording)).some(({ name }) => undoing.has(name))
const undoing = new Set(['stop', 'withdraw', 'cancel', 'suspend', 'remove', 'delist'])

/** The passage denies, or a status beside it does: "DNS" for what did not start. */
export function isDenied(page: PageView, place: Place, { quote, predicate }: Fact): boolean {
  const row = rowAt(page.rows, place.start, place.end)
  const text = row === null ? quote : `${quote} ${rowText(row)}`
  const initials = (predicate ?? '')
    .split(/\s+/)
    .map(([first]) => first ?? '')
    .join('')
  return (
    deniesAnything(text) ||
    (initials.length > 2 && new RegExp(`\\b${initials.slice(0, 3)}\\b`, 'i').test(text))
  )
}

/** "did not start", on the last day that counts: nothing is still to come. */
export const isPastOnLastDay = ({ predicate }: Fact, { last }: Span, to: number): boolean =>
  /^(?:did|was|were) not\b/i.test(predicate ?? '') && last >= Math.floor(to / 86_400) - 1

/** "had beaten", and the reader has it beat: the passage goes back before what it reports. */
export const isToldEarlier = ({ quote, predicate }: Fact): boolean =>
  /\bhad (?!to\b)/i.test(quote) && !/\bhad\b/i.test(predicate ?? '')

/** Where an announcement is asked for, one that was made is no mere plan, though it tells of what is to come. Headlines make it in the present. */
export const isAnnouncement = ({ question, predicate }: EventSpec, quote: string): boolean =>
  /\b(?:announc|guidance|outlook|forecast|nominat|schedul)/i.test(
    `${question} ${predicate.accepts[0] ?? ''}`,
  ) &&
  /\b(?:announce[sd]|sa(?:id|ys)|confirm(?:ed|s)|declare[sd]|reveal(?:ed|s)|unveil(?:ed|s)|state[sd]|publish(?:ed|es)|signs|now expects)\b/i.test(
    quote,
  )

const subordinate =
  /\b(?:after|that|when|because|since|who|which|before|despite|although|hours|days|weeks|but|whose)\b/i

const withdrawing =
  /\b(?:(?:is|are|was|were|been|be|has|have|had|did|does|do|will|could) (?:not|never|withdrawn|retracted|rescinded|revoked|annulled|refused|rejected|denied|overturned|cancelled|canceled|abandoned|scrapped|dismissed)|failed to|refused|rejected|denied|declined to|didn['’]t|wasn['’]t|isn['’]t|hasn['’]t|withdrew|no longer)\b/i

/** The passage denies or takes back, and the reader's wording does neither, for an event that is no denial itself. */
export const isNegationLost = (spec: EventSpec, { quote, predicate }: Fact): boolean =>
  !spec.negative &&
  spec.comparison === null &&
  withdrawing.test(quote.split(subordinate)[0]!) &&
  !deniesAnything(predicate ?? '') &&
  !deniesAnything(spec.predicate.quote) &&
  !/[;.] /.test(quote.slice(0, -2))

/** "sanction or expel": that one did not happen leaves the other. */
export const isLimbOnly = ({ predicate, question }: EventSpec, fact: Fact): boolean =>
  / or /.test(`${predicate.quote} ${question}`) &&
  /\beither\b|\(a\)|\(b\)/i.test(predicate.accepts.join(' ')) &&
  fact.modality === 'denied'

/** A day that stands in the passage itself and lies behind all that dates the page was still to come when it was written. */
export function isFuture(page: PageView, place: Place, { quote }: Fact, span: Span | null): boolean {
  // What has happened by its own words, and the day of a row, are not to come.
  if (span === null || place.leaf !== null || rowAt(page.rows, place.start, place.end) !== null) return false
  if (hasHappened(quote)) return false
  const own = daysIn(quote).some(({ month, day }) => {
    const claimed = Calendar.dayAt(span.first)
    return month === claimed.month && (day === null || day === claimed.day)
  })
  if (!own || daysIn(quote.slice(0, 24)).some(({ start }) => start < 4)) return false
  const dated = [
    ...page.published,
    ...page.days.filter(({ start, end }) => end <= place.start || start >= place.end),
  ]
  const known = dated.flatMap(({ year, month, day }) =>
    year === null || day === null ? [] : [Calendar.daysOf(year, month, day)],
  )
  const [first] = known
  const before = page.days
    .filter(({ end, year, day }) => end <= place.start && year !== null && day !== null)
    .map(({ year, month, day }) => Calendar.daysOf(year!, month, day!))
  const nearest = before.at(-1) ?? first
  return first !== undefined && nearest !== undefined && span.first > first + 1 && span.first > nearest + 1
}
