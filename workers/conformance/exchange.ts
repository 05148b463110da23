import http from 'node:http'
import https from 'node:https'

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
export function exchange(url: URL, call: Call, bounds: Bounds): Promise<Exchange> {
  return new Promise((resolve) => {
    const started = performance.now()
    const elapsed = () => Math.round(performance.now() - started)
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: call.method,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'cresolver-worker-check',
        ...(call.body === undefined ? {} : { 'content-length': Buffer.byteLength(call.body) }),
        ...call.headers,
      },
      agent: false,
      maxHeaderSize: 16_384,
    })
    const finish = (result: Exchange) => {
      clearTimeout(timer)
      bounds.signal?.removeEventListener('abort', abort)
      resolve(result)
      request.destroy()
    }
    const broken = (detail: string) => finish({ kind: 'broken', detail })
    const abort = () => broken('the check was stopped')
    const timer = setTimeout(() => finish({ kind: 'timeout', ms: elapsed() }), bounds.timeout)
    if (bounds.signal?.aborted) return abort()
    bounds.signal?.addEventListener('abort', abort, { once: true })
    // Errors after the end are of a connection that is no longer wanted; `resolve` takes the first result only.
    request.on('error', (error) => broken(error.message))
    request.on('upgrade', () => broken('it changed the protocol'))
    request.on('response', (response) => {
      const chunks: Uint8Array[] = []
      let size = 0
      response.on('data', (chunk: Uint8Array) => {
        size += chunk.length
        if (size > bounds.maxBytes) finish({ kind: 'oversized', bytes: bounds.maxBytes })
        else chunks.push(chunk)
      })
      response.on('error', (error) => broken(error.message))
      response.on('close', () => broken('the connection closed before the reply ended'))
      response.on('end', () => {
        if (!response.complete) return broken('the connection closed before the reply ended')
        finish({
          kind: 'reply',
          status: response.statusCode ?? 0,
          contentType: response.headers['content-type'] ?? '',
          body: Buffer.concat(chunks),
          ms: elapsed(),
          retryAfter: secondsOf(response.headers['retry-after']),
        })
      })
    })
    request.end(call.body)
  })
}

const secondsOf = (header: string | undefined): number | null =>
  header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) : null
