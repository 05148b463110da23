import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import * as z from 'zod'
import { Hash, type Json, Schema } from '../../protocol/index.ts'
import { placedStore } from '../../services/http/ServiceConfig.ts'
import { policies, policyRoles } from '../pipeline/policy/Policies.ts'
import { load, type Prompts, roles } from '../pipeline/text/Prompts.ts'
import type { Config } from './Config.ts'
import { inFolder } from './personality.ts'

/** Fewer answers say too little to be kept as an eval. */
export const leastCases = 50
/** A worker whose last eval was wrong more often than this stakes nothing. */
export const mostWrongBps = 200

const count = z.int().min(0)

/** How a worker did on cases with a known answer, and what it was then. */
export const schema = z.strictObject({
  schema_version: Schema.version,
  /** Of the model, the prompts and the policies: another model needs another eval. */
  key: Schema.hash,
  model: z.string().max(512),
  /** Of the cases, in their order. */
  cases_hash: Schema.hash,
  cases: z.int().min(leastCases),
  right: count,
  undecided: count,
  wrong: count,
  cost_micro_usd: count.nullable(),
  finished_at: Schema.instant,
})
export type Evaluation = z.infer<typeof schema>

/** Whether a worker was measured well enough to stake: `fit`; its last eval is `absent`, of `another` worker, or too often `wrong`. */
export type Fitness =
  | { readonly state: 'fit' | 'another' | 'wrong'; readonly evaluation: Evaluation }
  | { readonly state: 'absent' }

type Asking = Pick<Config, 'personality' | 'model' | 'secondModel' | 'folder'>
type Measured = Asking & Pick<Config, 'agentId' | 'store'>

/** Personalities that must be measured before they stake; `aap` decides by numbers alone. */
export const needsEval = ({ personality }: Pick<Config, 'personality'>): boolean => personality !== 'aap'

/** What an eval is bound to: the model as it is asked, and every file that says how. Prices, time limits and keys are not part of it. */
export function keyOf(config: Asking, prompts = load()): Hash.Hash {
  return Hash.ofJson({
    personality: config.personality,
    models: modelsIn(config),
    prompts: hashesOf(prompts),
    policies: policyRoles.map((role) => policies[role].hash),
  })
}

const hashesOf = (prompts: Prompts): Json.Json => roles.map((role) => prompts[role].hash)

/** Only the personality that reads asks models: the first and, where there is one, the second reader's own. */
const modelsIn = ({ personality, model, secondModel, folder }: Asking): Json.Json =>
  personality === 'llm' ? [model, secondModel].map((one) => modelIn(one, folder)) : []

function modelIn(model: Config['model'], folder: string): Json.Json {
  if (model === undefined) return null
  if (model.kind === 'recorded')
    return { kind: model.kind, recordings: contentOf(inFolder(folder, model, 'recordings').recordings) }
  const { kind, baseUrl, sampling, enforceSchema } = model
  return { kind, model: model.model, base_url: baseUrl, sampling, enforce_schema: enforceSchema }
}

function contentOf(path: string): Json.Json {
  if (!statSync(path).isDirectory()) return Hash.ofBytes(readFileSync(path))
  const names = readdirSync(path).sort()
  return names.map((name) => Hash.ofBytes(readFileSync(join(path, name))))
}

/** Where the last eval of a worker stands: beside the folder of its store, or of the one that it would have. */
export function fileOf({ agentId, folder, store }: Measured): string {
  const kept = placedStore(store, folder)?.folder ?? resolve(folder, `data/agent-${agentId}`)
  return `${kept}.eval.json`
}

/** Keeps an eval as the worker's last, whole or not at all. */
export function keep(config: Measured, evaluation: Evaluation): string {
  const file = fileOf(config)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, `${JSON.stringify(evaluation, null, 2)}\n`)
  renameSync(`${file}.new`, file)
  return file
}

/** How the worker of a config stands; null where it needs no eval. Its key is read once, its last eval each time. */
export function fitnessOf(config: Measured, key = keyOf(config)): Fitness | null {
  if (!needsEval(config)) return null
  const evaluation = readLast(fileOf(config))
  if (evaluation === null) return { state: 'absent' }
  if (evaluation.key !== key) return { state: 'another', evaluation }
  const { wrong, cases } = evaluation
  return { state: wrong * 10_000 > mostWrongBps * cases ? 'wrong' : 'fit', evaluation }
}

/** A file that is not a kept eval is none. */
function readLast(file: string): Evaluation | null {
  try {
    const read = schema.safeParse(parseJson(readFileSync(file, 'utf8')))
    return read.success ? read.data : null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The fitness of a worker in one sentence.
 *
 * @example
 * describe({ state: 'absent', cases: 0, wrong: 0, finished_at: null }) // 'It has no eval.'
 */
export function describe({ state, cases, wrong }: Figures): string {
  if (state === 'absent') return 'It has no eval.'
  if (state === 'another') return 'Its last eval is of another model, or of other prompts.'
  const share = `wrong in ${wrong} of ${cases} cases (${((100 * wrong) / cases).toFixed(1)} %)`
  return `Its last eval is ${share}${state === 'fit' ? '' : `, more than ${mostWrongBps / 100} %`}.`
}

/** A fitness as others are told of it. */
export type Figures = {
  readonly state: Fitness['state']
  readonly cases: number
  readonly wrong: number
  readonly finished_at: string | null
}

/** The figures of a fitness, without keys and paths. */
export function figuresOf(fitness: Fitness): Figures {
  const { state } = fitness
  if (state === 'absent') return { state, cases: 0, wrong: 0, finished_at: null }
  const { cases, wrong, finished_at } = fitness.evaluation
  return { state, cases, wrong, finished_at }
}
