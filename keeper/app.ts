import type { Hono } from 'hono'
import { addHealth } from '../services/http/addHealth.ts'
import { baseApp, type Env, json } from '../services/http/baseApp.ts'
import type { CallerOptions } from '../services/http/caller.ts'
import type { RateLimit } from '../services/http/RateLimit.ts'
import { makeHealth } from './health.ts'
import type { Keeper } from './Keeper.ts'
import { openapi, routes } from './openapi.ts'

export type AppOptions = {
  readonly keeper: Keeper
  readonly rateLimit: RateLimit | null
  readonly callers: CallerOptions
}

/** The keeper as an HTTP app: it can be looked at, and nothing can be asked of it. */
export function makeApp({ keeper, rateLimit, callers }: AppOptions): Hono<Env> {
  const { log, metrics, stopping } = keeper
  const document = JSON.stringify(openapi(keeper.publicUrl))
  const base = baseApp({ routes, log, metrics, rateLimit, callers, bodyBytes: 1_024, stopping })
  const { app } = base
  app.get('/openapi.json', (c) => c.body(document, 200, { ...json, 'cache-control': 'public, max-age=300' }))
  const health = makeHealth(keeper)
  metrics.readyFrom(health)
  addHealth(app, health)
  app.get('/metrics', async (c) =>
    c.body(await metrics.registry.metrics(), 200, { 'content-type': metrics.registry.contentType }),
  )
  base.close()
  return app
}
