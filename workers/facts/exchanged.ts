import { clausesOf } from './Clauses.ts'
import type { EventSpec, Named } from './EventSpec.ts'
import { placeOf } from './Names.ts'
import { transitive } from './Roles.ts'
import { familiesIn, stems } from './Verbs.ts'

type Asked = Pick<EventSpec, 'rules' | 'subject' | 'object' | 'predicate'>

/** Whether the rules have the two names of the title the other way round: "Brill acquires Korin", and Yes "if Korin acquires Brill". */
export function isExchanged({ rules, subject, object, predicate }: Asked): boolean {
  if (subject === null || object === null || /^(?:be|get)\b/i.test(predicate.quote)) return false
  const families = familiesOf(predicate.quote)
  if (families.length === 0) return false
  const clauses = clausesOf(rules).yes
  return (
    clauses.some((clause) => isSo(clause, object, subject, families)) &&
    !clauses.some((clause) => isSo(clause, subject, object, families))
  )
}

/** Who does it stands before the verb, to whom it is done behind it, in the active voice. */
function isSo(clause: string, doer: Named, target: Named, families: readonly string[]): boolean {
  const [from, to] = [placeIn(clause, doer), placeIn(clause, target)]
  if (from === -1 || to <= from) return false
  const between = clause.slice(from, to)
  const isActive =
    !/\b(?:by|with|against|and|or|to|from|than|of|in|on|at|for|into|over) (?:the )?$/i.test(between) &&
    !/\b(?:is|are|was|were|be|been|being)\b/i.test(between)
  return isActive && familiesOf(between).some((name) => families.includes(name))
}

const placeIn = (text: string, { cores }: Named): number =>
  Math.max(-1, ...cores.map((core) => placeOf(text, core)))

const familiesOf = (text: string): string[] =>
  familiesIn(stems(text)).flatMap(({ name }) => (transitive.has(name) ? [name] : []))
