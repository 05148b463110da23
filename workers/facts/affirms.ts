import type { EventSpec } from './EventSpec.ts'
import type { Fact } from './Fact.ts'
import { withoutNames } from './Likeness.ts'
import { refersTo } from './Roles.ts'
import { deniesAnything } from './Statement.ts'
import { compareWording } from './Verbs.ts'

/**
 * The passage names who and what the market asks about, says it in the market's own words, and nothing in it denies: whatever a reader
 * makes of its parts, it is no evidence of a No.
 */
export function affirms(spec: EventSpec, { quote }: Fact): boolean {
  const { subject, object, predicate, comparison, mention, negative } = spec
  if (subject === null || comparison !== null || mention !== null || negative) return false
  if (!refersTo(quote, subject) || (object !== null && !refersTo(quote, object))) return false
  const likeness = compareWording(withoutNames(spec, predicate.quote), withoutNames(spec, quote))
  return likeness === 'same' && !deniesAnything(quote)
}
