import { z } from 'zod'
import type { OpenAiConfig } from './Config.ts'
import { costOf } from './costOf.ts'
import { type Model, NoAnswerError, type Prompt, UnreadableReplyError } from './Model.ts'
import { type Environment, postJson } from './postJson.ts'
import { requestSchema } from './requestSchema.ts'
import { withSampling } from './withSampling.ts'

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
export function openOpenAi(config: OpenAiConfig, key: string | null, environment: Environment = {}): Model {
  const name = `openai:${config.model}`
  const url = `${config.baseUrl.replace(/\/+$/, '')}/chat/completions`
  const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` }
  const sampled = withSampling(config.sampling, { temperature: 0, seed: 42 })
  return {
    name,
    async complete(prompt, options = {}) {
      const post = (sampling: object) => {
        const body = { ...toBody(prompt, config), ...sampling }
        return postJson({ model: name, url, headers, body, ...options }, config, environment)
      }
      const result = reply.safeParse(await sampled(post))
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
  ...(schema !== undefined && config.enforceSchema
    ? {
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'reply', strict: true, schema: requestSchema(schema) },
        },
      }
    : {}),
})
