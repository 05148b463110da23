import { Instant, Question, type Spec } from '../../protocol/index.ts'

// A spec is hashed as it stands and has no room for more, so what its question says is kept beside it.
const known = new WeakMap<Spec.MarketSpec, Question.Parsed>()

/** The question of a spec with what it says, read once for each spec. */
export function questionIn({ market }: Spec.PromptSpec): Question.Posed {
  const { question, resolution_deadline } = market
  const parsed =
    known.get(market) ?? Question.parse(question, { deadline: Instant.parse(resolution_deadline) })
  known.set(market, parsed)
  return { question, parsed }
}

/** A spec that was compiled from a question that has been read. */
export function withQuestion(spec: Spec.PromptSpec, { parsed }: Question.Posed): Spec.PromptSpec {
  known.set(spec.market, parsed)
  return spec
}

/** A question as people read it: without its § tags, where it has them. */
export const displayOf = ({ question, parsed }: Question.Posed): string => parsed.question ?? question

/** The question of a spec as people read it. */
export const displayIn = (spec: Spec.PromptSpec): string => displayOf(questionIn(spec))
