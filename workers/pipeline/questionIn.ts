import { Question, type Spec } from '../../protocol/index.ts'

// A spec is hashed as it stands and has no room for more, so what its question says is kept beside it.
const read = new WeakMap<Spec.MarketSpec, Question.Posed>()

/** The question of a spec with what it says, read once for each spec. */
export function questionIn({ market }: Spec.PromptSpec): Question.Posed {
  const known = read.get(market)
  if (known !== undefined) return known
  const posed = Question.pose({ question: market.question, deadline: null })
  read.set(market, posed)
  return posed
}

/** A spec that was compiled from a question that has been read. */
export function withQuestion(spec: Spec.PromptSpec, posed: Question.Posed): Spec.PromptSpec {
  read.set(spec.market, posed)
  return spec
}

/** A question as people read it: without its § tags, where it has them. */
export const displayOf = ({ question, parsed }: Question.Posed): string => parsed.question ?? question

/** The question of a spec as people read it. */
export const displayIn = (spec: Spec.PromptSpec): string => displayOf(questionIn(spec))
