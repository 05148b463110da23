import { closenessOf } from './Closeness.ts'
import { zoneOf } from './Dating.ts'
import type { EventSpec } from './EventSpec.ts'
import type { Fact, Side } from './Fact.ts'
import { likenessOf } from './Likeness.ts'
import { compareValue, numberOf } from './Measure.ts'
import type { PageView } from './PageView.ts'
import { isWordedAsRejected } from './Rejection.ts'
import * as Span from './Span.ts'
import { deniesAnything } from './Statement.ts'
import { type Likeness, stems } from './Verbs.ts'

/** Which way a fact points, found by code alone, and by what. */
export type Direction = {
  readonly side: Side
  readonly by: 'comparison' | 'date' | 'wording' | 'exclusion'
  /** Of a number that no reader gives a direction: how much of its wording is that of the question. */
  readonly closeness?: number
}

/** Null where arithmetic, dates and wording leave it open. */
export function directionOf(
  spec: EventSpec,
  page: PageView,
  fact: Fact,
  span: Span.Span | null,
): Direction | null {
  if (fact.modality !== 'asserted' && fact.modality !== 'denied') return null
  const compared = compareValue(spec, fact)
  if (fact.bears !== null && compared !== null) return { side: sideOf(compared), by: 'comparison' }
  if (spec.mention !== null) return null
  if (fact.bears === null && isWordedAsRejected(spec, fact)) return null
  if (compared !== null) {
    const closeness = closenessOf(spec, page, fact, span, compared)
    if (closeness > 0) return { side: sideOf(compared), by: 'comparison', closeness }
  }
  // A title that asks for a number is answered by one.
  if (spec.comparison !== null && (fact.bears !== null || /[0-9]/.test(spec.predicate.quote))) return null
  const likeness = likenessOf(spec, page, fact)
  if (likeness === 'other') return null
  const position = span === null ? null : Span.positionIn(span, spec.window, zoneOf(page))
  if (fact.bears === null && span !== null && isBeforeMarket(spec, span)) return null
  const isNone = numberOf(fact)?.top === 0n
  const isDenied =
    likeness !== 'same' || isNone || (fact.modality === 'denied' && !deniesAnything(fact.predicate ?? ''))
  if (likeness === 'denied' && stems(fact.predicate ?? '').includes('fail') && position === 'inside')
    return { side: 'NO', by: 'exclusion' }
  if (isDenied) return denied(isNone && likeness === 'same' ? 'denied' : likeness, position, span, spec, fact)
  if (position === 'after') return { side: 'NO', by: 'date' }
  return position === 'inside' ? { side: 'YES', by: 'wording' } : null
}

/** What excludes the event is final; a plain denial is so only from the end of the window on. */
function denied(
  likeness: Likeness,
  position: Span.Position | null,
  span: Span.Span | null,
  spec: EventSpec,
  fact: Fact,
): Direction | null {
  if (likeness === 'excludes' && (position === 'inside' || (position === 'across' && isOfYear(span))))
    return { side: 'NO', by: 'exclusion' }
  if (likeness === 'denied' && position === 'inside' && isDecided(fact))
    return { side: 'NO', by: 'exclusion' }
  const isWhole =
    span !== null && isOfYear(span) && spec.window.to !== null && (span.last + 1) * 86_400 >= spec.window.to
  const isLast = position === 'after' || isWhole || (span !== null && spec.window.to === null)
  return isLast && likeness === 'denied' ? { side: 'NO', by: 'wording' } : null
}

/** "was not approved", "rejected": a decision against it, and no mere delay. */
const isDecided = ({ predicate }: Fact): boolean =>
  /^(?:was|were) not \S+ed\b|\b(?:rejected|defeated|dismissed|denied|refused|voted down|turned down)\b/i.test(
    predicate ?? '',
  )

/** A day of month or year precision. */
const isOfYear = (span: Span.Span | null): boolean => span !== null && span.last - span.first > 27

/** What happened before the market was made is not what it waits for. */
const isBeforeMarket = ({ created, requires }: EventSpec, { last }: Span.Span): boolean =>
  created !== null && requires !== 'published value' && last < Math.floor(created / 86_400) - 1

const sideOf = (compared: 'holds' | 'fails'): Side => (compared === 'holds' ? 'YES' : 'NO')
