import { Question, Rule } from '../../protocol/index.ts'
import { compileRule } from './compileRule.ts'
import { SOPExecutionError } from './Stage.ts'
import type { Compiled, CrossCheck, Missing, Subject } from './Subject.ts'

export type Engineering = {
  /** The second provider for a rule's source, where the personality asks one. */
  readonly crossCheckFor?: ((source: string) => CrossCheck | null) | undefined
}

/** Turns the question into something that can be executed, or says what is missing. */
export function promptEngineer(context: Engineering, subject: Subject): Compiled | Missing {
  if (!isAuto(subject)) {
    throw new SOPExecutionError('promptEngineer', 'NO_MODEL', {
      reason: 'the question has no auto rule, and this worker has no model to read it with.',
    })
  }
  return engineerRule(context, subject)
}

/** A question with § tags is a rule's matter unless its rule is manual; faults in it are for the compiler to name. */
const isAuto = ({ question }: Subject): boolean =>
  question.includes('§') && Question.parse(question).rule.source !== Rule.manual

function engineerRule(context: Engineering, subject: Subject): Compiled | Missing {
  const compiled = compileRule(subject)
  if (compiled.status === 'INVALID' || context.crossCheckFor === undefined) return compiled
  const [own] = compiled.requirements
  const crossCheck = context.crossCheckFor(`${own!.provider}:${own!.asset}:${own!.metric}`.toLowerCase())
  return crossCheck === null
    ? { status: 'INVALID', missing_fields: ['second_source'] }
    : compileRule(subject, crossCheck)
}
