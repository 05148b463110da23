import { Rule } from '../../protocol/index.ts'
import type { Model } from '../../services/model/Model.ts'
import { type Planning, toToolPlan } from './plan/Plan.ts'
import { type Draft, draftPlan, finishPlan } from './plan/planText.ts'
import { policies, policyRoles } from './policy/Policies.ts'
import { displayOf } from './questionIn.ts'
import { compileRule } from './rule/compile.ts'
import { SOPExecutionError, type Time } from './Stage.ts'
import type { Compiled, CrossCheck, Missing, Subject } from './Subject.ts'
import { type Asking, askModel } from './text/askModel.ts'
import { compileText, sourcesFor } from './text/compile.ts'
import { partsOf } from './text/Event.ts'
import * as ModelReply from './text/ModelReply.ts'
import { type Prompts, roles } from './text/Prompts.ts'
import type { TextConfig } from './text/TextSource.ts'

/** A model, the prompts it is given, and the pages it may be shown. */
export type Reading = Asking & {
  /** Whom the second reader asks; the same model unless there is another. */
  readonly secondModel?: Model | undefined
  readonly prompts: Prompts
  readonly text: TextConfig
  /** A registry or a search engine to plan with; without it, the sources of the config are all there are. */
  readonly planning?: Planning | undefined
}

export type Engineering = {
  /** The second provider for a rule's source, where the personality asks one. */
  readonly crossCheckFor?: ((source: string) => CrossCheck | null) | undefined
  /** For questions that no rule decides; without it they are not decided. */
  readonly reading?: Reading | undefined
}

/** Turns the question into something that can be executed, or says what is missing. No model is asked about an auto rule. */
export async function promptEngineer(
  context: Engineering,
  subject: Subject,
  time: Time = {},
): Promise<Compiled | Missing> {
  if (isRule(subject)) return engineerRule(context, subject)
  if (context.reading !== undefined) return engineerText(context.reading, subject, time)
  throw new SOPExecutionError('promptEngineer', 'NO_MODEL', {
    reason: 'the question has no auto rule, and this worker has no model to read it with.',
  })
}

/** A question with § tags is a rule's matter unless its rule is manual; faults in it are for the compiler to name. */
const isRule = ({ question, parsed }: Subject): boolean =>
  question.includes('§') && parsed.rule.source !== Rule.manual

function engineerRule(context: Engineering, subject: Subject): Compiled | Missing {
  const compiled = compileRule(subject)
  if (compiled.status === 'INVALID' || context.crossCheckFor === undefined) return compiled
  const [own] = compiled.requirements
  const crossCheck = context.crossCheckFor(`${own!.provider}:${own!.asset}:${own!.metric}`.toLowerCase())
  return crossCheck === null
    ? { status: 'INVALID', missing_fields: ['second_source'] }
    : compileRule(subject, crossCheck)
}

async function engineerText(reading: Reading, subject: Subject, time: Time): Promise<Compiled | Missing> {
  const draft = reading.planning === undefined ? null : draftPlan(reading.planning, reading.text, subject)
  const { missing } = sourcesFor(draft?.text ?? reading.text, subject)
  // Pages may still be found; what the words leave open can't.
  const mayFind =
    draft !== null && draft.plan.searches.length > 0 && missing.every((one) => one === 'sources')
  if (missing.length > 0 && !mayFind) return { status: 'INVALID', missing_fields: missing }
  const { prompts } = reading
  const { title, rules } = partsOf(displayOf(subject))
  const [reply, planned] = await Promise.all([
    askModel(reading, 'promptEngineer', prompts['prompt-engineer'], { question: title, rules }, time),
    finish(reading, draft, time),
  ])
  const proposal = ModelReply.read(ModelReply.proposal, reply.content)!
  const hashes = [
    ...roles.map((role) => prompts[role].hash),
    ...policyRoles.map((role) => policies[role].hash),
  ]
  const compiled = compileText(planned?.text ?? reading.text, subject, proposal, hashes)
  if (compiled.status === 'INVALID') return compiled
  if (planned === null) return { ...compiled, replies: [reply] }
  return { ...compiled, plan: toToolPlan(planned.plan, subject), replies: [reply], planned }
}

/** Searches run beside the model, which is slower. */
const finish = async ({ planning }: Reading, draft: Draft | null, { signal, early = signal }: Time) =>
  planning === undefined || draft === null ? null : finishPlan(planning, draft, { signal: early })
