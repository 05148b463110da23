import { setTimeout as sleepFor } from 'node:timers/promises'
import { Json } from '../../protocol/index.ts'
import type { Head } from '../fetch/exchange.ts'
import { request } from '../fetch/request.ts'
import { TransportError } from '../fetch/Transport.ts'
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
type Trouble = { readonly what: string; readonly status?: number; readonly retryAfter?: string | undefined }

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
    const { what, status, retryAfter } = result.trouble
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
  const signal = call.signal === undefined ? timeout : AbortSignal.any([call.signal, timeout])
  let head: Head | undefined
  const maxBytes = (begun: Head) => {
    head = begun
    return mostOf(begun, limits)
  }
  try {
    const { url, headers } = call
    const outgoing = { method: 'POST', url, headers, body: JSON.stringify(call.body) } as const
    const { status, headers: received, body } = await request(outgoing, { anywhere: true, maxBytes, signal })
    if (isBusy(status))
      return { trouble: { what: `answered ${status}`, status, retryAfter: received['retry-after'] } }
    if (status !== 200) throw refusal(call, status, body, limits)
    if (!isJson(received)) throw new UnreadableReplyError(call.model, 'a reply that is not labelled as JSON')
    return { json: parse(call.model, body) }
  } catch (error) {
    call.signal?.throwIfAborted()
    if (timeout.aborted)
      throw new UnavailableError(call.model, `took longer than ${limits.timeoutMs} ms`, { tries })
    if (!(error instanceof TransportError)) throw error
    // However its body ends, a refusal is one.
    if (head !== undefined && head.status !== 200) throw refusal(call, head.status, null, limits)
    if (error.code === 'too-large')
      throw new UnreadableReplyError(call.model, `more than ${limits.maxReplyBytes} bytes`)
    if (error.code === 'not-text') throw new UnreadableReplyError(call.model, 'a body that is not JSON')
    // What the client says may repeat what was sent, so it is not passed on.
    if (isBreak(error)) return { trouble: { what: 'broke the connection' } }
    throw new UnavailableError(call.model, 'cannot be reached', { tries })
  }
}

const isBusy = (status: number): boolean => status === 429 || status >= 500

const isJson = (headers: Head['headers']): boolean =>
  /^application\/json\b/i.test(headers['content-type'] ?? '')

/** How much of a body is worth reading: nothing of one that will not be used. */
function mostOf({ status, headers }: Head, { maxReplyBytes }: Limits): number | null {
  if (status !== 200) return isBusy(status) ? null : 16_384
  return isJson(headers) ? maxReplyBytes : null
}

const breaks = new Set(['ECONNRESET', 'EPIPE'])

/** A reply that was cut off has no cause. */
const isBreak = ({ code, cause }: TransportError): boolean =>
  code === 'connection' &&
  (cause === undefined || breaks.has(String((cause as { code?: unknown } | null)?.code)))

function parse(model: string, bytes: Uint8Array): Json.Json {
  try {
    return Json.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new UnreadableReplyError(model, 'a body that is not JSON')
  }
}

/** Of the provider's own words only the kind of error, if it is one word: sentences may repeat the key. */
function refusal(call: Call, status: number, bytes: Uint8Array | null, limits: Limits): RefusedError {
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
