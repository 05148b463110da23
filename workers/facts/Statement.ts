import { Calendar } from '../../protocol/index.ts'
import { daysIn } from './Days.ts'
import type { EventSpec } from './EventSpec.ts'
import type { Fact } from './Fact.ts'
import type { PageView } from './PageView.ts'
import type { Place } from './Place.ts'
import type { Span } from './Span.ts'
import { isNegated, stems } from './Verbs.ts'

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
  if (span === null || place.leaf !== null) return false
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
