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

/** What came of asking once, and whether it makes sense to ask again; milliseconds that the worker asks to be left alone. */
export type Attempt = { readonly said: Said; readonly isWorthAgain: boolean; readonly retryAfter: number }

/** Asks a worker once. */
export type AskWorker = (
  outgoing: { readonly url: string; readonly body: string; readonly traceparent?: string },
  limits: { readonly ms: number; readonly signal: AbortSignal },
) => Promise<Attempt>

const said = (status: Vote.Reason): Said => ({ status, body: null })
const final = (one: Said): Attempt => ({ said: one, isWorthAgain: false, retryAfter: 0 })
const again = (status: Vote.Reason, pause = 0): Attempt => ({
  said: said(status),
  isWorthAgain: true,
  retryAfter: pause,
})

/**
 * Asks a worker over HTTP. Nothing it does can throw, take longer, or take more memory than a body of the wire; whether the answer is
 * any good is not decided here.
 */
export const makeAskWorker =
  (options: AskOptions): AskWorker =>
  async ({ url, body, traceparent }, { ms, signal }) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(Math.max(0, Math.ceil(ms)))])
    let isConnected = false
    const connected = () => {
      isConnected = true
    }
    const headers = ({ origin }: URL) => {
      const token = options.tokenFor?.(origin)
      return {
        'user-agent': 'cresolver-gateway',
        ...(traceparent === undefined ? {} : { traceparent }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      }
    }
    try {
      const outgoing = { method: 'POST', url, headers, body } as const
      return ofReply(
        await request(outgoing, { ...options, maxBytes: Wire.limits.body, signal: limit, connected }),
      )
    } catch (error) {
      return limit.aborted ? again(isConnected ? 'late' : 'silent') : ofFault(error)
    }
  }

/** Statuses of those who may answer in a moment: a proxy whose worker starts, one that is busy, one that is not ready. */
const passing: ReadonlySet<number> = new Set([429, 502, 503, 504])

function ofReply({ status, headers, body }: Received): Attempt {
  const text = toText(body)
  if (status >= 200 && status < 300)
    return final(text === null ? said('malformed') : { status: 'ok', body: text })
  // When it said so counts at the end of the phase, not now.
  const { reason } = Wire.readRefusal({ status, body: text ?? '' }, true)
  return passing.has(status)
    ? again(reason, retryAfter(headers['retry-after'], Date.now()))
    : final(said(reason))
}

function toText(body: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return null
  }
}

function ofFault(error: unknown): Attempt {
  const code = error instanceof TransportError ? error.code : 'connection'
  if (code === 'too-large') return final(said('oversized'))
  if (code === 'not-text') return final(said('malformed'))
  // An address that nobody may be sent to is none.
  if (code === 'forbidden') return final(said('no-endpoint'))
  return again('silent')
}
