import { type Proof, Question, type Spec } from '../../../protocol/index.ts'
import { toQuestion } from './toQuestion.ts'

/** Compiles a § question at its place, as the workers' pipeline does. */
export type Compile = (
  subject: Proof.Context &
    Question.Posed & { readonly deadline: number | null; readonly created: number | null },
) =>
  | { readonly status: 'READY'; readonly spec: Pick<Spec.PromptSpec, 'market'> }
  | { readonly status: 'INVALID'; readonly missing_fields: readonly string[] }

/** The market spec of a machine-checkable market, compiled as for any § question; otherwise null, and why. */
export function toMarketSpec(
  compile: Compile,
  place: Proof.Context,
  market: unknown,
): { readonly spec: Spec.MarketSpec; readonly why: null } | { readonly spec: null; readonly why: string } {
  const { question, deadline, created_by, why } = toQuestion(market)
  if (question === null) return { spec: null, why }
  const compiled = compile(Question.pose({ ...place, question, deadline, created: created_by }))
  if (compiled.status === 'INVALID')
    return { spec: null, why: `it lacks ${compiled.missing_fields.join(', ')}` }
  return { spec: compiled.spec.market, why: null }
}
