import type { Cause } from '../../../services/model/Cause.ts'
import type { Model } from '../../../services/model/Model.ts'
import { makeModelWatch } from '../../../services/model/watchModel.ts'
import type { Config } from '../../../workers/agent/Config.ts'
import { keyOf } from '../../../workers/agent/Evaluation.ts'
import { openConfigured } from '../../../workers/agent/personality.ts'
import { llm } from '../../../workers/pipeline/llm.ts'
import { panel } from '../../../workers/pipeline/panel.ts'
import type { Answered, Resolver } from '../../../workers/pipeline/Resolver.ts'
import type { Observe } from '../../../workers/pipeline/Stage.ts'
import { load, type Prompts } from '../../../workers/pipeline/text/Prompts.ts'
import { UsageError } from '../../terminal/failure.ts'
import type { Answer, Candidate } from './Candidate.ts'
import type { Case } from './Case.ts'
import { makeMeter } from './Effort.ts'
import { pagesOf, textFor } from './pagesOf.ts'
import { askedAt, taskOf } from './taskOf.ts'

export type HereOptions = {
  readonly env: NodeJS.ProcessEnv
  /** All calls together cost at most so much, in micro-USD. */
  readonly maxCostMicroUsd?: number | undefined
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

/** The worker of a config, run here: its own procedure, model and prompts on the pages of each case. No store, chain or key is touched. */
export function openHere(config: Config, { env, maxCostMicroUsd, now = Date.now }: HereOptions): Candidate {
  if (config.personality === 'aap')
    throw new UsageError('The personality aap decides by numbers alone: there is no reading to measure.')
  const prompts = load()
  const model = config.personality === 'llm' ? openBounded(config, prompts, env, maxCostMicroUsd) : null
  return {
    name: `${config.personality} worker of agent ${config.agentId}${model === null ? '' : ` with ${model.name}`}`,
    about:
      'The whole procedure is run here on the pages of each case: what is measured is this model with these prompts and checks.',
    by: keyOf(config, prompts),
    async answer(played) {
      const meter = makeMeter(now)
      const watch = makeModelWatch({ call: meter.call }, now)
      const resolver = resolverFor(config, played, {
        prompts,
        model: model === null ? null : watch.watch(model),
        observe: meter.observe,
      })
      const answered = await resolver.resolve(taskOf(played))
      return { ...toAnswer(answered, meter.lastCause()), effort: meter.effort() }
    },
    close: async () => {},
  }
}

/** The config's model, with what all cases may cost as the bound of its day. */
function openBounded(
  config: Config,
  prompts: Prompts,
  env: NodeJS.ProcessEnv,
  maxCostMicroUsd: number | undefined,
): Model {
  const { model } = config
  if (model === undefined) throw new UsageError('The config has no `model`, so there is nothing to measure.')
  if (model.kind === 'recorded' || maxCostMicroUsd === undefined)
    return openConfigured(config, prompts, { env })!
  if (model.prices === undefined)
    throw new UsageError('--max-cost needs `model.prices`: without them no cost is known.')
  const bounds = model.maxCostMicroUsd
  const day = Math.min(maxCostMicroUsd, bounds?.day ?? maxCostMicroUsd)
  return openConfigured({ ...config, model: { ...model, maxCostMicroUsd: { ...bounds, day } } }, prompts, {
    env,
  })!
}

type Parts = { readonly prompts: Prompts; readonly model: Model | null; readonly observe: Observe }

function resolverFor(config: Config, played: Case, { prompts, model, observe }: Parts): Resolver {
  const context = {
    collectorId: `agent-${config.agentId}`,
    sources: new Map(),
    transport: pagesOf(played),
    timeouts: config.stageMs,
    observe,
  }
  if (config.personality === 'panel') return panel({ ...context, panel: config.panel })
  const now = () => askedAt(played)
  return llm({ ...context, model, prompts, now, text: textFor(config.text, played) })
}

function toAnswer({ reply, proof, again }: Answered, cause: Cause | null): Omit<Answer, 'effort'> {
  const why = reply.evidence.replaceAll('\n', ' ').slice(0, 300)
  return {
    outcome: reply.outcome ?? (reply.determination ? 'YES' : 'NO'),
    confidence: reply.confidence,
    rule: proof?.bundle.verdict.resolution_rule_id ?? 'abstained',
    why,
    // A prompt that was never recorded says as little as a provider that is away.
    isTooCostly: cause === 'cost',
    failed: again !== undefined || cause === 'unrecorded' ? why : null,
  }
}
