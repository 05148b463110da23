import type { EventSpec } from './EventSpec.ts'
import type { Fact } from './Fact.ts'
import { contentOf, hasOtherName, isAlike, isOfOtherYear, withoutNames } from './Likeness.ts'
import type { PageView } from './PageView.ts'
import { refersTo } from './Roles.ts'
import * as Span from './Span.ts'

/** How much of what a reader says a number measures is what the question asks, from 0 to 1; 0 where it is of another name or time. */
export function closenessOf(
  spec: EventSpec,
  page: PageView,
  fact: Fact,
  span: Span.Span | null,
  compared: 'holds' | 'fails',
): number {
  if (isOfOtherYear(spec, fact) || hasOtherName(spec, page, fact)) return 0
  if (compared === 'fails' && isOfAny(spec) && !isExtreme(fact)) return 0
  if (span !== null && !isInTime(spec, span, fact, compared)) return 0
  const asked = contentOf(`${spec.question} ${spec.predicate.accepts.join(' ')}`)
  const said = contentOf(
    withoutNames(
      spec,
      `${fact.subject ?? ''} ${fact.predicate ?? ''} ${fact.unit ?? ''} ${fact.object ?? ''}`,
    ),
  ).filter((word) => !plain.has(word))
  if (said.length === 0) return isAboutSubject(spec, fact) ? least : 0
  const hits = said.filter((word) => asked.some((each) => isAlike(word, each)))
  const share = hits.length / said.length
  return share < least ? 0 : share
}

/** "on any single day", "reach": one value that holds is enough, and one that fails shows nothing. */
const isOfAny = ({ question, predicate }: EventSpec): boolean =>
  /\bany (?:single |one )?(?:day|time|point|date|match|game|month|week)\b|\bat any\b/i.test(
    `${question} ${predicate.accepts[0] ?? ''}`,
  )
const isExtreme = ({ predicate, quote }: Fact): boolean =>
  /\b(?:high|highest|max|maximum|peak|record|top|most|best|low|lowest|min|minimum)\b/i.test(
    `${predicate ?? ''} ${quote}`,
  )

function isInTime(spec: EventSpec, span: Span.Span, fact: Fact, compared: 'holds' | 'fails'): boolean {
  const { window, period, requires } = spec
  if (period !== null) return true
  const position = Span.positionIn(span, window, null)
  if (position === 'before') return false
  if (position === 'after')
    return requires === 'published value'
      ? window.from === null
      : window.from !== null && span.first - window.to! / day < 32
  if (compared === 'holds') return true
  // Below the threshold before the end may still rise above it.
  const isLast = window.to === null || span.last * day >= window.to - 2 * day
  return (
    isLast || requires === 'published value' || /\b(?:final|total)\b/i.test(`${fact.predicate} ${fact.quote}`)
  )
}

/** A mere number of what is asked about: "second on the list". */
const isAboutSubject = (spec: EventSpec, { subject }: Fact): boolean =>
  spec.names.some((named) => refersTo(subject, named))

const least = 0.5
const day = 86_400

const plain = new Set(
  contentOf(`value rate level amount number figure total final overall reached stood was were has had with for over the year years month months
  twelve day end annual annually quarter first published reported official size count all-items headline percent percentage usd million billion
  thousand dollar corrected rose came set rank place position first second third fourth fifth`),
)
