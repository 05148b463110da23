import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { TroubleError } from '../store/Store.ts'
import { type CallerOptions, callerOf } from './caller.ts'
import { letAnyoneRead, preflight } from './crossOrigin.ts'
import { RefusedError, statuses, toBody } from './Failure.ts'
import type { InFlight } from './InFlight.ts'
import type { Log } from './Log.ts'
import type { RateLimit } from './RateLimit.ts'
import { readBody } from './readBody.ts'
import { checkContentType } from './readRequest.ts'
import * as Trace from './Trace.ts'

export type Env = { Bindings: Partial<HttpBindings>; Variables: { requestId: string; trace: Trace.Trace } }

/** Where requests are counted. Counters and histograms of prom-client fit. */
export type RequestMetrics = {
  readonly requests: { inc(labels: { route: string; method: string; status: number }): void }
  readonly seconds: { observe(labels: { route: string }, seconds: number): void }
}

export type BaseOptions = {
  /** Path patterns with the methods they allow; metrics and logs know no others. */
  readonly routes: ReadonlyMap<string, string>
  /** Those of them that pages of any origin may read, by GET. */
  readonly openRoutes?: ReadonlySet<string>
  readonly log: Log
  readonly metrics: RequestMetrics
  /** Null: nobody is limited. */
  readonly rateLimit: RateLimit | null
  /** Requests of one address at the same time; without it, any number. */
  readonly inFlight?: InFlight | null
  readonly callers: CallerOptions
  readonly bodyBytes: number
  readonly stopping: AbortSignal
}

export type Base = {
  readonly app: Hono<Env>
  /** Everybody who asks for work or bytes waits his turn; where tokens are needed, he has one. */
  admit(c: Context<Env>, options?: { readonly open?: boolean }): void
  /** Who calls, by address: one name for one caller. */
  callerOf(c: Context<Env>): string
  /** Who calls, by token where tokens are needed, else by address. Throws where a token is needed and none is good. */
  nameOf(c: Context<Env>): string
  /** The body of an admitted request, no longer than agreed. */
  bodyOf(c: Context<Env>, options?: { readonly open?: boolean }): Promise<Uint8Array>
  /** To be called after all routes: other methods on them are told what is allowed. */
  close(): void
}

export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
} as const

export const json = { 'content-type': 'application/json' }

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** What the apps of all services do alike: request ids, logs, metrics, headers, refusals. It does not listen: `serve` does. */
export function baseApp(options: BaseOptions): Base {
  const { routes, log, metrics, rateLimit, callers, bodyBytes, stopping, inFlight = null } = options
  const { openRoutes = new Set<string>() } = options
  const app = new Hono<Env>()
  const patterns = [...routes.keys()].map((route) => [route, toPattern(route)] as const)
  const routeOf = (path: string) => patterns.find(([, pattern]) => pattern.test(path))?.[0] ?? 'other'

  app.use(async (c, next) => {
    const given = c.req.header('x-request-id')
    const requestId = given !== undefined && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID()
    c.set('requestId', requestId)
    const parent = Trace.read(c.req.header('traceparent'))
    const trace = parent === null ? Trace.start() : Trace.next(parent)
    c.set('trace', trace)
    const started = performance.now()
    const isPreflight = c.req.method === 'OPTIONS' && openRoutes.has(routeOf(c.req.path))
    if (isPreflight) c.res = preflight(c)
    else await next()
    const seconds = (performance.now() - started) / 1_000
    const route = routeOf(c.req.path)
    const method = methods.has(c.req.method) ? c.req.method : 'other'
    metrics.requests.inc({ route, method, status: c.res.status })
    metrics.seconds.observe({ route }, seconds)
    c.header('x-request-id', requestId)
    for (const [name, value] of Object.entries(securityHeaders)) c.header(name, value)
    if (openRoutes.has(route) && (method === 'GET' || method === 'HEAD' || method === 'OPTIONS'))
      letAnyoneRead(c)
    if (c.res.headers.get('cache-control') === null) c.header('cache-control', 'no-store')
    if (stopping.aborted) c.header('connection', 'close')
    // 503 asks for patience, and says nothing that a person should look at; what lies behind it is logged where it is found.
    const level = c.res.status >= 500 && c.res.status !== 503 ? 'warn' : 'debug'
    log[level](
      {
        request_id: requestId,
        trace_id: trace.traceId,
        method,
        route,
        status: c.res.status,
        ms: Math.round(seconds * 1_000),
      },
      'request',
    )
  })

  const addressIn = (c: Context<Env>) =>
    callerOf(c.req.raw.headers, addressOf(c), { ...callers, tokenHashes: [] })

  app.use(async (c, next) => {
    const caller = addressIn(c)
    // Where a server does not tell the address, all callers would share one count.
    const isCounted = inFlight !== null && caller !== 'address:unknown'
    const end = isCounted ? inFlight.begin(caller) : () => {}
    if (end === null)
      throw new RefusedError('rate-limited', 'Too many requests from here are under way.', { retryAfter: 1 })
    try {
      await next()
    } finally {
      end()
    }
  })

  const nameOf = (c: Context<Env>) => callerOf(c.req.raw.headers, addressOf(c), callers)

  const admit: Base['admit'] = (c, { open = false } = {}) => {
    const caller = open ? addressIn(c) : nameOf(c)
    const wait = rateLimit?.take(caller) ?? 0
    if (wait > 0) throw new RefusedError('rate-limited', 'Too many requests from here.', { retryAfter: wait })
  }

  app.notFound((c) => refuse(c, new RefusedError('not-found', 'There is nothing at this path.')))
  app.onError((error, c) => refuse(c, toRefusal(error)))

  function toRefusal(error: unknown): RefusedError {
    if (error instanceof RefusedError) return error
    if (error instanceof TroubleError) {
      log.error({ err: error }, 'the store cannot be used')
      const retryAfter = retryAfterOf[error.kind]
      return new RefusedError('store-unavailable', 'The store cannot be used now.', { retryAfter })
    }
    log.error({ err: error }, 'a request failed')
    return new RefusedError('internal', 'The service failed; the fault is not in your request.')
  }

  return {
    app,
    admit,
    callerOf: addressIn,
    nameOf,
    async bodyOf(c, how) {
      admit(c, how)
      checkContentType(c.req.header('content-type'))
      return readBody({ incoming: c.env?.incoming, request: c.req.raw }, bodyBytes)
    },
    close() {
      for (const [path, allow] of routes) {
        app.all(path, () => {
          throw new RefusedError('wrong-method', `Use ${allow} here.`, { headers: { allow } })
        })
      }
    },
  }
}

/** Seconds: what passes by itself passes soon, what a person has to see to does not. */
const retryAfterOf = { away: 5, busy: 5, full: 30, 'read-only': 30 } as const

const addressOf = (c: Context<Env>): string => c.env?.incoming?.socket.remoteAddress ?? ''

/** `/por/:root` as an expression without backtracking. */
const toPattern = (route: string): RegExp =>
  new RegExp(`^${route.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[a-zA-Z]+/g, '[^/]+')}$`)

function refuse(c: Context<Env>, { reason, shortMessage, retryAfter, headers }: RefusedError): Response {
  const status = statuses[reason] as ContentfulStatusCode
  return c.body(JSON.stringify(toBody(reason, shortMessage, c.get('requestId'))), status, {
    ...json,
    ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    ...headers,
  })
}
