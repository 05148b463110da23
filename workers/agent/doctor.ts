import { BaseError, Hash } from '../../protocol/index.ts'
import type { Network } from '../../services/fetch/Network.ts'
import { type Transport, TransportError } from '../../services/fetch/Transport.ts'
import type { Model } from '../../services/model/Model.ts'
import * as ModelReply from '../pipeline/text/ModelReply.ts'
import { load, type PromptFile, toPrompt } from '../pipeline/text/Prompts.ts'
import { Registry, SourceConfig } from '../source/index.ts'
import type { Config } from './Config.ts'
import { planCalls } from './doctorPlan.ts'
import { inFolder, openConfigured } from './personality.ts'

/** What came of calling one thing that a worker needs. */
export type Checkup = {
  readonly kind: 'model' | 'page' | 'source'
  readonly name: string
  /** `skipped`: there is nothing to call, and why. */
  readonly status: 'ok' | 'failed' | 'skipped'
  readonly ms: number
  readonly seen: string
  /** What to do about it; empty where it works. */
  readonly todo: readonly string[]
}

export type DoctorOptions = {
  readonly env: NodeJS.ProcessEnv
  /** For one call. */
  readonly timeoutMs: number
  readonly onResult?: (checkup: Checkup) => void
  /** For tests. */
  readonly network?: Network | undefined
  readonly now?: () => number
}

export type Seen = Pick<Checkup, 'status' | 'seen'> & { readonly todo?: readonly string[] }
export type Call = Pick<Checkup, 'kind' | 'name'> & { readonly run: (signal: AbortSignal) => Promise<Seen> }

/** Calls the configured model and each configured source once, one after the other, and says of each what came of it. */
export async function doctor(config: Config, options: DoctorOptions): Promise<Checkup[]> {
  const { onResult = () => {} } = options
  const checkups: Checkup[] = []
  for (const call of [...modelCalls(config, options), ...sourceCalls(config, options)]) {
    const checkup = await timed(call, options)
    onResult(checkup)
    checkups.push(checkup)
  }
  return checkups
}

/** A call that ignores its signal does not hold up the others. */
async function timed(
  { kind, name, run }: Call,
  { timeoutMs, now = Date.now }: DoctorOptions,
): Promise<Checkup> {
  const began = now()
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Seen>((resolve) => {
    timer = setTimeout(() => {
      resolve({
        status: 'failed',
        seen: `no answer within ${timeoutMs} ms`,
        todo: ['Try again with a longer --timeout.'],
      })
      controller.abort()
    }, timeoutMs)
  })
  const ran = run(controller.signal).catch(toSeen)
  const { todo = [], ...seen } = await Promise.race([ran, late])
  clearTimeout(timer)
  return { kind, name, ms: now() - began, ...seen, todo }
}

/** Our own errors hold no secrets; of any other only the name is said. */
function toSeen(error: unknown): Seen {
  if (error instanceof TransportError && error.code === 'forbidden')
    return {
      status: 'skipped',
      seen: error.shortMessage,
      todo: ['Name its host in sources.hosts to use it.'],
    }
  if (error instanceof BaseError)
    return { status: 'failed', seen: error.shortMessage, todo: error.metaMessages.slice(0, 6) }
  return {
    status: 'failed',
    seen: `it failed with ${error instanceof Error ? error.name : 'an unknown error'}`,
  }
}

function modelCalls(config: Config, { env }: DoctorOptions): Call[] {
  const { personality, model, text } = config
  if (personality !== 'llm') return []
  const skipped = (name: string, seen: string, ...todo: string[]): Call[] => [
    { kind: 'model', name, run: async () => ({ status: 'skipped', seen, todo }) },
  ]
  if (model === undefined)
    return skipped('none', 'no model is configured: free text is not decided', 'Add `model`.')
  const pages: Call[] =
    text === undefined
      ? skipped('text', 'no pages are configured: free text is not decided', 'Add `text.sources`.')
      : []
  const models = [model, config.secondModel].filter((one) => one !== undefined)
  return [...models.map((one) => modelCall({ ...config, model: one }, env)), ...pages]
}

type Opened = Pick<Config, 'folder'> & { readonly model: NonNullable<Config['model']> }

function modelCall(config: Opened, env: NodeJS.ProcessEnv): Call {
  const { model } = config
  const prompts = load()
  const name = model.kind === 'recorded' ? 'recorded' : `${model.kind}:${model.model}`
  const run = async (signal: AbortSignal) => {
    const opened = openConfigured(config, prompts, { env })!
    if (model.kind === 'recorded')
      return { status: 'skipped', seen: 'recordings are replayed, nobody is asked' } as const
    return askOnce(opened, prompts['prompt-engineer'], signal)
  }
  return { kind: 'model', name, run }
}

/** Asks what the prompt's own example asks: with the schema that is really sent, and read as it is really read. */
async function askOnce(model: Model, file: PromptFile, signal: AbortSignal): Promise<Seen> {
  const example = file.few_shots[0]?.input ?? '{}'
  const { text, usage } = await model.complete(toPrompt(file, JSON.parse(example)), { signal })
  const { inputTokens, outputTokens, costMicroUsd } = usage
  const cost = costMicroUsd === null ? 'cost unknown without prices' : `${costMicroUsd} micro-USD`
  const spent = `${inputTokens} + ${outputTokens} tokens, ${cost}`
  if (ModelReply.read(ModelReply.schemas[file.output_schema_ref], text) !== null)
    return { status: 'ok', seen: spent }
  return {
    status: 'failed',
    seen: `its reply is not ${file.output_schema_ref} (${spent})`,
    todo: ['Use a model that keeps to a schema, with enforceSchema: true.'],
  }
}

/** Samples that the providers we know should have at any time. */
const samples = [
  { provider: 'coingecko', asset: 'bitcoin', metric: 'price_usd' },
  { provider: 'binance', asset: 'BTCUSDT', metric: 'price' },
  { provider: 'defillama', asset: 'aave', metric: 'tvl' },
] as const

function sourceCalls(config: Config, { env, network, now = Date.now }: DoctorOptions): Call[] {
  const sources = inFolder(config.folder, config.sources, 'fixtures')
  const registry = SourceConfig.createRegistry(sources)
  let transport: Transport
  try {
    transport = SourceConfig.createTransport({ ...sources, attempts: 1 }, env, network)
  } catch (error) {
    return [{ kind: 'source', name: 'sources', run: () => Promise.reject(error) }]
  }
  const pages = (config.text?.sources ?? []).map(({ id, url }) => pageCall(id, url, transport))
  const own = (['http', 'web'] as const).flatMap((provider) =>
    sources[provider].map(({ id, metric }) => ({ provider, asset: id, metric })),
  )
  const known = sources.transport === 'replay' ? [] : samples
  const at = Math.floor(now() / 1_000)
  const planned = planCalls(config, transport, { env, network, now })
  return [...pages, ...planned, ...[...own, ...known].map((one) => sampleCall(one, registry, transport, at))]
}

const pageCall = (name: string, url: string, transport: Transport): Call => ({
  kind: 'page',
  name,
  async run(signal) {
    const { status, body } = await transport({ method: 'GET', url }, { signal })
    if (status >= 200 && status < 300 && body !== '')
      return { status: 'ok', seen: `${body.length} characters` }
    const todo = [
      status === 401 || status === 403
        ? 'The host refuses programs: add a key in sources.keys, or use another page.'
        : 'Look at the address of the page.',
    ]
    return { status: 'failed', seen: body === '' ? 'an empty page' : `status ${status}`, todo }
  },
})

type Wanted = { readonly provider: string; readonly asset: string; readonly metric: string }

const hour = 3_600

/** What a source has of the hour before the last one: that it has nothing then is no fault, that it cannot be read is one. */
const sampleCall = (
  wanted: Wanted,
  registry: Registry.Registry,
  transport: Transport,
  now: number,
): Call => ({
  kind: 'source',
  name: `${wanted.provider}:${wanted.asset}:${wanted.metric}`,
  async run(signal) {
    const source = Registry.sourceFor(registry, wanted)
    const window = { from: now - 2 * hour, to: now - hour }
    const requirement = { ...wanted, window, requirementId: 'r1', sourceId: Hash.ofText('doctor') }
    const { status, body } = await transport(source.plan(requirement), { signal })
    if (status < 200 || status > 299)
      return {
        status: 'failed',
        seen: `status ${status}`,
        todo: ['Look at the provider’s status page, at its quota, and at sources.keys.'],
      }
    const sample = source.read(body, requirement)
    return {
      status: 'ok',
      seen: sample === null ? 'it answers, and has no value of that hour' : `${sample.value}`,
    }
  },
})
