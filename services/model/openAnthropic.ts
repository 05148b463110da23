import { z } from 'zod'
import type { AnthropicConfig } from './Config.ts'
import { costOf } from './costOf.ts'
import { type Model, NoAnswerError, type Prompt, UnreadableReplyError } from './Model.ts'
import { type Environment, postJson } from './postJson.ts'
import { requestSchema } from './requestSchema.ts'
import { withSampling } from './withSampling.ts'

const tokens = z.int().min(0)

/** The part of a message that is read; the rest is the provider's own. */
const reply = z.object({
  type: z.literal('message'),
  content: z.array(z.object({ type: z.string(), text: z.string().optional() })),
  stop_reason: z.string().nullable(),
  usage: z.object({
    input_tokens: tokens,
    output_tokens: tokens,
    // Counted apart from input_tokens, though we ask for no cache.
    cache_creation_input_tokens: tokens.nullish(),
    cache_read_input_tokens: tokens.nullish(),
  }),
})

/** A model that speaks Anthropic's messages. That API has no seed. */
export function openAnthropic(
  config: AnthropicConfig,
  key: string | null,
  environment: Environment = {},
): Model {
  const name = `anthropic:${config.model}`
  const url = `${config.baseUrl.replace(/\/+$/, '')}/v1/messages`
  const headers = { 'anthropic-version': '2023-06-01', ...(key === null ? {} : { 'x-api-key': key }) }
  const sampled = withSampling(config.sampling, { temperature: 0 })
  return {
    name,
    async complete(prompt, options = {}) {
      const post = (sampling: object) => {
        const body = { ...toBody(prompt, config), ...sampling }
        return postJson({ model: name, url, headers, body, ...options }, config, environment)
      }
      const result = reply.safeParse(await sampled(post))
      if (!result.success) throw new UnreadableReplyError(name, 'no message')
      const { content, stop_reason: end, usage } = result.data
      const cached = (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0)
      const counted = { inputTokens: usage.input_tokens + cached, outputTokens: usage.output_tokens }
      const spent = { ...counted, costMicroUsd: costOf(counted, config.prices) }
      if (end === 'refusal') throw new NoAnswerError(name, 'refused', spent)
      if (end === 'max_tokens' || end === 'model_context_window_exceeded')
        throw new NoAnswerError(name, 'cut off', spent)
      const text = content.map((block) => (block.type === 'text' ? (block.text ?? '') : '')).join('')
      if (text === '') throw new NoAnswerError(name, 'empty', spent)
      return { text, usage: spent }
    },
  }
}

const toBody = ({ system, user, schema, maxTokens }: Prompt, config: AnthropicConfig) => ({
  model: config.model,
  max_tokens: maxTokens,
  system,
  messages: [{ role: 'user', content: user }],
  ...(schema !== undefined && config.enforceSchema
    ? { output_config: { format: { type: 'json_schema', schema: requestSchema(schema) } } }
    : {}),
})
