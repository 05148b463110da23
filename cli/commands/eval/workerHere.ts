import type { Cause } from '../../../services/model/Cause.ts'
import type { Model } from '../../../services/model/Model.ts'
import { makeModelWatch } from '../../../services/model/watchModel.ts'
import type { Config } from '../../../workers/agent/Config.ts'
import { keyOf } from '../../../workers/agent/Evaluation.ts'
import { openConfigured } from '../../../workers/agent/personality.ts'
import type { Answered } from '../../../workers/pipeline/Resolver.ts'
import { resolveText } from '../../../workers/pipeline/resolveText.ts'
import { load, type Prompts } from '../../../workers/pipeline/text/Prompts.ts'
import { UsageError } from '../../terminal/failure.ts'
import type { Answer, Candidate } from './Candidate.ts'
import { makeMeter } from './Effort.ts'
import { askedAt, pagesOf } from './pagesOf.ts'

export type HereOptions = {
  readonly env: NodeJS.ProcessEnv
  /** All calls together cost at most so much, in micro-USD. */
  readonly maxCostMicroUsd?: number | undefined
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

type ModelConfig = NonNullable<Config['model']>

/** The worker of a config, run here: its own procedure, models and prompts on the pages of each case. No store, chain or key is touched. */
export function openHere(config: Config, { env, maxCostMicroUsd, now = Date.now }: HereOptions): Candidate {
  const { personality, agentId, stageMs: timeouts, text } = config
  const models = modelsOf(config)
  if (maxCostMicroUsd !== undefined) requirePrices(models)
  const prompts = load()
  // Each of several models may spend its part, so that all of them keep to the whole.
  const bound = maxCostMicroUsd === undefined ? undefined : Math.floor(maxCostMicroUsd / models.length)
  const [model = null, secondModel] = models.map((one) => open(boundedBy(one, bound), config, prompts, env))
  const names = [model, secondModel].flatMap((one) => one?.name ?? [])
  return {
    name: `${personality} worker of agent ${agentId}${names.length === 0 ? '' : ` with ${names.join(' and ')}`}`,
    about:
      'The whole procedure is run here on the pages of each case: what is measured are these models with these prompts and checks.',
    by: keyOf(config, prompts),
    async answer(played) {
      const meter = makeMeter(now)
      const { watch } = makeModelWatch({ call: meter.call }, now)
      const answered = await resolveText(played, {
        sources: played.sources,
        transport: pagesOf(played),
        model: model === null ? null : watch(model),
        secondModel: secondModel === undefined ? undefined : watch(secondModel),
        admit: text?.admit,
        observe: meter.observe,
        now: () => askedAt(played),
        ...{ prompts, timeouts },
      })
      return { ...toAnswer(answered, meter.lastCause()), effort: meter.effort() }
    },
    close: async () => {},
  }
}

/** The models that a config asks: `panel` asks none. */
function modelsOf({ personality, model, secondModel }: Config): ModelConfig[] {
  if (personality === 'aap')
    throw new UsageError('The personality aap decides by numbers alone: there is no reading to measure.')
  if (personality === 'panel') return []
  if (model === undefined) throw new UsageError('The config has no `model`, so there is nothing to measure.')
  return secondModel === undefined ? [model] : [model, secondModel]
}

function requirePrices(models: readonly ModelConfig[]): void {
  if (models.some((one) => one.kind !== 'recorded' && one.prices === undefined))
    throw new UsageError('--max-cost needs `prices` of each model: without them no cost is known.')
}

/** A model that costs at most so much: what all cases may cost is the bound of its day. */
function boundedBy(model: ModelConfig, most: number | undefined): ModelConfig {
  if (model.kind === 'recorded' || most === undefined) return model
  const bounds = model.maxCostMicroUsd
  return { ...model, maxCostMicroUsd: { ...bounds, day: Math.max(1, Math.min(most, bounds?.day ?? most)) } }
}

const open = (model: ModelConfig, { folder }: Config, prompts: Prompts, env: NodeJS.ProcessEnv): Model =>
  openConfigured({ model, folder }, prompts, { env })!

function toAnswer({ reply, proof, again }: Answered, cause: Cause | null): Omit<Answer, 'effort'> {
  const why = reply.evidence.replaceAll('\n', ' ').slice(0, 300)
  return {
    outcome: reply.outcome ?? (reply.determination ? 'YES' : 'NO'),
    confidence: reply.confidence,
    rule: proof?.bundle.verdict.resolution_rule_id ?? 'abstained',
    why,
    isTooCostly: cause === 'cost',
    // A prompt that was never recorded says as little as a provider that is away.
    failed: again !== undefined || cause === 'unrecorded' ? why : null,
  }
}
