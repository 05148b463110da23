import { setTimeout as sleep } from 'node:timers/promises'
import { type Vote, Wire } from '../protocol/index.ts'
import type { Received } from '../services/fetch/exchange.ts'
import type { GuardOptions } from '../services/fetch/guard.ts'
import { request } from '../services/fetch/request.ts'
import { retryAfter } from '../services/fetch/retryAfter.ts'
import { TransportError } from '../services/fetch/Transport.ts'

export type AskOptions = GuardOptions & {
  /** Of the origin that is asked, if it has one. */
  readonly tokenFor?: (origin: string) => string | undefined
}

/** What came of asking: a body, or why there is none. */
export type Said =
  | { readonly status: 'ok'; readonly body: string }
  | { readonly status: Vote.Reason; readonly body: null }

const said = (status: Vote.Reason): Said => ({ status, body: null })

/** A worker that is not there, or asks for patience, is tried again after a pause that grows. */
const firstPauseMs = 100
const lastPauseMs = 2_000
/** With less time than this left, nobody is asked again. */
const leastMs = 50

/**
 * Asks a worker until it answers or the signal ends it. Nothing it does can throw, take longer, or take more memory than a body of
 * the wire; whether the answer is any good is not decided here.
 */
export async function askWorker(
  url: string,
  body: string,
  options: AskOptions & { readonly deadline: number; readonly signal: AbortSignal },
): Promise<Said> {
  const { deadline, signal } = options
  const limit = AbortSignal.any([signal, AbortSignal.timeout(Math.max(0, deadline - Date.now()))])
  let last: Said = said('silent')
  for (let pause = firstPauseMs; ; pause = Math.min(lastPauseMs, pause * 2)) {
    const attempt = await tryOnce(url, body, options, limit)
    if (attempt.said.status !== 'silent' || last.status === 'silent') last = attempt.said
    const left = deadline - Date.now()
    if (!attempt.isWorthAgain || left < leastMs || limit.aborted) return last
    // A worker that asks for more patience than there is gets half of what is left.
    const wait = Math.min(Math.max(pause, attempt.retryAfter), left / 2)
    await sleep(wait, undefined, { signal: limit }).catch(() => {})
  }
}

type Attempt = { readonly said: Said; readonly isWorthAgain: boolean; readonly retryAfter: number }

const final = (one: Said): Attempt => ({ said: one, isWorthAgain: false, retryAfter: 0 })

async function tryOnce(
  url: string,
  body: string,
  options: AskOptions,
  signal: AbortSignal,
): Promise<Attempt> {
  let isConnected = false
  const connected = () => {
    isConnected = true
  }
  try {
    const headers = ({ origin }: URL) => {
      const token = options.tokenFor?.(origin)
      const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
      return { 'user-agent': 'cresolver-gateway', ...authorization }
    }
    const outgoing = { method: 'POST', url, headers, body } as const
    return ofReply(await request(outgoing, { ...options, maxBytes: Wire.limits.body, signal, connected }))
  } catch (error) {
    if (signal.aborted) return final(said(isConnected ? 'late' : 'silent'))
    return ofFault(error)
  }
}

function ofReply({ status, headers, body }: Received): Attempt {
  if (status >= 200 && status < 300) {
    try {
      return final({ status: 'ok', body: new TextDecoder('utf-8', { fatal: true }).decode(body) })
    } catch {
      return final(said('malformed'))
    }
  }
  const asksForPatience = (status === 503 || status === 429) && headers['retry-after'] !== undefined
  return {
    said: said('http-error'),
    isWorthAgain: asksForPatience,
    retryAfter: retryAfter(headers['retry-after'], Date.now()),
  }
}

function ofFault(error: unknown): Attempt {
  const code = error instanceof TransportError ? error.code : 'connection'
  if (code === 'too-large') return final(said('oversized'))
  if (code === 'not-text') return final(said('malformed'))
  // An address that nobody may be sent to is none.
  if (code === 'forbidden') return final(said('no-endpoint'))
  return { said: said('silent'), isWorthAgain: true, retryAfter: 0 }
}
