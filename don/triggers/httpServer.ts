import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = { readonly body: string; readonly authorization: string | undefined }

export type Reply = {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export type ListenOptions = {
  readonly host: string
  readonly port: number
  readonly answer: (received: Received) => Promise<Reply>
  /** Whether anybody on this machine may ask: then web pages that are open on it must not. */
  readonly isOpen: boolean
}

const maxBodyBytes = 100_000
const receiveMs = 10_000

/** One address that takes JSON by POST. Whatever is sent, it is answered or cut off; nothing waits for ever. */
export async function listen(options: ListenOptions): Promise<{ url: string; stop(): Promise<void> }> {
  const { host, port } = options
  const timeouts = { headersTimeout: receiveMs, requestTimeout: receiveMs, keepAliveTimeout: 5_000 }
  const server = createServer({ ...timeouts, maxHeaderSize: 16_384 }, (request, response) => {
    reply(request, options).then(
      (made) => send(response, made),
      () => send(response, refusal(500, 'internal error')),
    )
  })
  server.maxConnections = 64
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const at = host.includes(':') ? `[${host}]` : host
  return {
    url: `http://${at}:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

async function reply(request: IncomingMessage, options: ListenOptions): Promise<Reply> {
  const { headers } = request
  if (request.method !== 'POST') return refusal(405, 'only POST is taken here', { allow: 'POST' })
  // A page of another origin can't send this type, nor reach us by a name of its own.
  if (!/^application\/json(?:;|$)/i.test(headers['content-type'] ?? ''))
    return refusal(415, 'the body must be application/json')
  if (options.isOpen && !isOwnName(headers.host ?? '')) return refusal(403, 'this is not our name')
  const body = await readBody(request)
  if (body === null)
    return refusal(413, `the body has more than ${maxBodyBytes} bytes`, { connection: 'close' })
  return await options.answer({ body, authorization: headers.authorization })
}

const isOwnName = (host: string): boolean => /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i.test(host)

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > maxBodyBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

const refusal = (status: number, message: string, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers,
  body: { jsonrpc: '2.0', id: '', method: '', error: { code: status === 500 ? -32603 : -32600, message } },
})

function send(response: ServerResponse, { status, body, headers }: Reply): void {
  if (response.destroyed) return
  const fixed = {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  }
  response.writeHead(status, { ...fixed, ...headers })
  response.end(JSON.stringify(body))
}
