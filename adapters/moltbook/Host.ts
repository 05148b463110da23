import { BaseError } from '../../protocol/index.ts'
import { request } from '../../services/fetch/request.ts'
import { TransportError } from '../../services/fetch/Transport.ts'
import type { ApiKey } from './Credentials.ts'

/** Moltbook strips the key when it redirects to this name, so it is the only one that is ever asked. */
export const officialBase = 'https://www.moltbook.com/api/v1'

export type HostReply = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** Reads. It cannot write, whatever it is told. */
export type Reader = {
  request(method: string, path: string, query?: Readonly<Record<string, string>>): Promise<HostReply>
}

/** Writes. It is given to nobody but the verified writer. */
export type Poster = {
  post(path: string, body: object): Promise<HostReply>
}

export type HostOptions = {
  readonly key: ApiKey
  /** Moltbook's own, or a server on this machine. */
  readonly baseUrl?: string | undefined
  readonly timeoutMs?: number | undefined
}

const maxBytes = 2 * 1_048_576

/** The one way to Moltbook: one host, https, no redirects, and no method that destroys. */
export function openHost({ key, baseUrl = officialBase, timeoutMs = 20_000 }: HostOptions): {
  reader: Reader
  poster: Poster
} {
  const base = checkBase(baseUrl)
  const isLocal = base.protocol === 'http:'

  async function send(method: 'GET' | 'POST', path: string, query = {}, body?: object): Promise<HostReply> {
    const url = new URL(`${base.pathname}${path}`, base)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
    // A path that climbs would leave the API; a name in it that is a host of its own would leave the site.
    if (url.host !== base.host || !url.pathname.startsWith(`${base.pathname}/`)) throw new OutsideError(path)
    let isConnected = false
    const connected = () => {
      isConnected = true
    }
    const headers = { 'user-agent': 'cresolver-market', authorization: key.authorization() }
    const text = body === undefined ? {} : { body: JSON.stringify(body) }
    const reach = { hosts: [hostOf(base)], allowLoopback: isLocal }
    try {
      const outgoing = { method, url: url.href, headers, ...text }
      const received = await request(outgoing, { ...reach, maxBytes, timeoutMs, connected })
      return toReply(received.status, received.headers, received.body, key)
    } catch (error) {
      if (error instanceof TransportError) throw new NoReplyError(error, isConnected)
      throw error
    }
  }

  return {
    reader: {
      async request(method, path, query) {
        if (method.toUpperCase() === 'DELETE') throw new DeleteForbiddenError()
        if (method !== 'GET') throw new UnverifiedWriteError(method)
        return send('GET', path, query)
      },
    },
    poster: { post: (path, body) => send('POST', path, {}, body) },
  }
}

/** Moltbook, or loopback for trying things out; the key goes nowhere else. */
function checkBase(text: string): URL {
  if (text === officialBase) return new URL(text)
  const isLocal = /^http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost):\d{1,5}(?:\/[\w/-]*\w)?$/.test(text)
  if (!isLocal) throw new ForbiddenHostError(text)
  return new URL(text)
}

const hostOf = ({ hostname, port, protocol }: URL): string =>
  `${hostname}:${port === '' ? (protocol === 'https:' ? '443' : '80') : port}`

function toReply(
  status: number,
  headers: Readonly<Record<string, string>>,
  bytes: Uint8Array,
  key: ApiKey,
): HostReply {
  const text = new TextDecoder().decode(bytes)
  // What comes back may be printed, or kept in the ledger.
  if (key.isIn(text)) throw new EchoError()
  if (status >= 300 && status <= 399) throw new RedirectError(status)
  try {
    return { status, headers, body: text === '' ? null : JSON.parse(text) }
  } catch {
    return { status, headers, body: null }
  }
}

export class DeleteForbiddenError extends BaseError {
  override readonly name = 'Moltbook.DeleteForbiddenError'
  constructor() {
    super('DELETE operations are forbidden by AAP policy.', {
      metaMessages: ['Fix forward: post a correction.'],
    })
  }
}

export class UnverifiedWriteError extends BaseError {
  override readonly name = 'Moltbook.UnverifiedWriteError'
  constructor(method: string) {
    super(`${method.slice(0, 16)} is a write, and writes go through the verified writer alone.`)
  }
}

export class ForbiddenHostError extends BaseError {
  override readonly name = 'Moltbook.ForbiddenHostError'
  constructor(base: string) {
    super(`The key is not sent to ${base.slice(0, 128)}.`, {
      metaMessages: [`It goes to ${officialBase}, or to a server on this machine.`],
    })
  }
}

export class OutsideError extends BaseError {
  override readonly name = 'Moltbook.OutsideError'
  constructor(path: string) {
    super(`${path.slice(0, 128)} leads out of Moltbook's API.`)
  }
}

export class EchoError extends BaseError {
  override readonly name = 'Moltbook.EchoError'
  constructor() {
    super('The reply repeats the key it was asked with, so it is not used.')
  }
}

export class RedirectError extends BaseError {
  override readonly name = 'Moltbook.RedirectError'
  constructor(status: number) {
    super(`Moltbook answered with a redirect (${status}), which is not followed.`)
  }
}

/** Nothing came back. Whether anything arrived there is known only when no connection was made. */
export class NoReplyError extends BaseError {
  override readonly name = 'Moltbook.NoReplyError'
  readonly mayHaveArrived: boolean
  constructor(cause: TransportError, mayHaveArrived: boolean) {
    super(`Moltbook gave no reply: ${cause.shortMessage}`, { cause })
    this.mayHaveArrived = mayHaveArrived
  }
}
