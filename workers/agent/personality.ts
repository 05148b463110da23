import { isAbsolute, resolve } from 'node:path'
import { z } from 'zod'
import type { RpcUrl } from '../../services/chain/Node.ts'
import type { Network } from '../../services/fetch/Network.ts'
import type { Transport } from '../../services/fetch/Transport.ts'
import type { KeyAccount } from '../../services/http/readKey.ts'
import * as ModelConfig from '../../services/model/Config.ts'
import type { Model } from '../../services/model/Model.ts'
import { type OpenOptions, openModel } from '../../services/model/openModel.ts'
import type { ModelWatch } from '../../services/model/watchModel.ts'
import { aap } from '../pipeline/aap.ts'
import type { Signer } from '../pipeline/attest.ts'
import { llm } from '../pipeline/llm.ts'
import { panel, panelConfig } from '../pipeline/panel.ts'
import { openPlanning } from '../pipeline/plan/openPlanning.ts'
import type { Resolver } from '../pipeline/Resolver.ts'
import { stages } from '../pipeline/Stage.ts'
import { load, type Prompts, requestSchemasOf } from '../pipeline/text/Prompts.ts'
import { type TextConfig, textConfig } from '../pipeline/text/TextSource.ts'
import { SourceConfig } from '../source/index.ts'
import { pace } from '../source/registry/pace.ts'
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
  /** Whom the second of the two readers asks; the same model where there is none. */
  secondModel: ModelConfig.config.optional(),
  /** Milliseconds that a stage of the procedure may take, where the usual ones do not fit. */
  stageMs: z.partialRecord(z.enum(stages), z.int().min(10).max(600_000)).default({}),
}

export type PersonalityOptions = {
  readonly publicUrl: string
  readonly metrics: Metrics
  readonly env: NodeJS.ProcessEnv
  /** Where proofs of origin are looked up; none without a chain. */
  readonly rpcUrl: RpcUrl | undefined
  /** Signs the proofs of reasoning, in all four roles; null leaves them unsigned. */
  readonly signer: Signer | null
  /** Pays for what is logged in the `Notary`; null where nothing is. */
  readonly notaryKey?: KeyAccount | null
  /** Their provers and verifiers join the worker's own. */
  readonly extensions?: readonly Mounted[]
  /** Hears of the calls of the model. */
  readonly modelWatch?: ModelWatch | undefined
  /** For tests and worlds on one machine. */
  readonly network?: Network | undefined
}

/** The resolver that a config describes. Faults of sources are counted on their way through; the model's watch counts its calls. */
export function makePersonality(config: Config, options: PersonalityOptions): Resolver {
  const { publicUrl, metrics, env, rpcUrl, signer, extensions = [], network, notaryKey } = options
  const sources = inFolder(config.folder, config.sources, 'fixtures')
  const context = {
    collectorId: `agent-${config.agentId}`,
    sources: SourceConfig.createRegistry(sources),
    transport: counted(SourceConfig.createTransport(sources, env, network), () => metrics.sourceErrors.inc()),
    porUri: (root: string) => `${publicUrl}/por/${root}`,
    signer,
    timeouts: config.stageMs,
    ...makeProvenance(config, rpcUrl, {
      extensions,
      notaryKey,
      onFailure: () => metrics.sourceErrors.inc(),
    }),
  }
  if (config.personality === 'aap') return aap(context)
  if (config.personality === 'panel') return panel({ ...context, panel: config.panel })
  const prompts = load()
  const { modelWatch } = options
  const open = (given: Config['model']) => {
    const opened = openConfigured({ ...config, model: given }, prompts, {
      env,
      retrying: modelWatch?.retrying,
    })
    return opened === null ? null : (modelWatch?.watch(opened) ?? opened)
  }
  const [model, second] = [open(config.model), open(config.secondModel)]
  // Without pages to read there is nothing to quote: then free text is not decided, like with no model.
  if (config.text === undefined) return { ...aap(context), name: 'llm' }
  const text = textInFolder(config.folder, config.text)
  const planning = openPlanning(text, { environment: env, network })
  const transport = pace(context.transport, planning?.registry?.entries ?? [])
  return llm({ ...context, transport, model, secondModel: second ?? undefined, prompts, text, planning })
}

/** The text part of a config, with the files that it names found from where it stands. */
export function textInFolder(folder: string, text: TextConfig): TextConfig {
  const found = text.registry === 'public' ? text : inFolder(folder, text, 'registry')
  const { search } = found
  return search?.kind === 'recorded' ? { ...found, search: inFolder(folder, search, 'recordings') } : found
}

/** The config's model, which must take the schemas of our prompts. */
export function openConfigured(
  { model: given, folder }: Pick<Config, 'model' | 'folder'>,
  prompts: Prompts,
  options: Omit<OpenOptions, 'schemas'>,
): Model | null {
  if (given === undefined) return null
  const placed = given.kind === 'recorded' ? inFolder(folder, given, 'recordings') : given
  return openModel(placed, { ...options, schemas: requestSchemasOf(prompts) })
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
export function inFolder<section extends object>(
  folder: string,
  section: section,
  field: keyof section,
): section {
  const path = section[field]
  return typeof path !== 'string' || isAbsolute(path)
    ? section
    : { ...section, [field]: resolve(folder, path) }
}
