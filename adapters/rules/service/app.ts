import type { Context, Hono } from 'hono'
import { addHealth } from '../../../services/http/addHealth.ts'
import { baseApp, type Env, json } from '../../../services/http/baseApp.ts'
import type { CallerOptions } from '../../../services/http/caller.ts'
import { RefusedError } from '../../../services/http/Failure.ts'
import type { InFlight } from '../../../services/http/InFlight.ts'
import type { RateLimit } from '../../../services/http/RateLimit.ts'
import { readRequest } from '../../../services/http/readRequest.ts'
import { storeReadiness } from '../../../services/http/storeReadiness.ts'
import * as Trace from '../../../services/http/Trace.ts'
import type { Choice } from './chooseParameters.ts'
import type { Engine } from './Engine.ts'
import { readHealth } from './health.ts'
import { identity } from './identity.ts'
import { openapi, openRoutes, routes } from './openapi.ts'
import { decideParameters } from './ParameterSets.ts'
import { describeMarket, describeParameters, listReports, listReview } from './pages.ts'
import { decideReview } from './Reports.ts'
import { conditionId, decisionRequest, parametersDecisionRequest, paths, reparseRequest } from './Requests.ts'
import type { Service } from './Service.ts'
import type { makeToday } from './today.ts'

export type AppOptions = {
  readonly service: Service
  readonly engine: Engine
  readonly choice: Choice
  readonly publicUrl: string
  readonly rateLimit: RateLimit | null
  readonly inFlight?: InFlight | null
  readonly callers: CallerOptions
  /** Null: sources are not asked for others. */
  readonly today: ReturnType<typeof makeToday> | null
}

/** The service as an HTTP app. */
export function makeApp(options: AppOptions): Hono<Env> {
  const { service, engine, choice, publicUrl, rateLimit, callers, inFlight = null, today } = options
  const { store, log, metrics, stopping, limits, now } = service
  const { bodyBytes } = limits
  const startedAt = now()
  const document = JSON.stringify(openapi(publicUrl))
  const base = baseApp({
    routes,
    openRoutes,
    log,
    metrics,
    rateLimit,
    callers,
    inFlight,
    bodyBytes,
    stopping,
  })
  const { app } = base
  const reply = (c: Context<Env>, body: unknown, status: 200 | 202 | 503 = 200) =>
    c.body(JSON.stringify(body), status, json)

  /** What changes something is for known callers only, and for nobody where none are known. */
  function needTokens(): void {
    if (callers.tokenHashes.length === 0)
      throw new RefusedError('unauthorized', 'This needs a token, and the service has none in its config.')
  }

  app.post(paths.reparse, async (c) => {
    needTokens()
    const isEmpty = (c.req.header('content-length') ?? '0') === '0' && !c.req.header('transfer-encoding')
    if (isEmpty) base.admit(c)
    const { condition_ids } = isEmpty ? {} : readRequest(reparseRequest, await base.bodyOf(c))
    const trace = Trace.read(c.req.header('traceparent'))?.traceId ?? null
    const result = await engine.reparse({
      ...(condition_ids === undefined ? {} : { ids: condition_ids }),
      trace,
    })
    log.info({ ...result, trace }, 'a reparse was asked for')
    return reply(c, result, 202)
  })

  app.get(paths.reports, async (c) => {
    base.admit(c)
    const { after = '0', limit = '100' } = c.req.query()
    if (!/^\d{1,18}$/.test(after) || !/^\d{1,4}$/.test(limit) || Number(limit) < 1 || Number(limit) > 1_000)
      throw new RefusedError('schema-mismatch', 'after is a position, and limit is 1 to 1000.')
    return c.body(await listReports(store, BigInt(after), Number(limit)), 200, json)
  })

  app.get(paths.market, async (c) => {
    base.admit(c)
    const id = conditionId.safeParse(c.req.param('conditionId').toLowerCase())
    const market = id.success ? await describeMarket(store, id.data) : null
    if (market === null) throw new RefusedError('not-found', 'No such market is watched here.')
    return reply(c, market)
  })

  app.get(paths.review, async (c) => {
    base.admit(c)
    return reply(c, await listReview(store))
  })

  app.post(paths.decision, async (c) => {
    needTokens()
    const { decision, by } = readRequest(decisionRequest, await base.bodyOf(c))
    const reportId = c.req.param('reportId')
    const isApproved = decision === 'approve'
    if (!(await decideReview(store, reportId, { isApproved, by, at: new Date(now()) })))
      throw new RefusedError('not-found', 'No such report waits for a person.')
    log.info({ report_id: reportId, decision, by }, 'a person has decided')
    return reply(c, { report_id: reportId, decision, by })
  })

  app.get(paths.parameters, async (c) => {
    base.admit(c)
    return reply(c, await describeParameters(store, choice))
  })

  app.post(paths.parametersDecision, async (c) => {
    needTokens()
    const { decision, by, why } = readRequest(parametersDecisionRequest, await base.bodyOf(c))
    const hash = c.req.param('hash')
    const isApproved = decision === 'approve'
    if (!(await decideParameters(store, hash, { isApproved, by, why, at: new Date(now()) })))
      throw new RefusedError('not-found', 'No such parameters wait for this decision.')
    log.info({ hash, decision, by, why }, 'a person has decided on parameters')
    return reply(c, { hash, decision, by, why })
  })

  app.get(paths.today, async (c) => {
    if (today === null) throw new RefusedError('not-found', 'Sources are not asked here.')
    const report = await today(base.callerOf(c), c.req.query())
    return c.body(JSON.stringify(report), 200, { ...json, 'cache-control': 'public, max-age=60' })
  })

  const readStore = storeReadiness(store, { name: 'rules', now })
  const health = () => {
    const { gamma, emitter } = engine
    const { status: configured } = choice.configured
    return readHealth(service, { gamma, startedAt, heldBy: emitter.heldBy, configured, readStore })
  }
  metrics.readyFrom(health)
  addHealth(app, health)
  app.get(paths.health, async (c) => {
    const found = await health()
    return reply(c, found, found.ready ? 200 : 503)
  })
  app.get(paths.identity, (c) => reply(c, identity))
  app.get('/openapi.json', (c) => c.body(document, 200, { ...json, 'cache-control': 'public, max-age=300' }))
  app.get('/metrics', async (c) =>
    c.body(await metrics.registry.metrics(), 200, { 'content-type': metrics.registry.contentType }),
  )

  base.close()
  return app
}
