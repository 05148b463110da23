import { z } from 'zod'
import type { OpenAiConfig } from './Config.ts'
import { costOf } from './costOf.ts'
import { type Model, NoAnswerError, type Prompt, UnreadableReplyError } from './Model.ts'
import { type Environment, postJson } from './postJson.ts'

const tokens = z.int().min(0)

/** The part of a chat completion that is read; the rest is the provider's own. */
const reply = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: tokens, completion_tokens: tokens }),
})

/** A model that speaks OpenAI's chat completions. */
export function openOpenAi(config: OpenAiConfig, key: string | null, surroundings: Environment = {}): Model {
  const name = `openai:${config.model}`
  const url = `${config.baseUrl.replace(/\/+$/, '')}/chat/completions`
  const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` }
  return {
    name,
    async complete(prompt, { signal } = {}) {
      const call = { model: name, url, headers, body: toBody(prompt, config), signal }
      const result = reply.safeParse(await postJson(call, config, surroundings))
      if (!result.success) throw new UnreadableReplyError(name, 'no chat completion')
      const { choices, usage } = result.data
      const counted = { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens }
      const spent = { ...counted, costMicroUsd: costOf(counted, config.prices) }
      const { message, finish_reason: end } = choices[0]!
      if (message.refusal) throw new NoAnswerError(name, 'refused', spent)
      if (end === 'content_filter') throw new NoAnswerError(name, 'filtered', spent)
      if (end === 'length') throw new NoAnswerError(name, 'cut off', spent)
      if (!message.content) throw new NoAnswerError(name, 'empty', spent)
      return { text: message.content, usage: spent }
    },
  }
}

const toBody = ({ system, user, schema, maxTokens }: Prompt, config: OpenAiConfig) => ({
  model: config.model,
  messages: [
    { role: 'system', content: system },
    { role: 'user', content: user },
  ],
  [config.tokensField]: maxTokens,
  ...(config.sampling === 'fixed' ? { temperature: 0, seed: 42 } : {}),
  ...(schema !== undefined && config.enforceSchema
    ? { response_format: { type: 'json_schema', json_schema: { name: 'reply', strict: true, schema } } }
    : {}),
})
