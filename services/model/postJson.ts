import { setTimeout as sleepFor } from 'node:timers/promises'
import { Json } from '../../protocol/index.ts'
import type { Head } from '../fetch/exchange.ts'
import { request } from '../fetch/request.ts'
import { TransportError } from '../fetch/Transport.ts'
import type { LiveConfig } from './Config.ts'
import { type Unavailability, UnavailableError, UnreadableReplyError } from './Model.ts'
import { isQuotaError, refusal } from './refusal.ts'
import { retryDelay } from './retryDelay.ts'

/** What a test sets so that nothing depends on the clock or on chance. */
export type Environment = {
  readonly sleep?: ((milliseconds: number, signal?: AbortSignal) => Promise<unknown>) | undefined
  readonly random?: (() => number) | undefined
  /** Unix milliseconds. */
  readonly now?: (() => number) | undefined
  /** Hears of each try that failed and is repeated. */
  readonly retrying?: ((retry: Retry) => void) | undefined
}

export type Retry = {
  readonly model: string
  readonly cause: Unavailability
  readonly status: number | null
  readonly delayMs: number
}

export type Call = {
  readonly model: string
  readonly url: string
  /** With the key in it: never shown. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  readonly signal?: AbortSignal | undefined
  /** When the reply is of no more use, in milliseconds since 1970. */
  readonly until?: number | undefined
}

type Limits = Pick<LiveConfig, 'timeoutMs' | 'retries' | 'maxRetryAfterMs' | 'maxReplyBytes' | 'keyEnv'>

/** Why a try failed that may be repeated. */
type Trouble = {
  readonly what: string
  readonly why: Unavailability
  readonly status?: number
  readonly retryAfter?: string | undefined
}

/** No provider answers in less: a try with less time is not worth its price. */
const leastMs = 250

/**
 * Posts JSON and gives the JSON of the reply; tries again after 429, 5xx, broken connections and, where the call has an end,
 * replies that came too late: as often as it may, and as long as there is time.
 */
export async function postJson(
  call: Call,
  limits: Limits,
  environment: Environment = {},
): Promise<Json.Json> {
  const { sleep = wait, random = Math.random, now = Date.now, retrying = () => {} } = environment
  const { model, until = Number.POSITIVE_INFINITY } = call
  for (let tries = 1; ; tries++) {
    const ms = Math.min(limits.timeoutMs, Math.floor(until - now()))
    if (ms <= 0)
      throw new UnavailableError(model, 'was not asked: no time was left', { why: 'timeout', tries })
    const result = await tryOnce(call, limits, { tries, ms })
    if ('json' in result) return result.json
    const { what, why, status, retryAfter } = result.trouble
    const delay = retryDelay(tries, { retryAfter, max: limits.maxRetryAfterMs, random, now })
    // What took all of its time once will take as much again.
    const needed = why === 'timeout' ? ms : leastMs
    const hasTime = delay !== null && now() + delay + needed <= until
    if (tries > limits.retries || !hasTime || (why === 'timeout' && until === Number.POSITIVE_INFINITY))
      throw new UnavailableError(model, what, { why, status, tries })
    retrying({ model, cause: why, status: status ?? null, delayMs: delay })
    await sleep(delay, call.signal)
    call.signal?.throwIfAborted()
  }
}

async function tryOnce(
  call: Call,
  limits: Limits,
  { tries, ms }: { readonly tries: number; readonly ms: number },
): Promise<{ json: Json.Json } | { trouble: Trouble }> {
  call.signal?.throwIfAborted()
  const timeout = AbortSignal.timeout(ms)
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
    if (isBusy(status) && !isQuotaError(body)) return { trouble: busy(status, received['retry-after']) }
    if (status !== 200) throw refusal(call.model, status, body, limits)
    if (!isJson(received)) throw new UnreadableReplyError(call.model, 'a reply that is not labelled as JSON')
    return { json: parse(call.model, body) }
  } catch (error) {
    call.signal?.throwIfAborted()
    if (timeout.aborted) return { trouble: { what: `took longer than ${ms} ms`, why: 'timeout' } }
    if (!(error instanceof TransportError)) throw error
    // However its body ends, a refusal is one.
    if (head !== undefined && isBusy(head.status))
      return { trouble: busy(head.status, head.headers['retry-after']) }
    if (head !== undefined && head.status !== 200) throw refusal(call.model, head.status, null, limits)
    if (error.code === 'too-large')
      throw new UnreadableReplyError(call.model, `more than ${limits.maxReplyBytes} bytes`)
    if (error.code === 'not-text') throw new UnreadableReplyError(call.model, 'a body that is not JSON')
    // What the client says may repeat what was sent, so it is not passed on.
    if (isBreak(error)) return { trouble: { what: 'broke the connection', why: 'connection' } }
    throw new UnavailableError(call.model, 'cannot be reached', { why: 'connection', tries })
  }
}

const isBusy = (status: number): boolean => status === 429 || status >= 500

const busy = (status: number, retryAfter: string | undefined): Trouble => ({
  what: `answered ${status}`,
  why: status === 429 ? 'busy' : status === 529 || status === 503 ? 'overloaded' : 'server-error',
  status,
  retryAfter,
})

const isJson = (headers: Head['headers']): boolean =>
  /^application\/json\b/i.test(headers['content-type'] ?? '')

/** How much of a body is worth reading: nothing of one that will not be used. */
function mostOf({ status, headers }: Head, { maxReplyBytes }: Limits): number | null {
  // A 429 may mean that the account is empty, which waiting does not help.
  if (status !== 200) return status >= 500 ? null : 16_384
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

async function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await sleepFor(milliseconds, undefined, signal === undefined ? {} : { signal }).catch(() => {})
}
