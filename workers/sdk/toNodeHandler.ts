import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { Env } from '../../services/http/baseApp.ts'
import { listenerOf } from '../../services/http/serve.ts'
import type { Worker } from './createWorker.ts'
import { protocolRoutes } from './protocolApp.ts'

/** A request handler of `node:http`, and a middleware of express, connect and the like. */
export type NodeHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void

/**
 * A worker as a handler for `node:http`, or as a middleware: paths that are not the worker's go to `next`. It works before
 * and after a parser of JSON bodies.
 *
 * @example
 * import { createServer } from 'node:http'
 * import { createWorker, toNodeHandler, undecided } from '@cresolver/worker'
 *
 * const worker = createWorker({
 *   agentId: 1,
 *   chainId: 31337,
 *   market: '0x5fbdb2315678afecb367f032d93f642f64180aa3',
 *   resolve: () => undecided('I know nothing.'),
 *   challenge: ({ challenges }) => ({ responses: challenges.map(() => 'Show me a source.') }),
 * })
 * const server = createServer(toNodeHandler(worker))
 * server.listening // false
 */
export function toNodeHandler(worker: Worker): NodeHandler {
  const listener = listenerOf({
    fetch: (request: Request, env: Env['Bindings']) => worker.fetch(request, withBody(env)),
  })
  return (request, response, next) => {
    const [path] = (request.url ?? '').split('?', 1)
    if (next !== undefined && !protocolRoutes.has(path!)) return next()
    // The listener answers every failure itself; what is left is a connection that broke.
    listener(request, response).catch((error: unknown) => next?.(error))
  }
}

/** Where a parser has read the stream already, what it made of it stands in for the stream. */
function withBody(env: Env['Bindings']): Env['Bindings'] {
  const incoming = env.incoming as (IncomingMessage & { body?: unknown }) | undefined
  if (incoming?.body === undefined || !incoming.readableDidRead) return env
  const { body, socket } = incoming
  const bytes = Buffer.isBuffer(body) ? body : typeof body === 'string' ? body : JSON.stringify(body)
  const again = Object.assign(Readable.from([Buffer.from(bytes)]), { socket })
  return { ...env, incoming: again as unknown as IncomingMessage }
}
