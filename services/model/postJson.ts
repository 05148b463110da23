import { setTimeout as sleepFor } from 'node:timers/promises'
import { Json } from '../../protocol/index.ts'
import type { LiveConfig } from './Config.ts'
import { RefusedError, UnavailableError, UnreadableReplyError } from './Model.ts'
import { retryDelay } from './retryDelay.ts'

/** What a test sets so that nothing depends on the clock or on chance. */
export type Environment = {
  readonly sleep?: ((milliseconds: number, signal?: AbortSignal) => Promise<unknown>) | undefined
  readonly random?: (() => number) | undefined
  /** Unix milliseconds. */
  readonly now?: (() => number) | undefined
}

export type Call = {
  readonly model: string
  readonly url: string
  /** With the key in it: never shown. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  readonly signal?: AbortSignal | undefined
}

type Limits = Pick<LiveConfig, 'timeoutMs' | 'retries' | 'maxRetryAfterMs' | 'maxReplyBytes' | 'keyEnv'>

/** Why a try failed that may be repeated. */
type Trouble = { readonly what: string; readonly status?: number; readonly retryAfter?: string | null }

/** Posts JSON and gives the JSON of the reply; tries again after 429, 5xx and broken connections, and only then. */
export async function postJson(
  call: Call,
  limits: Limits,
  surroundings: Environment = {},
): Promise<Json.Json> {
  const { sleep = wait, random = Math.random, now = Date.now } = surroundings
  for (let tries = 1; ; tries++) {
    const result = await tryOnce(call, limits, tries)
    if ('json' in result) return result.json
    const { what, status, retryAfter = null } = result.trouble
    const delay = retryDelay(tries, { retryAfter, max: limits.maxRetryAfterMs, random, now })
    if (tries > limits.retries || delay === null)
      throw new UnavailableError(call.model, what, { status, tries })
    await sleep(delay, call.signal)
    call.signal?.throwIfAborted()
  }
}

async function tryOnce(
  call: Call,
  limits: Limits,
  tries: number,
): Promise<{ json: Json.Json } | { trouble: Trouble }> {
  call.signal?.throwIfAborted()
  const timeout = AbortSignal.timeout(limits.timeoutMs)
  try {
    const response = await fetch(call.url, {
      method: 'POST',
      headers: { ...call.headers, 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(call.body),
      // Elsewhere the key has no business.
      redirect: 'manual',
      signal: call.signal === undefined ? timeout : AbortSignal.any([call.signal, timeout]),
    })
    const { status } = response
    if (status === 429 || status >= 500) {
      await response.body?.cancel()
      return {
        trouble: { what: `answered ${status}`, status, retryAfter: response.headers.get('retry-after') },
      }
    }
    if (status !== 200) throw await refusal(call, response, limits)
    const type = response.headers.get('content-type') ?? ''
    if (!/^application\/json\b/i.test(type)) {
      await response.body?.cancel()
      throw new UnreadableReplyError(call.model, 'a reply that is not labelled as JSON')
    }
    const bytes = await readBytes(response, limits.maxReplyBytes)
    if (bytes === null) throw new UnreadableReplyError(call.model, `more than ${limits.maxReplyBytes} bytes`)
    return { json: parse(call.model, bytes) }
  } catch (error) {
    call.signal?.throwIfAborted()
    if (timeout.aborted)
      throw new UnavailableError(call.model, `took longer than ${limits.timeoutMs} ms`, { tries })
    if (!(error instanceof TypeError)) throw error
    // What the client says may repeat what was sent, so it is not passed on.
    if (isBreak(error)) return { trouble: { what: 'broke the connection' } }
    throw new UnavailableError(call.model, 'cannot be reached', { tries })
  }
}

const breaks = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'])

const isBreak = (error: TypeError): boolean =>
  breaks.has(String((error.cause as { code?: unknown } | undefined)?.code))

/** The body, or null when it is too long: then the rest is not even received. */
async function readBytes(response: Response, limit: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    // Leaving the loop cancels the stream.
    if (length > limit) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function parse(model: string, bytes: Uint8Array): Json.Json {
  try {
    return Json.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new UnreadableReplyError(model, 'a body that is not JSON')
  }
}

/** Of the provider's own words only the kind of error, if it is one word: sentences may repeat the key. */
async function refusal(call: Call, response: Response, limits: Limits): Promise<RefusedError> {
  const { status } = response
  const bytes = await readBytes(response, 16_384).catch(() => null)
  const isKey = status === 401 || status === 403
  return new RefusedError(call.model, status, {
    kind: bytes === null ? null : kindOf(bytes),
    try:
      isKey && limits.keyEnv !== null
        ? `Check the key in ${limits.keyEnv}, and what it may be used for.`
        : 'Check baseUrl and model; reasoning models need sampling: default, others may lack enforceSchema.',
  })
}

function kindOf(bytes: Uint8Array): string | null {
  try {
    const { error } = JSON.parse(Buffer.from(bytes).toString()) as {
      error?: { type?: unknown; code?: unknown }
    }
    const isWord = (value: unknown): value is string =>
      typeof value === 'string' && /^[a-z]{2,20}(_[a-z]{1,20}){0,4}$/.test(value)
    return [error?.code, error?.type].find(isWord) ?? null
  } catch {
    return null
  }
}

async function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await sleepFor(milliseconds, undefined, signal === undefined ? {} : { signal }).catch(() => {})
}
