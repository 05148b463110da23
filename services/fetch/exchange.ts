import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Target } from './guard.ts'
import type { RequestOptions } from './request.ts'
import { TransportError } from './Transport.ts'

/** What comes before the body. */
export type Head = { readonly status: number; readonly headers: Readonly<Record<string, string>> }

export type Received = Head & {
  readonly body: Uint8Array
  /** False where a longer body was cut. */
  readonly isWhole: boolean
}

/** One request to one checked address; the reply whole, unpacked, and no longer than `maxBytes`. Follows no redirect. */
export async function exchange(
  target: Target,
  request: {
    readonly method: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string | Uint8Array | undefined
  },
  options: Pick<RequestOptions, 'maxBytes' | 'connected' | 'isRaw' | 'isCut' | 'route' | 'ca'> & {
    readonly signal: AbortSignal
  },
): Promise<Received> {
  const { url } = target
  const { maxBytes, signal, isRaw = false, isCut = false } = options
  try {
    const response = await send(target, request, options)
    const head = { status: response.statusCode ?? 0, headers: plainHeaders(response) }
    const most = typeof maxBytes === 'function' ? maxBytes(head) : maxBytes
    if (most === null) response.destroy()
    const unread = { body: new Uint8Array(), isWhole: true }
    return { ...head, ...(most === null ? unread : await collect(response, { most, signal, isRaw, isCut })) }
  } catch (cause) {
    if (cause instanceof TransportError) throw cause
    throw new TransportError('connection', `${url.host} could not be asked: ${reasonOf(cause)}.`, { cause })
  }
}

function send(
  target: Target,
  { method, body, headers }: Parameters<typeof exchange>[1],
  { signal, connected, route, ca }: Parameters<typeof exchange>[2],
): Promise<http.IncomingMessage> {
  const { url } = target
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method,
        // With its own port, even where the connection is routed to another one.
        headers: { host: url.host, ...headers },
        ...placeOf(target, route),
        ...(ca === undefined ? {} : { ca }),
        agent: false,
        // Whatever the environment says.
        rejectUnauthorized: true,
        signal,
        maxHeaderSize: 16_384,
      },
      resolve,
    )
    sent.on('error', reject)
    sent.on('upgrade', (_response, socket) => {
      socket.destroy()
      reject(new Error('it changed the protocol'))
    })
    if (connected !== undefined) sent.on('socket', (socket) => socket.once('connect', connected))
    sent.end(body)
  })
}

/** The checked address: a second lookup of the name could give others. */
function placeOf({ url, address, family }: Target, route: RequestOptions['route']): https.RequestOptions {
  if (address === undefined) return {}
  const usual = url.protocol === 'https:' ? 443 : 80
  const to = route?.(address, url.port === '' ? usual : Number(url.port))
  // The host header keeps the name, and TLS asks for the certificate of that.
  if (to !== undefined) return { hostname: to.address, port: to.port }
  const pinned: LookupFunction = (_host, _options, done) => done(null, address, family)
  return { lookup: pinned, family }
}

const unpackers: Readonly<Record<string, () => NodeJS.ReadWriteStream>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** Identity is asked for; what comes packed all the same is counted after unpacking. */
function unpacked(response: http.IncomingMessage): Readable {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity' || encoding === '') return response
  const unpack = unpackers[encoding]
  if (unpack === undefined)
    throw new TransportError('not-text', `The reply is packed as ${encoding.slice(0, 32)}.`)
  const out = unpack()
  response.on('error', (error) => (out as unknown as Readable).destroy(error))
  return response.pipe(out) as unknown as Readable
}

async function collect(
  response: http.IncomingMessage,
  { most, signal, isRaw, isCut }: { most: number; signal: AbortSignal; isRaw: boolean; isCut: boolean },
): Promise<Omit<Received, keyof Head>> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of (isRaw ? response : unpacked(response)) as AsyncIterable<Uint8Array>) {
      size += chunk.length
      chunks.push(chunk)
      if (size <= most) continue
      if (!isCut) throw tooLarge(most)
      return { body: Buffer.concat(chunks).subarray(0, most), isWhole: false }
    }
  } finally {
    response.destroy()
  }
  signal.throwIfAborted()
  if (!response.complete) throw new TransportError('connection', 'The reply was cut off before its end.')
  return { body: Buffer.concat(chunks), isWhole: true }
}

const tooLarge = (maxBytes: number): TransportError =>
  new TransportError('too-large', `The reply is longer than ${maxBytes} bytes.`, {
    metaMessages: ['Ask for less, or raise maxBytes up to what evidence can hold (1 MiB).'],
  })

function plainHeaders(response: http.IncomingMessage): Record<string, string> {
  const headers: [string, string][] = []
  for (const [name, value] of Object.entries(response.headers)) {
    // A cookie is a secret of this connection, and no part of what was said.
    if (value === undefined || name === 'set-cookie') continue
    headers.push([name, Array.isArray(value) ? value.join(', ') : value])
  }
  return Object.fromEntries(headers)
}

/** What the system calls the failure; its message could quote the URL with a key in it. */
function reasonOf(cause: unknown): string {
  const code = (cause as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : 'the connection failed'
}
