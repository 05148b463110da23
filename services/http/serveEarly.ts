import type { Hono } from 'hono'
import { toBody } from './Failure.ts'
import { type ServeOptions, type Server, serve } from './serve.ts'

// biome-ignore lint/suspicious/noExplicitAny: an app is served whatever its bindings are
type App = Pick<Hono<any>, 'fetch'>

export type EarlyServer = Server & {
  /** Where it is found, from this machine. */
  readonly url: string
  /** From now on the app answers; until then callers are told to come back. */
  answerWith(app: App): void
}

/** Listens before there is anything to serve, because with port 0 only listening tells under which address one is found. */
export async function serveEarly(who: string, options: ServeOptions): Promise<EarlyServer> {
  let app: App | undefined
  // Whoever restarts what does not live would never see it start.
  const alive = () => new Response('{"live":true}', { headers: { 'content-type': 'application/json' } })
  const starting = () =>
    new Response(JSON.stringify(toBody('not-ready-yet', `The ${who} is starting.`, '-')), {
      status: 503,
      headers: { 'content-type': 'application/json', 'retry-after': '1' },
    })
  const fetch: App['fetch'] = (request, ...rest) => {
    if (app !== undefined) return app.fetch(request, ...rest)
    return new URL(request.url).pathname === '/live' ? alive() : starting()
  }
  const server = await serve({ fetch }, options)
  return {
    ...server,
    url: urlOf(options.host, server.port),
    answerWith(one) {
      app = one
    },
  }
}

export const urlOf = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`
