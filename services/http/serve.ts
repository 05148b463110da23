import { randomUUID } from 'node:crypto'
import { createServer, STATUS_CODES } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { capConnections } from './capConnections.ts'
import { type Reason, statuses, toBody } from './Failure.ts'

export type ServeOptions = {
  readonly host: string
  readonly port: number
  readonly connections: number
  /** Connections of one address; null: as many as of all. */
  readonly perAddress?: number | null
  /** A request must have arrived whole after this long. */
  readonly receiveMs: number
}

export type Server = {
  readonly port: number
  /** Takes no more, lets what is under way end for so long, then cuts it off. */
  close(graceMs: number): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: an app is served whatever its bindings are
type App = Pick<Hono<any>, 'fetch'>

/** An app as a request listener of Node's HTTP server. */
export const listenerOf = (app: App) =>
  getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    errorHandler: () => refusal('bad-http', 'The request line or a header is not HTTP.'),
  })

/** Listens. Whatever a caller sends, it is answered in the worker's own words or cut off; nothing waits for ever. */
export async function serve(app: App, options: ServeOptions): Promise<Server> {
  const { host, port, connections, receiveMs } = options
  const server = createServer(
    {
      headersTimeout: Math.min(receiveMs, 10_000),
      requestTimeout: receiveMs,
      keepAliveTimeout: 5_000,
      connectionsCheckingInterval: Math.min(receiveMs, 1_000),
      maxHeaderSize: 16_384,
      // A second length or an odd line break means two readers could see two requests.
      insecureHTTPParser: false,
    },
    listenerOf(app),
  )
  server.maxConnections = connections
  if (options.perAddress != null) capConnections(server, options.perAddress)
  server.maxRequestsPerSocket = 10_000
  server.on('clientError', refuseSocket)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return {
    port: (server.address() as AddressInfo).port,
    async close(graceMs) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      const timer = setTimeout(() => server.closeAllConnections(), graceMs)
      await closed
      clearTimeout(timer)
    },
  }
}

const bodyOf = (reason: Reason, message: string): string =>
  JSON.stringify(toBody(reason, message, randomUUID()))

const refusal = (reason: Reason, message: string): Response =>
  new Response(bodyOf(reason, message), {
    status: statuses[reason],
    headers: { 'content-type': 'application/json', connection: 'close' },
  })

const kinds: Readonly<Record<string, readonly [Reason, string]>> = {
  HPE_HEADER_OVERFLOW: ['headers-too-large', 'The headers have more than 16384 bytes.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['too-slow', 'The request took too long to arrive.'],
}

/** What Node's own parser refuses never becomes a request, but gets an answer in the same form. */
function refuseSocket(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable || ((socket as Socket).bytesWritten ?? 0) > 0) {
    socket.destroy()
    return
  }
  const [reason, message] = kinds[error.code ?? ''] ?? ['bad-http', 'This is not HTTP/1.1.']
  const status = statuses[reason]
  const body = bodyOf(reason, message)
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json\r\nconnection: close\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    () => socket.destroy(),
  )
}
