import type { Spec, Trace } from '../../protocol/index.ts'
import { judgeRule } from './rule/judge.ts'
import type { VerdictDraft } from './Subject.ts'
import { judgeText } from './text/judge.ts'

/** The verdict that the market's own rules give for a trace: never a model's, always the same. */
export const judge = (spec: Spec.PromptSpec, trace: Trace.ReasoningTrace): VerdictDraft =>
  spec.market.resolution_rules.predicate === null ? judgeText(spec, trace) : judgeRule(spec, trace)
