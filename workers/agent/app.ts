import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { Wire } from '../../protocol/index.ts'
import { type CallerOptions, callerOf } from '../http/caller.ts'
import { RefusedError, statuses, toBody } from '../http/Failure.ts'
import type { RateLimit } from '../http/RateLimit.ts'
import { readBody } from '../http/readBody.ts'
import { checkContentType, readRequest } from '../http/readRequest.ts'
import { RetryableError } from '../store/Store.ts'
import type { Agent } from './Agent.ts'
import { answer } from './answer.ts'
import { makeCard } from './card.ts'
import { defend } from './defend.ts'
import { readHealth } from './health.ts'
import { openapi } from './openapi.ts'
import { findProof } from './Records.ts'
import { within } from './within.ts'

export type AppOptions = {
  readonly agent: Agent
  /** Null: nobody is limited. */
  readonly rateLimit: RateLimit | null
  readonly callers: CallerOptions
  readonly name?: string
}

type Env = { Bindings: Partial<HttpBindings>; Variables: { requestId: string } }

export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
} as const

const json = { 'content-type': 'application/json' }

/** The worker as an HTTP app. It does not listen: `serve` does. */
export function makeApp(options: AppOptions): Hono<Env> {
  const { agent, rateLimit, callers } = options
  const { limits, log, metrics, store } = agent
  const startedAt = agent.now()
  const { chainId, market } = agent.own
  const card = JSON.stringify(
    makeCard({
      name: options.name ?? `CREsolver ${agent.resolver.name} worker ${agent.agentId}`,
      publicUrl: agent.publicUrl,
      agentId: agent.agentId,
      personality: agent.resolver.name,
      market,
      chainId,
      signer: agent.signer?.address.toLowerCase() ?? null,
      needsToken: callers.tokenHashes.length > 0,
    }),
  )
  const document = JSON.stringify(openapi(agent.publicUrl))
  const app = new Hono<Env>()

  app.use(async (c, next) => {
    const given = c.req.header('x-request-id')
    const requestId = given !== undefined && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID()
    c.set('requestId', requestId)
    const started = performance.now()
    await next()
    const seconds = (performance.now() - started) / 1_000
    const route = routes.has(c.req.path)
      ? c.req.path
      : c.req.path.startsWith('/por/')
        ? '/por/:root'
        : 'other'
    const method = methods.has(c.req.method) ? c.req.method : 'other'
    metrics.requests.inc({ route, method, status: c.res.status })
    metrics.seconds.observe({ route }, seconds)
    c.header('x-request-id', requestId)
    for (const [name, value] of Object.entries(securityHeaders)) c.header(name, value)
    if (c.res.headers.get('cache-control') === null) c.header('cache-control', 'no-store')
    if (agent.stopping.aborted) c.header('connection', 'close')
    const level = c.res.status >= 500 ? 'warn' : 'debug'
    log[level](
      { request_id: requestId, method, route, status: c.res.status, ms: Math.round(seconds * 1_000) },
      'request',
    )
  })

  /** Everybody who asks for work or bytes is known, and waits his turn. */
  const admit = (c: Context<Env>): void => {
    const address = c.env?.incoming?.socket.remoteAddress ?? ''
    const caller = callerOf(c.req.raw.headers, address, callers)
    const wait = rateLimit?.take(caller) ?? 0
    if (wait > 0) throw new RefusedError('rate-limited', 'Too many requests from here.', { retryAfter: wait })
  }

  const bodyOf = async (c: Context<Env>): Promise<Uint8Array> => {
    admit(c)
    checkContentType(c.req.header('content-type'))
    return readBody({ incoming: c.env?.incoming, request: c.req.raw }, limits.bodyBytes)
  }

  app.post('/a2a/resolve', async (c) => {
    const started = performance.now()
    const request = readRequest(Wire.resolveRequest, await bodyOf(c))
    const left = limits.resolveMs - (performance.now() - started)
    const served = await within(answer(agent, request), left)
    return c.body(served.answer.body, 200, json)
  })

  app.post('/a2a/challenge', async (c) => {
    const started = performance.now()
    const request = readRequest(Wire.challengeRequest, await bodyOf(c))
    const left = limits.challengeMs - (performance.now() - started)
    return c.body(JSON.stringify(await within(defend(agent, request), left)), 200, json)
  })

  app.get('/por/:root', async (c) => {
    admit(c)
    const root = c.req.param('root')
    const found = /^0x[0-9a-f]{64}$/.test(root) ? await findProof(store, root) : undefined
    if (found === undefined)
      throw new RefusedError('unknown-proof', 'No proof with this root was published here.')
    // The root is a hash of what it names, so it can't go stale; only the wall-clock time is outside of it.
    return c.body(found, 200, { ...json, 'cache-control': 'public, max-age=31536000, immutable' })
  })

  app.get('/.well-known/agent-card.json', (c) =>
    c.body(card, 200, {
      ...json,
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
    }),
  )
  app.get('/openapi.json', (c) => c.body(document, 200, { ...json, 'cache-control': 'public, max-age=300' }))
  app.get('/health', async (c) => {
    const health = await readHealth(agent, startedAt)
    return c.body(JSON.stringify(health), health.ready ? 200 : 503, json)
  })
  app.get('/metrics', async (c) =>
    c.body(await metrics.registry.metrics(), 200, { 'content-type': metrics.registry.contentType }),
  )

  for (const [path, allow] of [...routes, ['/por/:root', 'GET, HEAD'] as const]) {
    app.all(path, () => {
      throw new RefusedError('wrong-method', `Use ${allow} here.`, { headers: { allow } })
    })
  }
  app.notFound((c) => refuse(c, new RefusedError('not-found', 'There is nothing at this path.')))
  app.onError((error, c) => refuse(c, toRefusal(error)))

  function toRefusal(error: unknown): RefusedError {
    if (error instanceof RefusedError) return error
    if (error instanceof RetryableError) {
      log.error({ err: error }, 'the store cannot be used')
      return new RefusedError('store-unavailable', 'The store cannot be used now.', { retryAfter: 5 })
    }
    log.error({ err: error }, 'a request failed')
    return new RefusedError('internal', 'The worker failed; the fault is not in your request.')
  }

  function refuse(c: Context<Env>, { reason, shortMessage, retryAfter, headers }: RefusedError): Response {
    const status = statuses[reason] as ContentfulStatusCode
    return c.body(JSON.stringify(toBody(reason, shortMessage, c.get('requestId'))), status, {
      ...json,
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
      ...headers,
    })
  }

  return app
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const routes = new Map([
  ['/a2a/resolve', 'POST'],
  ['/a2a/challenge', 'POST'],
  ['/.well-known/agent-card.json', 'GET, HEAD'],
  ['/openapi.json', 'GET, HEAD'],
  ['/health', 'GET, HEAD'],
  ['/metrics', 'GET, HEAD'],
])
