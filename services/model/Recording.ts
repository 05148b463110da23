import { z } from 'zod'
import { Hash, Json } from '../../protocol/index.ts'
import { InvalidRecordingError, type Prompt } from './Model.ts'

/** What a model once answered, by the hash of what it was asked. */
export const recording = z.strictObject({
  key: z.string(),
  /** Which model answered. */
  model: z.string(),
  prompt: z.strictObject({
    system: z.string(),
    user: z.string(),
    schema: z.json(),
    maxTokens: z.int().positive(),
  }),
  completion: z.strictObject({
    text: z.string(),
    usage: z.strictObject({
      inputTokens: z.int().min(0),
      outputTokens: z.int().min(0),
      costMicroUsd: z.int().min(0).nullable(),
    }),
  }),
})
export type Recording = z.infer<typeof recording>

/** A prompt with every field, as it is hashed and kept. */
export const promptOf = ({ system, user, schema, maxTokens }: Prompt): Recording['prompt'] => ({
  system,
  user,
  schema: (schema ?? null) as Recording['prompt']['schema'],
  maxTokens,
})

/** The hash of a prompt. Which model is asked is no part of it. */
export const keyOf = (prompt: Prompt): Hash.Hash => Hash.ofJson(promptOf(prompt))

/** Reads a recording; refuses one whose key is not that of its prompt. */
export function parse(text: string, where: string): Recording {
  let value: unknown
  try {
    value = Json.parse(text)
  } catch {
    throw new InvalidRecordingError(where, 'it is not JSON')
  }
  const result = recording.safeParse(value)
  if (!result.success) {
    const { path, message } = result.error.issues[0]!
    throw new InvalidRecordingError(where, `${path.join('.')}: ${message}`)
  }
  if (keyOf(result.data.prompt) !== result.data.key)
    throw new InvalidRecordingError(where, 'its key is not the hash of its prompt')
  return result.data
}
