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
  const starting = () =>
    new Response(JSON.stringify(toBody('not-ready-yet', `The ${who} is starting.`, '-')), {
      status: 503,
      headers: { 'content-type': 'application/json', 'retry-after': '1' },
    })
  const server = await serve(
    { fetch: (request, ...rest) => app?.fetch(request, ...rest) ?? starting() },
    options,
  )
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
