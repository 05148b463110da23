import { hasAddressed } from './addressed.ts'
import { affirms } from './affirms.ts'
import type { Code } from './Code.ts'
import { excuses } from './Code.ts'
import { checkGrid } from './checkGrid.ts'
import * as Dating from './Dating.ts'
import { type Direction, directionOf } from './directionOf.ts'
import type { EventSpec } from './EventSpec.ts'
import type { Fact, Side } from './Fact.ts'
import { hasOtherName, isPart } from './Likeness.ts'
import { checkMeasure, compareValue } from './Measure.ts'
import { otherNames } from './otherNames.ts'
import type { PageView } from './PageView.ts'
import { type Place, placesOf } from './Place.ts'
import { isCutBefore, isRejected } from './Rejection.ts'
import { checkRoles } from './Roles.ts'
import * as Span from './Span.ts'
import {
  isAnnouncement,
  isDenied,
  isFuture,
  isLimbOnly,
  isNegationLost,
  isPastOnLastDay,
  isToldEarlier,
} from './Statement.ts'
import { isMadeUp, isModifierOther, isPlaceOther, isUntied } from './Tie.ts'
import { stems } from './Verbs.ts'
import { mannerOf } from './Wording.ts'

/** A fact with all that code finds about it. */
export type Checked = {
  readonly fact: Fact
  readonly page: PageView | null
  readonly codes: readonly Code[]
  /** What code itself finds: which way, and by what. */
  readonly direction: Direction | null
  /** The reader's proposal, or code's finding where there is none. */
  readonly bears: Side | null
  readonly span: Span.Span | null
}

/** Checks one fact against page and question; each rule has a code of its own. */
export function checkFact(spec: EventSpec, pages: readonly PageView[], fact: Fact): Checked {
  const page = pages.find(({ url }) => url === fact.url) ?? null
  const places = page === null ? [] : placesOf(page, fact.quote)
  const span = Span.read(fact.date)
  if (page === null || places.length === 0)
    return { fact, page, codes: ['QUOTE_ABSENT'], direction: null, bears: proposed(fact), span }
  // A quote may stand in several places; the one that speaks most for the reader is meant.
  const checks = places.map((place) => checkAt(spec, page, place, fact, span))
  checks.sort((a, b) => a.filter(excuses).length - b.filter(excuses).length || a.length - b.length)
  const codes = [...new Set(checks[0]!)]
  const direction = directionOf(spec, page, fact, span)
  const bears = fact.bears === null ? (direction?.side ?? null) : proposed(fact)
  const all = bears === null ? codes : [...codes, ...sideCodes(spec, page, fact, span, bears, direction)]
  return { fact, page, codes: all, direction, bears, span }
}

const proposed = ({ bears }: Fact): Side | null => (bears === 'YES' || bears === 'NO' ? bears : null)

function checkAt(spec: EventSpec, page: PageView, place: Place, fact: Fact, span: Span.Span | null): Code[] {
  const found: Code[] = []
  if (page.fault !== null) found.push('PAGE_UNHEALTHY')
  if (isWithin(place, page.hidden)) found.push('TEXT_HIDDEN')
  if (isWithin(place, page.foreign)) found.push('NOT_THE_AUTHOR')
  if (hasAddressed(fact.quote) || hasAddressed(around(page, place))) found.push('ADDRESSED_TO_READERS')
  if (isTitle(spec.question, fact.quote)) found.push('MARKET_TITLE')
  const manner = place.leaf === null ? mannerOf(fact.quote, place.sentence, namesIn(spec)) : null
  if (manner !== null && !(manner === 'PLANNED' && isAnnouncement(spec, fact.quote))) found.push(manner)
  if (isFuture(page, place, fact, span) && !isTooLate(spec, fact, span)) found.push('PLANNED')
  if (fact.modality !== 'asserted' && fact.modality !== 'denied') found.push('MODALITY')
  if (fact.modality === 'denied' && !isDenied(page, place, fact)) found.push('DENIAL_UNSUPPORTED')
  if (isMadeUp(page, place, fact)) found.push('PARTS_ABSENT')
  if (isUntied(spec, page, place, fact)) found.push('UNTIED')
  if (isPlaceOther(spec, page, place, fact)) found.push('PLACE_OTHER')
  if (isModifierOther(spec, fact)) found.push('OBJECT_OTHER')
  found.push(...checkGrid(spec, page, place, fact))
  found.push(...checkRoles(spec, page, place, fact), ...checkMeasure(spec, page, place, fact))
  if (proposed(fact) !== 'NO' && isCutBefore(spec, restOf(place, fact))) found.push('WORDING_REJECTED')
  return [...found, ...checkDate(spec, page, place, fact, span)]
}

const namesIn = ({ names }: EventSpec): string[] => names.flatMap(({ quote, aliases }) => [quote, ...aliases])

const isWithin = ({ start, end }: Place, spans: PageView['hidden']): boolean =>
  spans.some((span) => start < span.end && end > span.start)

/** The block that a passage stands in; on a page without blocks, its sentence. */
function around(page: PageView, { start, end, leaf, sentence }: Place): string {
  if (leaf !== null) return leaf.text
  const blocks = page.blocks.filter((each) => each.start < end && each.end > start)
  return blocks.length === 0
    ? sentence
    : blocks.map((each) => page.text.slice(each.start, each.end)).join('\n')
}

/** What the sentence goes on with behind the quote. */
const restOf = ({ sentence }: Place, { quote }: Fact): string => {
  const at = sentence.indexOf(quote)
  return at === -1 ? '' : sentence.slice(at + quote.length)
}

const isTitle = (question: string, quote: string): boolean => {
  const asked = stems(question).join(' ')
  const said = stems(quote).join(' ')
  return asked === said || (said.length > 20 && asked.includes(said) && said.startsWith('will'))
}

function checkDate(
  spec: EventSpec,
  page: PageView,
  place: Place,
  fact: Fact,
  span: Span.Span | null,
): Code[] {
  if (fact.date?.startsWith('--')) return ['YEAR_OPEN']
  if (span === null)
    return fact.bears === 'YES' && spec.comparison === null && Dating.isDatedOutside(page, place, spec)
      ? ['DATE_OTHER']
      : []
  const support = Dating.supportOf(span, page, place, fact.quote)
  if (support === 'other') return ['DATE_OTHER']
  if (support === 'open year') return ['YEAR_OPEN']
  const needs = spec.requires === 'published value' && spec.period !== null
  return support === 'unsupported' && !needs ? ['DATE_UNSUPPORTED'] : []
}

/** "still be standing on July 1": what holds afterwards held then. */
const isState = ({ predicate }: EventSpec): boolean =>
  /\b(?:still|remain|stay|continue)\b/i.test(predicate.quote)

/** A number of a span with both its ends is told when the span is over. */
const isOfSpan = ({ comparison, window }: EventSpec): boolean => comparison !== null && window.from !== null

/** Whether a day after the end is given for it: done or planned, it was not before. */
const isTooLate = (spec: EventSpec, { bears }: Fact, span: Span.Span | null): boolean =>
  bears === 'NO' && span !== null && Span.positionIn(span, spec.window, null) === 'after'

/** Where a fact lies to the window; a day on both sides of its end by the time that the page gives to it. */
function positionOf(spec: EventSpec, page: PageView, span: Span.Span): Span.Position {
  const position = Span.positionIn(span, spec.window, Dating.zoneOf(page))
  if (position !== 'across' || span.first !== span.last) return position
  const instant = Dating.clockOn(page, span.first, spec.window.zone)
  return instant === null ? position : Span.positionIn({ ...span, instant }, spec.window, null)
}

/** What is dated outside the window may say what is asked, and still bear No. */
const isElsewhen = (spec: EventSpec, page: PageView, span: Span.Span | null): boolean =>
  span !== null && positionOf(spec, page, span) !== 'inside'

/** What speaks against a fact only in the direction that it is said to bear. */
function sideCodes(
  spec: EventSpec,
  page: PageView,
  fact: Fact,
  span: Span.Span | null,
  bears: Side,
  direction: Direction | null,
): Code[] {
  const found: Code[] = []
  const compared = compareValue(spec, fact)
  if (compared !== null && (compared === 'holds') !== (bears === 'YES')) found.push('COMPARISON_FAILS')
  if (direction !== null && direction.side !== bears) found.push('DIRECTION_OTHER')
  if (bears === 'NO' && direction === null && hasOtherName(spec, page, fact)) found.push('ANOTHER_NAME')
  if (bears === 'NO' && direction === null && !isElsewhen(spec, page, span) && affirms(spec, fact))
    found.push('DIRECTION_OTHER')
  if (isToldEarlier(fact)) found.push('TOLD_EARLIER')
  if (bears === 'NO' && isLimbOnly(spec, fact)) found.push('LIMB_ONLY')
  if (bears === 'YES') found.push(...otherNames(spec, page, fact))
  if (bears === 'YES' && isPart(spec, fact)) found.push('OBJECT_PART')
  if (bears === 'YES' && isNegationLost(spec, fact)) found.push('NEGATION_LOST')
  if (bears === 'YES' && isRejected(spec, fact)) found.push('WORDING_REJECTED')
  if (span === null) return found
  const position = positionOf(spec, page, span)
  if (position === 'across' && span.first === span.last) found.push('STRADDLES')
  const { to } = spec.window
  if (
    bears === 'NO' &&
    fact.modality === 'denied' &&
    to !== null &&
    position === 'inside' &&
    direction?.by !== 'exclusion' &&
    !isPastOnLastDay(fact, span, to)
  )
    found.push('NOT_FINAL')
  if (bears === 'NO' || spec.requires === 'published value') return found
  if (position === 'after' && !isState(spec) && !isOfSpan(spec)) found.push('AFTER_WINDOW')
  if (position === 'before') found.push('BEFORE_WINDOW')
  return found
}
