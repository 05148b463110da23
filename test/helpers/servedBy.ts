import type { Hono } from 'hono'

/** The operations that an app has handlers for, as `GET /por/:root`. */
// biome-ignore lint/suspicious/noExplicitAny: an app is looked at whatever its bindings are
export const servedBy = (app: Hono<any>): string[] =>
  app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`)

/** The operations that routes allow, written the same way; Hono answers HEAD where it answers GET. */
export const allowedBy = (routes: Iterable<readonly [path: string, methods: string]>): string[] =>
  [...routes].flatMap(([path, methods]) =>
    methods
      .split(', ')
      .filter((method) => method !== 'HEAD')
      .map((method) => `${method} ${path}`),
  )
