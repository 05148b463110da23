import type { z } from 'zod'
import * as Config from './Config.ts'
import type { Model } from './Model.ts'
import { openAnthropic } from './openAnthropic.ts'
import { openOpenAi } from './openOpenAi.ts'
import { openRecorded } from './openRecorded.ts'
import type { Environment } from './postJson.ts'
import { record } from './record.ts'

/**
 * The model that a config describes.
 *
 * @example
 * const model = openModel({ kind: 'openai', model: 'gpt-4.1-mini' })
 * const { text, usage } = await model.complete({ system: 'Answer in one word.', user: 'Hello?', maxTokens: 16 })
 */
export function openModel(
  config: z.input<typeof Config.config>,
  options: Environment & { readonly env?: NodeJS.ProcessEnv } = {},
): Model {
  const { env = process.env, ...surroundings } = options
  const result = Config.config.safeParse(config)
  if (!result.success) throw new Config.InvalidConfigError(result.error)
  const chosen = result.data
  if (chosen.kind === 'recorded') return openRecorded(chosen.recordings)
  const key = Config.readKey(chosen, env)
  const model =
    chosen.kind === 'openai'
      ? openOpenAi(chosen, key, surroundings)
      : openAnthropic(chosen, key, surroundings)
  return chosen.record === undefined ? model : record(model, chosen.record)
}
