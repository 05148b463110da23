import { isAbsolute, resolve } from 'node:path'
import { z } from 'zod'
import type { Transport } from '../../services/fetch/Transport.ts'
import * as ModelConfig from '../../services/model/Config.ts'
import type { Model } from '../../services/model/Model.ts'
import { openModel } from '../../services/model/openModel.ts'
import { aap } from '../pipeline/aap.ts'
import type { Signer } from '../pipeline/attest.ts'
import { llm } from '../pipeline/llm.ts'
import { panel, panelConfig } from '../pipeline/panel.ts'
import type { Resolver } from '../pipeline/Resolver.ts'
import { stages } from '../pipeline/Stage.ts'
import { textConfig } from '../pipeline/text/TextSource.ts'
import { SourceConfig } from '../source/index.ts'
import type { Config } from './Config.ts'
import type { Mounted } from './Extension.ts'
import type { Metrics } from './makeMetrics.ts'
import { makeProvenance } from './provenance.ts'

/** The part of a config that says how questions are decided. */
export const personalityConfig = {
  /** `aap`: § auto rules, deterministic. `panel`: with a second provider. `llm`: free text too, with a model. */
  personality: z.enum(['aap', 'panel', 'llm']),
  sources: SourceConfig.schema,
  panel: panelConfig.default({ toleranceBps: 50, pairs: {} }),
  text: textConfig.optional(),
  model: ModelConfig.config.optional(),
  /** Milliseconds that a stage of the procedure may take, where the usual ones do not fit. */
  stageMs: z.partialRecord(z.enum(stages), z.int().min(10).max(600_000)).default({}),
}

export type PersonalityOptions = {
  readonly publicUrl: string
  readonly metrics: Metrics
  readonly env: NodeJS.ProcessEnv
  /** Where proofs of origin are looked up; none without a chain. */
  readonly rpcUrl: string | undefined
  /** Signs the proofs of reasoning, in all four roles; null leaves them unsigned. */
  readonly signer: Signer | null
  /** Their provers and verifiers join the worker's own. */
  readonly extensions?: readonly Mounted[]
}

/** The resolver that a config describes. Faults of sources and models are counted on their way through. */
export function makePersonality(config: Config, options: PersonalityOptions): Resolver {
  const { publicUrl, metrics, env, rpcUrl, signer, extensions = [] } = options
  const sources = inFolder(config.folder, config.sources, 'fixtures')
  const context = {
    collectorId: `agent-${config.agentId}`,
    sources: SourceConfig.createRegistry(sources),
    transport: counted(SourceConfig.createTransport(sources, env), () => metrics.sourceErrors.inc()),
    porUri: (root: string) => `${publicUrl}/por/${root}`,
    signer,
    timeouts: config.stageMs,
    ...makeProvenance(config, rpcUrl, extensions),
  }
  if (config.personality === 'aap') return aap(context)
  if (config.personality === 'panel') return panel({ ...context, panel: config.panel })
  const model = config.model === undefined ? null : openCounted(config, metrics, env)
  // Without pages to read there is nothing to quote: then free text is not decided, like with no model.
  return config.text === undefined
    ? { ...aap(context), name: 'llm' }
    : llm({ ...context, model, text: config.text })
}

function openCounted(config: Config, metrics: Metrics, env: NodeJS.ProcessEnv): Model {
  const given = config.model!
  const model = openModel(given.kind === 'recorded' ? inFolder(config.folder, given, 'recordings') : given, {
    env,
  })
  return {
    name: model.name,
    complete: (prompt, options) => noted(model.complete(prompt, options), () => metrics.modelErrors.inc()),
  }
}

const counted =
  (transport: Transport, count: () => void): Transport =>
  (request, options) =>
    noted(transport(request, options), count)

async function noted<result>(promise: Promise<result>, count: () => void): Promise<result> {
  try {
    return await promise
  } catch (error) {
    count()
    throw error
  }
}

/** The transport for what others want fetched: as the worker's own, without its keys, and nothing of it is recorded. */
export const transportForOthers = ({ folder, sources }: Config, env: NodeJS.ProcessEnv): Transport =>
  SourceConfig.createTransport(
    {
      ...inFolder(folder, sources, 'fixtures'),
      transport: sources.transport === 'record' ? 'live' : sources.transport,
      keys: [],
      attempts: 1,
    },
    env,
  )

/** Relative paths start from the config file, wherever the command was called. */
function inFolder<section extends object>(folder: string, section: section, field: keyof section): section {
  const path = section[field]
  return typeof path !== 'string' || isAbsolute(path)
    ? section
    : { ...section, [field]: resolve(folder, path) }
}
