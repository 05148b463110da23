import { exchange, type Head, type Received } from './exchange.ts'
import { type GuardOptions, guard } from './guard.ts'
import type { Network } from './Network.ts'
import { TransportError } from './Transport.ts'

export type Outgoing = {
  readonly method: 'GET' | 'POST'
  readonly url: string
  /** Added to the usual ones. A function sees the checked URL, so that a key depends on where it goes. */
  readonly headers?: Headers | ((url: URL) => Headers)
  readonly body?: string | Uint8Array | undefined
}

type Headers = Readonly<Record<string, string>>

export type RequestOptions = GuardOptions &
  Partial<Network> & {
    /** The longest body, unpacked; null leaves the body where it is. A function decides by what comes before the body. */
    readonly maxBytes: number | null | ((head: Head) => number | null)
    /** At least one of the two, for all of it: resolving, connecting, reading. */
    readonly timeoutMs?: number | undefined
    readonly signal?: AbortSignal | undefined
    /** Called once the host has taken the connection. */
    readonly connected?: (() => void) | undefined
    /** Leaves a packed body packed. */
    readonly isRaw?: boolean | undefined
    /** Takes the beginning of a longer body, where it would be refused. */
    readonly isCut?: boolean | undefined
  }

/**
 * The one HTTP client: checks where the request goes, sends it to that very address, and reads a reply of bounded size in bounded
 * time. Follows no redirect and tries once; who tries again reads `retryAfter`. Throws a `TransportError`.
 */
export async function request(outgoing: Outgoing, options: RequestOptions): Promise<Received> {
  const { method, headers = {}, body } = outgoing
  const signal = limitOf(options)
  const target = await untilAborted(guard(outgoing.url, options), signal)
  const sent = {
    accept: 'application/json',
    'user-agent': 'cresolver',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(typeof headers === 'function' ? headers(target.url) : headers),
    'accept-encoding': 'identity',
  }
  return exchange(target, { method, headers: sent, body }, { ...options, signal })
}

/** Resolving a name can't be called off, but need not be waited for. */
function untilAborted<result>(work: Promise<result>, signal: AbortSignal): Promise<result> {
  return new Promise((resolve, reject) => {
    const stop = () =>
      reject(
        new TransportError('aborted', 'The request was called off before its host was found.', {
          cause: signal.reason,
        }),
      )
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

function limitOf({ timeoutMs, signal }: RequestOptions): AbortSignal {
  const limits = [
    ...(signal === undefined ? [] : [signal]),
    ...(timeoutMs === undefined ? [] : [AbortSignal.timeout(timeoutMs)]),
  ]
  if (limits.length === 0) throw new TypeError('A request needs an end: timeoutMs or signal.')
  return AbortSignal.any(limits)
}
