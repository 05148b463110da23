import type { LiveConfig } from './Config.ts'
import { RefusedError, type RefusedField } from './Model.ts'

/** What an error of a provider says, as far as it is one of the words we know: its sentences may repeat the key or the prompt. */
type Said = { readonly kind: string | null; readonly field: RefusedField | null; readonly isQuota: boolean }

const nothing: Said = { kind: null, field: null, isQuota: false }

/** Parameters of requests, by what in the config they come from. */
const fields: readonly (readonly [RefusedField, RegExp])[] = [
  ['sampling', /\b(?:temperature|seed)\b/],
  ['tokens', /\b(?:max_tokens|max_completion_tokens)\b/],
  ['schema', /\b(?:response_format|json_schema|output_config|schema)\b/],
  ['model', /\bmodel\b/],
]

/** Kinds of errors that waiting does not help with, whatever their status is. */
const quotas = new Set([
  'insufficient_quota',
  'credit_balance_exhausted',
  'billing_hard_limit_reached',
  'enforced_spend_limit_reached',
  'billing_error',
])

/** The provider's refusal as our error: with what is known of why, and what to try. */
export function refusal(
  model: string,
  status: number,
  bytes: Uint8Array | null,
  { keyEnv }: Pick<LiveConfig, 'keyEnv'>,
): RefusedError {
  const { kind, field, isQuota } = bytes === null ? nothing : readError(bytes)
  const isKey = (status === 401 || status === 403) && keyEnv !== null
  const remedy = isQuota
    ? 'Add credit to the account, or raise its limit.'
    : isKey
      ? `Check the key in ${keyEnv}, and what it may be used for.`
      : remedies[field ?? (status === 404 ? 'model' : 'unknown')]
  return new RefusedError(model, status, { kind, field, isQuota, try: remedy })
}

const remedies: Readonly<Record<RefusedField | 'unknown', string>> = {
  sampling: 'Set sampling: default; this model takes no temperature or seed.',
  tokens: 'Set tokensField to the name that this server has for the limit of tokens, or allow fewer.',
  schema: 'Set enforceSchema: false, or use a model that can keep to a schema.',
  model: 'Check model and baseUrl: the server does not know this model, or not this path.',
  unknown: 'Check baseUrl and model; reasoning models need sampling: default, others may lack enforceSchema.',
}

/** Whether an error of status 429 means that the account is empty, and not that it was too fast. */
export const isQuotaError = (bytes: Uint8Array): boolean => readError(bytes).isQuota

const isWord = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z]{2,20}(_[a-z]{1,20}){0,4}$/.test(value)

function readError(bytes: Uint8Array): Said {
  try {
    const { error } = JSON.parse(Buffer.from(bytes).toString()) as {
      error?: {
        type?: unknown
        code?: unknown
        param?: unknown
        message?: unknown
        details?: { error_code?: unknown }
      }
    }
    const words = [error?.details?.error_code, error?.code, error?.type].filter(isWord)
    return {
      kind: words[0] ?? null,
      field: fieldIn(error?.param) ?? fieldIn(error?.message),
      isQuota: words.some((word) => quotas.has(word)),
    }
  } catch {
    return nothing
  }
}

const fieldIn = (text: unknown): RefusedField | null =>
  typeof text === 'string' ? (fields.find(([, form]) => form.test(text.slice(0, 2_000)))?.[0] ?? null) : null
