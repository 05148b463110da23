import { clausesOf } from './Clauses.ts'
import type { EventSpec } from './EventSpec.ts'
import type { Fact } from './Fact.ts'
import { stems } from './Verbs.ts'

/** Whether the passage says what the rules call not enough, in words that the question itself does not use. */
export function isRejected(spec: EventSpec, fact: Fact): boolean {
  if (spec.mention !== null) return false
  const asked = new Set(stems(`${spec.question} ${spec.predicate.accepts.join(' ')}`))
  const said = stems(fact.quote)
  return spec.predicate.rejects.some((reject) =>
    reject.split(/,| or | and |\(|\)|;/).some((part) => saysPart(part, asked, said)),
  )
}

/** All of the words that set a rejected part off from what is asked stand in the passage, and none is denied there. */
function saysPart(part: string, asked: ReadonlySet<string>, said: readonly string[]): boolean {
  const words = stems(part).filter((word) => word.length > 3 && !asked.has(word) && !idle.has(word))
  return (
    words.length > 0 &&
    words.every((word) => said.some((each, i) => each === word && !denying.has(said[i - 1] ?? '')))
  )
}
const denying = new Set(['no', 'not', 'without', 'never'])
const idle = new Set(
  stems(`alone only other others will count just this that these such their than less more with from about into figure used any
  individuals after before does would being participants market single members itself made merely`),
)

/** Whether the reader itself words it as what does not count, in words like those of the rules: "required reserves", "reserve requirements". */
export function isWordedAsRejected(spec: EventSpec, { subject, predicate, object }: Fact): boolean {
  const asked = new Set(stems(`${spec.question} ${spec.predicate.accepts.join(' ')}`))
  const said = stems(`${subject ?? ''} ${predicate ?? ''} ${object ?? ''}`)
  return spec.predicate.rejects.some((reject) =>
    reject.split(/,| or | and |\(|\)|;/).some((part) => {
      const words = stems(part).filter((word) => word.length > 3 && !asked.has(word) && !idle.has(word))
      return words.length > 0 && words.every((word) => said.some((each) => isAlike(word, each)))
    }),
  )
}

const isAlike = (a: string, b: string): boolean =>
  a === b || (Math.min(a.length, b.length) > 4 && (a.startsWith(b) || b.startsWith(a)))

/**
 * A quote cut off before what the rules demand: they say "to the public", and the sentence goes on "to a closed group"; they say "as a
 * hurricane", and it goes on "as a tropical storm".
 */
export function isCutBefore(spec: EventSpec, rest: string): boolean {
  const said = qualifiersIn(rest)
  if (said.length === 0) return false
  const asked = [spec.question, ...clausesOf(spec.rules).yes].flatMap(qualifiersIn)
  return said.some(({ lead, words }) => {
    const same = asked.filter((each) => each.lead === lead)
    return (
      same.length > 0 &&
      !same.some((each) => each.words.some((word) => words.some((other) => isAlike(word, other))))
    )
  })
}

/** "as …" and "to the …": what something is taken for, and whom it is for. */
const qualifiersIn = (text: string): { lead: string; words: string[] }[] =>
  [
    ...text.matchAll(
      /\b(as|to) (?:the|a|an|its|their|his|her|all|every|only)\b((?: (?!(?:as|to)\b)[^\s,;.:]+){1,8})/gi,
    ),
  ].flatMap(([, lead, phrase]) => {
    const words = stems(phrase!.split(/ (?:of|in|on|at|with|by|and|who|that|which|for|from)\b/)[0]!)
    return words.length === 0 ? [] : [{ lead: lead!.toLowerCase(), words }]
  })
