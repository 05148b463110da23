import type { z } from 'zod'
import { bounded } from './bounded.ts'
import * as Config from './Config.ts'
import { checkSchemas } from './checkSchemas.ts'
import type { Model } from './Model.ts'
import { openAnthropic } from './openAnthropic.ts'
import { openOpenAi } from './openOpenAi.ts'
import { openRecorded } from './openRecorded.ts'
import type { Environment } from './postJson.ts'
import { record } from './record.ts'

export type OpenOptions = Environment & {
  readonly env?: NodeJS.ProcessEnv
  /** Schemas of replies that it will be asked to keep, by name: one that its provider does not take is refused here. */
  readonly schemas?: Readonly<Record<string, unknown>>
}

/**
 * The model that a config describes.
 *
 * @example
 * const model = openModel({ kind: 'openai', model: 'gpt-4.1-mini' })
 * const { text, usage } = await model.complete({ system: 'Answer in one word.', user: 'Hello?', maxTokens: 16 })
 */
export function openModel(config: z.input<typeof Config.config>, options: OpenOptions = {}): Model {
  const { env = process.env, schemas = {}, ...environment } = options
  const result = Config.config.safeParse(config)
  if (!result.success) throw new Config.InvalidConfigError(result.error)
  const chosen = result.data
  if (chosen.kind === 'recorded') return openRecorded(chosen.recordings)
  checkSchemas(chosen, schemas)
  const key = Config.readKey(chosen, env)
  const model =
    chosen.kind === 'openai' ? openOpenAi(chosen, key, environment) : openAnthropic(chosen, key, environment)
  const kept = chosen.record === undefined ? model : record(model, chosen.record)
  const { maxCostMicroUsd: bounds, prices } = chosen
  if (bounds === undefined || prices === undefined) return kept
  return bounded(kept, { bounds, prices, now: environment.now ?? Date.now })
}
