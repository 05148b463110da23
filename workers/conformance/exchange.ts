import { request } from '../../services/fetch/request.ts'
import { TransportError } from '../../services/fetch/Transport.ts'

/** What came back from a worker that may be hostile: a whole reply, or how it failed to come. */
export type Exchange =
  | {
      readonly kind: 'reply'
      readonly status: number
      readonly contentType: string
      readonly body: Uint8Array
      readonly ms: number
      /** Seconds after which a busy worker wants to be asked again; null where it does not say. */
      readonly retryAfter: number | null
    }
  | { readonly kind: 'timeout'; readonly ms: number }
  | { readonly kind: 'oversized'; readonly bytes: number }
  | { readonly kind: 'broken'; readonly detail: string }

export type Call = {
  readonly method: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

export type Bounds = {
  /** Milliseconds for all of it, connecting and reading included: a slow drip ends too. */
  readonly timeout: number
  readonly maxBytes: number
  readonly signal?: AbortSignal | undefined
}

/** One request over a connection of its own. Follows no redirect, unpacks nothing, never throws. */
export async function exchange(url: URL, call: Call, bounds: Bounds): Promise<Exchange> {
  const { timeout, maxBytes, signal } = bounds
  const started = performance.now()
  const elapsed = () => Math.round(performance.now() - started)
  const limit = AbortSignal.timeout(timeout)
  const headers = {
    'user-agent': 'cresolver-worker-check',
    ...(call.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(call.body)) }),
    ...call.headers,
  }
  const outgoing = { method: call.method, url: url.href, headers, body: call.body }
  const both = signal === undefined ? limit : AbortSignal.any([limit, signal])
  try {
    const reply = await request(outgoing, { anywhere: true, isRaw: true, maxBytes, signal: both })
    return {
      kind: 'reply',
      status: reply.status,
      contentType: reply.headers['content-type'] ?? '',
      body: reply.body,
      ms: elapsed(),
      retryAfter: secondsOf(reply.headers['retry-after']),
    }
  } catch (error) {
    if (signal?.aborted) return { kind: 'broken', detail: 'the check was stopped' }
    if (limit.aborted) return { kind: 'timeout', ms: elapsed() }
    if (!(error instanceof TransportError)) throw error
    if (error.code === 'too-large') return { kind: 'oversized', bytes: maxBytes }
    return { kind: 'broken', detail: detailOf(error) }
  }
}

function detailOf({ cause, code, shortMessage }: TransportError): string {
  if (cause instanceof Error) return cause.message
  return code === 'connection' ? 'the connection closed before the reply ended' : shortMessage
}

const secondsOf = (header: string | undefined): number | null =>
  header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) : null
