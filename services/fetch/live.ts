import { setTimeout as sleep } from 'node:timers/promises'
import type { Received } from './exchange.ts'
import type { GuardOptions } from './guard.ts'
import type { Network } from './Network.ts'
import { request } from './request.ts'
import { retryAfter } from './retryAfter.ts'
import { type Reply, type Request, type Transport, TransportError } from './Transport.ts'

export type LiveOptions = GuardOptions &
  Partial<Network> & {
    /** Of the unpacked body; evidence holds at most 1 MiB. */
    readonly maxBytes?: number
    /** For everything together: resolving, waiting, asking again. */
    readonly timeoutMs?: number
    readonly attempts?: number
    /** The first pause before asking again; it doubles, and a random part of it is waited. */
    readonly pauseMs?: number
    readonly userAgent?: string
    /** Keys of a host. They are added here, so that no plan, receipt or fixture ever holds them. */
    readonly headersFor?: (host: string) => Readonly<Record<string, string>>
    readonly queryFor?: (host: string) => Readonly<Record<string, string>>
    /** Milliseconds since 1970. */
    readonly now?: () => number
    /** In [0, 1). */
    readonly random?: () => number
  }

/** What pages are asked for as. Who reads a page again must ask in the same words, or may get another one. */
export const acceptText = 'application/json, text/html;q=0.9, text/plain;q=0.8'

const mebibyte = 1_048_576
const maxPause = 4_000

/**
 * The transport that really asks: public hosts only, no redirects, bounded in size and time, and strict UTF-8, because a receipt
 * hashes the text. Asks again after 429, 5xx and broken connections, a few times, and not before the host allows it.
 */
export function live(options: LiveOptions = {}): Transport {
  const { timeoutMs = 8_000, now = Date.now } = options
  return async (asked, { signal } = {}) => {
    const limit = AbortSignal.timeout(timeoutMs)
    const both = signal === undefined ? limit : AbortSignal.any([limit, signal])
    try {
      const received = await persist(asked, options, both, now() + timeoutMs)
      return toReply(asked, received, options)
    } catch (error) {
      if (limit.aborted)
        throw new TransportError('timeout', `No reply within ${timeoutMs} ms.`, { cause: error })
      if (both.aborted) throw new TransportError('aborted', 'The request was called off.', { cause: error })
      throw error
    }
  }
}

/** Asks until there is a reply to keep. The last reply is one, whatever its status. */
async function persist(
  asked: Request,
  options: LiveOptions,
  signal: AbortSignal,
  deadline: number,
): Promise<Received> {
  const { attempts = 3, now = Date.now } = options
  for (let attempt = 1; ; attempt++) {
    const result = await attemptOnce(asked, options, signal)
    const isLast = attempt >= attempts || !isWorthAgain(asked, result)
    const pause = isLast ? 0 : pauseAfter(result, attempt, options)
    if (isLast || now() + pause >= deadline) {
      if (result instanceof TransportError) throw result
      return result
    }
    await sleep(pause, undefined, { signal })
  }
}

/** One attempt: the name is resolved and checked anew each time. */
async function attemptOnce(
  { method, url, headers, body }: Request,
  options: LiveOptions,
  signal: AbortSignal,
): Promise<Received | TransportError> {
  const { maxBytes = mebibyte, userAgent = 'cresolver', headersFor, queryFor } = options
  const outgoing = {
    method,
    url: withQuery(url, queryFor),
    headers: ({ host }: URL) => ({
      accept: acceptText,
      'user-agent': userAgent,
      ...headers,
      ...headersFor?.(host),
    }),
    body,
  }
  try {
    return await request(outgoing, { ...options, maxBytes, signal, timeoutMs: undefined })
  } catch (error) {
    if (error instanceof TransportError && !signal.aborted) return error
    throw error
  }
}

function withQuery(text: string, queryFor: LiveOptions['queryFor']): string {
  // A text that is not a URL is refused by the guard.
  if (queryFor === undefined || !URL.canParse(text)) return text
  const url = new URL(text)
  for (const [name, value] of Object.entries(queryFor(url.host))) url.searchParams.set(name, value)
  return url.href
}

const broken = ['ECONNRESET', 'EPIPE']

function isWorthAgain({ method }: Request, result: Received | TransportError): boolean {
  if (!(result instanceof TransportError)) return result.status === 429 || result.status >= 500
  const code = (result.cause as { code?: unknown } | undefined)?.code
  return method === 'GET' && typeof code === 'string' && broken.includes(code)
}

function pauseAfter(result: Received | TransportError, attempt: number, options: LiveOptions): number {
  const { pauseMs = 250, random = Math.random, now = Date.now } = options
  const jittered = Math.min(pauseMs * 2 ** (attempt - 1), maxPause) * (0.5 + random() / 2)
  if (result instanceof TransportError) return jittered
  return Math.max(jittered, retryAfter(result.headers['retry-after'], now()))
}

function toReply(asked: Request, { status, headers, body }: Received, options: LiveOptions): Reply {
  const { now = Date.now } = options
  const reply = {
    status,
    headers,
    body: decode(body),
    retrievedAt: Math.floor(now() / 1_000),
    method: asked.method,
  }
  refuseEcho(asked, reply, options)
  return reply
}

/** The text that re-encodes to the very same bytes. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new TransportError('not-text', 'The reply is not UTF-8, so no text of it has its hash.', { cause })
  }
}

/** A reply that repeats a key would carry it into evidence, which is public. */
function refuseEcho({ url }: Request, reply: Reply, { headersFor, queryFor }: LiveOptions): void {
  const { host } = new URL(url)
  const secrets = [...Object.values(headersFor?.(host) ?? {}), ...Object.values(queryFor?.(host) ?? {})]
  const said = [reply.body, ...Object.values(reply.headers)]
  for (const secret of secrets) {
    const key = secret.replace(/^Bearer\s+/i, '')
    if (key.length >= 8 && said.some((text) => text.includes(key)))
      throw new TransportError('secret', `The reply of ${host} repeats the key it was asked with.`)
  }
}
