import { zoneOf } from './Dating.ts'
import type { EventSpec } from './EventSpec.ts'
import type { Fact, Side } from './Fact.ts'
import { compareValue } from './Measure.ts'
import type { PageView } from './PageView.ts'
import { refersTo } from './Roles.ts'
import * as Span from './Span.ts'
import { compareWording, familiesIn, isNegated, type Likeness, stems } from './Verbs.ts'

/** Which way a fact points, found by code alone, and by what. */
export type Direction = { readonly side: Side; readonly by: 'comparison' | 'date' | 'wording' | 'exclusion' }

/** Null where arithmetic, dates and wording leave it open. */
export function directionOf(
  spec: EventSpec,
  page: PageView,
  fact: Fact,
  span: Span.Span | null,
): Direction | null {
  if (fact.modality !== 'asserted' && fact.modality !== 'denied') return null
  const compared = isAsked(spec, fact, span) ? compareValue(spec, fact) : null
  if (compared !== null) return { side: compared === 'holds' ? 'YES' : 'NO', by: 'comparison' }
  if (spec.comparison !== null || spec.mention !== null) return null
  const likeness = likenessOf(spec, fact)
  if (likeness === 'other') return null
  const position = span === null ? null : Span.positionIn(span, spec.window, zoneOf(page))
  const isDenied = likeness !== 'same' || fact.modality === 'denied'
  if (likeness === 'denied' && stems(fact.predicate ?? '').includes('fail') && position === 'inside')
    return { side: 'NO', by: 'exclusion' }
  if (isDenied) return denied(likeness, position, span, spec)
  if (position === 'after') return { side: 'NO', by: 'date' }
  return position === 'inside' ? { side: 'YES', by: 'wording' } : null
}

/** Without a reader's bearing, a number counts only where its wording is that of the measure asked for, and no more. */
function isAsked(spec: EventSpec, fact: Fact, span: Span.Span | null): boolean {
  const { comparison, window, period } = spec
  if (comparison === null || fact.bears !== null) return true
  const isNamed = spec.names.some((named) => refersTo(fact.subject, named))
  const said = stems(`${isNamed ? '' : (fact.subject ?? '')} ${fact.predicate ?? ''}`)
  const market = new Set(stems(`${spec.question} ${spec.predicate.accepts.join(' ')}`))
  if (
    said.some(
      (word) => word.length > 2 && !market.has(word) && !plain.has(word) && familiesIn([word]).length === 0,
    )
  )
    return false
  if (
    !comparison.of.some((word) =>
      stems(`${fact.subject ?? ''} ${fact.predicate ?? ''} ${fact.quote}`).includes(word),
    )
  )
    return false
  if (span === null || period !== null) return true
  const position = Span.positionIn(span, window, null)
  if (position === 'before' || position === 'after')
    return spec.requires === 'published value' && position === 'after'
  // Below the threshold before the end may still rise above it.
  const isLast = window.to === null || span.last * 86_400 >= window.to - 2 * 86_400
  const isFinal = /\bfinal|total\b/i.test(`${fact.predicate} ${fact.quote}`)
  return isLast || isFinal || compareValue(spec, fact) === 'holds'
}
const plain = new Set(
  stems(`value rate level amount number figure total final overall reached stood was were has had with for over the year years month months
  twelve day end annual annually quarter first published reported official size count all-items headline at on in of to by from`),
)

/** What excludes the event is final; a plain denial is so only from the end of the window on. */
function denied(
  likeness: Likeness,
  position: Span.Position | null,
  span: Span.Span | null,
  spec: EventSpec,
): Direction | null {
  if (likeness === 'excludes' && position === 'inside') return { side: 'NO', by: 'exclusion' }
  const isLast = position === 'after' || (span !== null && spec.window.to === null)
  return isLast && likeness === 'denied' ? { side: 'NO', by: 'wording' } : null
}

/** How the fact's wording stands to the question's, its parts in the question's roles. */
function likenessOf(spec: EventSpec, fact: Fact): Likeness {
  const { subject, object } = spec
  const isSwapped = object !== null && refersTo(fact.subject, object)
  if (subject !== null && isSwapped && refersTo(fact.object, subject)) return swapped(spec, fact)
  if (!hasSubject(spec, fact, isSwapped)) return isOtherWinner(spec, fact) ? 'excludes' : 'other'
  if (object !== null && !refersTo(fact.object, object) && !refersTo(fact.predicate, object) && !isSwapped)
    return 'other'
  if (isStep(spec, fact)) return 'other'
  const said = withoutNames(spec, `${fact.predicate ?? ''} ${fact.object ?? ''}`)
  const titled = compareWording(withoutNames(spec, spec.predicate.quote), said)
  // A direction rests on the reader's wording and on the page's: where they part, it is open.
  const quoted = compareWording(withoutNames(spec, spec.predicate.quote), fact.quote)
  if (titled !== 'same') return quoted === 'same' && !isNegated(stems(fact.quote)) ? 'other' : titled
  return quoted === 'same' && isAboutSame(spec, fact) ? 'same' : 'other'
}

/** An agreement, an announcement or a plan is a step towards the event, not the event, unless the question asks for it. */
const isStep = (spec: EventSpec, { predicate }: Fact): boolean => {
  const steps =
    /\b(?:agree[ds]?|agreement|announce[ds]?|plan[s]?|planned|expect[s]?|expected|intend[s]?|propose[ds]?|to be|will|aim[s]?|seek[s]?|start(?:ed)? (?:series|work|talks)|talks)\b/i
  return (
    steps.test(predicate ?? '') && !steps.test(`${spec.predicate.quote} ${spec.predicate.accepts.join(' ')}`)
  )
}

/** Another name has won what only one can win. */
function isOtherWinner(spec: EventSpec, fact: Fact): boolean {
  const asked = familiesIn(stems(spec.predicate.quote)).map(({ name }) => name)
  const said = familiesIn(stems(fact.predicate ?? '')).map(({ name }) => name)
  const isUnique = ['win', 'elect', 'award'].some((name) => asked.includes(name) && said.includes(name))
  return (
    isUnique && fact.subject !== null && /\p{Lu}/u.test(fact.subject) && refersTo(fact.object, spec.object)
  )
}

function hasSubject(spec: EventSpec, fact: Fact, isSwapped: boolean): boolean {
  const { subject, agent, object, predicate } = spec
  if (subject === null || refersTo(fact.subject, subject) || refersTo(fact.subject, agent)) return true
  if (isSwapped && isPassive(fact.predicate)) return true
  // "Will S be approved?": what it is done to stands as the object of who does it.
  if (/^(?:be|receive|get|win)\b/.test(predicate.quote) && object === null && refersTo(fact.object, subject))
    return true
  // "the Senate": who acts by the rules' own words.
  const acting = stems(fact.subject ?? '').filter((word) => word.length > 3)
  const ruled = new Set(stems(predicate.accepts.join(' ')))
  return (
    object !== null &&
    acting.length > 0 &&
    acting.every((word) => ruled.has(word)) &&
    refersTo(fact.object, object)
  )
}

/** What the verb is done to, where that is no name: at least half of its words stand in the fact. */
function isAboutSame(spec: EventSpec, fact: Fact): boolean {
  const verbs = new Set(familiesIn(stems(spec.predicate.quote)).map(({ at }) => at))
  const words = stems(withoutNames(spec, spec.predicate.quote)).filter((word) => word.length > 2)
  const rest = words.filter((word) => !familiesIn([word]).length && !idle.has(word))
  if (rest.length === 0 || verbs.size === 0) return true
  const said = new Set(stems(`${fact.subject ?? ''} ${fact.predicate ?? ''} ${fact.object ?? ''}`))
  return 2 * rest.filter((word) => said.has(word)).length >= rest.length
}
const idle = new Set(
  stems(
    'the its their his her officially publicly new get receive least and with for from into year end back again more than any',
  ),
)

const withoutNames = (spec: EventSpec, text: string): string => {
  const words = new Set(spec.names.flatMap(({ cores }) => cores.flat()))
  return text
    .split(/\s+/)
    .filter(
      (word) =>
        !words.has(
          word
            .toLowerCase()
            .replace(/[^\p{L}\p{N}-]/gu, '')
            .replace(/'s$/, ''),
        ),
    )
    .join(' ')
}

const isPassive = (predicate: string | null): boolean =>
  /\bby\b|^(?:was|were|is|are|been) /.test(predicate ?? '')

/** "Sallis defeated Okafor-Bligh" where the question has them the other way round. */
function swapped(spec: EventSpec, fact: Fact): Likeness {
  if (isPassive(fact.predicate)) return compareWording(spec.predicate.quote, fact.predicate ?? '')
  const asked = new Set(familiesIn(stems(spec.predicate.quote)).map(({ name }) => name))
  const said = familiesIn(stems(fact.predicate ?? '')).map(({ name }) => name)
  const isContest = asked.has('win') && said.includes('win')
  return isContest ? 'excludes' : 'other'
}
