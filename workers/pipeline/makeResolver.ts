import type { Proof, Wire } from '../../protocol/index.ts'
import type { Clock } from '../../services/Clock.ts'
import type { Model } from '../../services/model/Model.ts'
import type { Account } from './Account.ts'
import type { Answered, Resolver } from './Resolver.ts'
import { type Publishing, toAbstention, toAnswered, toExecutionError, toResponses } from './respond.ts'
import { accountRule } from './rule/account.ts'
import type { Observe, Timeouts } from './Stage.ts'
import * as Subject from './Subject.ts'
import { type Context, sop } from './sop.ts'
import { accountText } from './text/account.ts'

export type ResolverContext = Context &
  Publishing & {
    readonly timeouts?: Partial<Timeouts> | undefined
    readonly observe?: Observe | undefined
    /** For tests. */
    readonly clock?: Clock | undefined
  }

/** A resolver that runs the procedure with what the context gives it; the personalities differ in nothing else. */
export function makeResolver(name: string, context: ResolverContext): Resolver {
  const { timeouts, observe, clock } = context
  return {
    name,
    async resolve(task, { signal, until } = {}) {
      try {
        const options = { timeouts, observe, clock, signal, until }
        const resolution = await sop(forOneAnswer(context), Subject.ofTask(task), options)
        return toAnswered(context, resolution, accountOf(resolution.proof))
      } catch (error) {
        return toAbstention(task, toExecutionError(error))
      }
    },
    prepare: (_, answered) => toResponses(accountOfAnswer(answered)),
  }
}

/** What its calls of a model cost is counted from zero. */
function forOneAnswer(context: ResolverContext): ResolverContext {
  const { reading } = context
  if (reading === undefined) return context
  const { model, secondModel } = reading
  const counted = (one: Model) => one.forAnswer?.() ?? one
  const second = secondModel === undefined ? {} : { secondModel: counted(secondModel) }
  return { ...context, reading: { ...reading, model: counted(model), ...second } }
}

const accountOf = (proof: Proof.Proof): Account =>
  proof.prompt_spec.market.resolution_rules.predicate === null ? accountText(proof) : accountRule(proof)

const accountOfAnswer = ({ proof, reply }: Answered): Account =>
  proof === null ? accountAbstention(reply) : accountOf(proof)

/** Nothing was claimed, so there is nothing to defend but that. */
function accountAbstention({ evidence }: Pick<Wire.ResolveReply, 'evidence'>): Account {
  const why = evidence.split('\n')[0]!
  return {
    asked: '',
    observed: [why],
    reasoning: [],
    against: [],
    limits: [],
    conclusion: 'The outcome INVALID stands for that alone.',
    decisive: `${why} I hold no evidence against another answer; one that shows its evidence is better than mine.`,
    wouldChange: `Evidence that I could not get would make me give up INVALID. ${why}`,
    weakest: `The weakest point is that I have no evidence of my own. ${why} INVALID stands because a guess would be worse.`,
  }
}
