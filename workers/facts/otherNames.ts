import type { Code } from './Code.ts'
import type { EventSpec, Named } from './EventSpec.ts'
import type { Fact } from './Fact.ts'
import { hasName, type Name, namesIn } from './Names.ts'
import type { PageView } from './PageView.ts'
import { refersTo } from './Roles.ts'
import { familiesIn, stems } from './Verbs.ts'

/**
 * Who does what is asked, or to whom it is done, is another in the passage: a name stands right before or right behind the verb of
 * the question, and the name that the question has there does not stand in the passage at all.
 */
export function otherNames(spec: EventSpec, page: PageView, { quote }: Fact): Code[] {
  const { subject, object, mention, comparison } = spec
  if (page.isForeign || mention !== null || comparison !== null) return []
  const asked = new Set(familiesIn(stems(spec.predicate.quote)).map(({ name }) => name))
  const isVerb = (word: string | undefined) =>
    word !== undefined && familiesIn([word]).some(({ name }) => asked.has(name))
  const others = namesIn(quote).filter(({ text }) => !spec.names.some((named) => refersTo(text, named)))
  const isMissing = (named: Named | null) => named !== null && !isNamed(quote, named)
  const isDoer = (name: Name) => isVerb(wordsBehind(quote, name)[0])
  const isTarget = (name: Name) => isVerb(wordsBefore(quote, name).at(-1))
  return [
    ...(isMissing(subject) && others.some(isDoer) ? (['SUBJECT_OTHER'] as const) : []),
    ...(isMissing(object) && others.some(isTarget) ? (['OBJECT_OTHER'] as const) : []),
  ]
}

const isNamed = (quote: string, named: Named): boolean =>
  named.cores.some((core) => hasName(quote, core)) || namesIn(quote).some(({ text }) => refersTo(text, named))

const light = new Set(
  stems('the a an all its has have had also now just today formally officially successfully of with'),
)
/** Up to the next mark: another clause has another doer. */
const wordsBehind = (quote: string, { text }: Name): string[] =>
  wordsOf(quote.slice(quote.indexOf(text) + text.length).split(/[.,;:!?]/)[0]!)
const wordsBefore = (quote: string, { text }: Name): string[] =>
  wordsOf(
    quote
      .slice(0, quote.indexOf(text))
      .split(/[.,;:!?]/)
      .at(-1)!,
  )
const wordsOf = (text: string): string[] => stems(text).filter((word) => !light.has(word))
