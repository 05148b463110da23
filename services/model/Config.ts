import { z } from 'zod'
import { BaseError } from '../../protocol/index.ts'

/** Micro-USD for a million tokens: $0.25 is 250000. */
const price = z.int().min(0).max(1_000_000_000_000)
export const prices = z.strictObject({ inputPerMillion: price, outputPerMillion: price })
export type Prices = z.infer<typeof prices>

/** What providers have in common. */
const live = {
  /** The provider's own name of the model. */
  model: z.string().min(1).max(256),
  prices: prices.optional(),
  /**
   * What `maxCostMicroUsd` bounds in micro-USD: the calls of one answer, and those of one day (UTC). Before each call the most that it
   * may cost is estimated; one that could pass a bound is not made.
   */
  maxCostMicroUsd: z
    .strictObject({ answer: z.int().min(1).optional(), day: z.int().min(1).optional() })
    .optional(),
  /**
   * `fixed`: temperature 0 and, where the API has one, seed 42. `default`: neither is sent, for models that refuse them, as
   * reasoning models do. `auto`: both are sent until the model refuses them.
   */
  sampling: z.enum(['auto', 'fixed', 'default']).default('auto'),
  /** Whether the provider is told the schema of the reply; false for models and servers that cannot enforce one. */
  enforceSchema: z.boolean().default(true),
  /** For one try, from the request to the last byte of the reply. */
  timeoutMs: z.int().min(1).max(600_000).default(20_000),
  /** After the first try, for 429, 5xx, broken connections and, while time is left, replies that came too late. */
  retries: z.int().min(0).max(20).default(5),
  /** A provider that asks to be left alone for longer is not asked again. */
  maxRetryAfterMs: z.int().min(0).max(60_000).default(10_000),
  maxReplyBytes: z.int().min(1_024).max(16_777_216).default(1_048_576),
  /** A folder in which every completion is recorded. */
  record: z.string().min(1).optional(),
}

/** `https`, or a server on this very machine; nothing in it but where it is, since it appears in errors. */
const baseUrl = z
  .string()
  .refine(isSafe, 'expected an https URL (or http to localhost) without user, query or hash')

/** The environment variable that holds the key, which is never written in a config; null for servers that need none. */
const keyEnv = z.string().min(1).nullable()

const kinds = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('openai'),
    /** Of OpenAI, or of anything that speaks its chat completions. */
    baseUrl: baseUrl.default('https://api.openai.com/v1'),
    keyEnv: keyEnv.default('OPENAI_API_KEY'),
    /** What the server calls the limit of the reply; older ones only know `max_tokens`. */
    tokensField: z.enum(['max_completion_tokens', 'max_tokens']).default('max_completion_tokens'),
    ...live,
  }),
  z.strictObject({
    kind: z.literal('anthropic'),
    baseUrl: baseUrl.default('https://api.anthropic.com'),
    keyEnv: keyEnv.default('ANTHROPIC_API_KEY'),
    ...live,
  }),
  z.strictObject({
    kind: z.literal('recorded'),
    /** A folder with one file per recording, or a file with one on each line. */
    recordings: z.string().min(1),
  }),
])

/** What a call costs is only known by its prices. */
const isPriced = (given: z.infer<typeof kinds>): boolean =>
  given.kind === 'recorded' || given.maxCostMicroUsd === undefined || given.prices !== undefined

export const config = kinds.refine(isPriced, { path: ['prices'], error: 'needed with maxCostMicroUsd' })
export type Config = z.infer<typeof config>
export type OpenAiConfig = Extract<Config, { kind: 'openai' }>
export type AnthropicConfig = Extract<Config, { kind: 'anthropic' }>
export type LiveConfig = OpenAiConfig | AnthropicConfig

function isSafe(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  if (url.username !== '' || url.password !== '' || /[?#]/.test(text)) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host)

/** The key that a config names, or null where it names none. */
export function readKey({ keyEnv }: LiveConfig, env: NodeJS.ProcessEnv): string | null {
  if (keyEnv === null) return null
  const key = env[keyEnv]?.trim() ?? ''
  if (key === '') throw new MissingKeyError(keyEnv, 'is empty')
  // A header with anything else is refused by the client, in words that repeat the key.
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new MissingKeyError(keyEnv, 'holds white space or special characters')
  return key
}

export class MissingKeyError extends BaseError {
  override readonly name = 'Model.MissingKeyError'
  constructor(keyEnv: string, why: string) {
    super(`There is no key for the model: ${keyEnv} ${why}.`, {
      metaMessages: [`Set ${keyEnv}, name another variable in keyEnv, or use recordings.`],
    })
  }
}

export class InvalidConfigError extends BaseError {
  override readonly name = 'Model.InvalidConfigError'
  constructor(error: z.ZodError) {
    super('The config of the model cannot be used.', {
      metaMessages: error.issues.map(({ path, message }) => `${path.join('.') || 'model'}: ${message}`),
    })
  }
}
