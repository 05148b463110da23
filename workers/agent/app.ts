import type { Hono } from 'hono'
import * as ParticipantRoutes from '../../adapters/participant/routes.ts'
import { Wire } from '../../protocol/index.ts'
import { baseApp, type Env, json } from '../../services/http/baseApp.ts'
import type { CallerOptions } from '../../services/http/caller.ts'
import { RefusedError } from '../../services/http/Failure.ts'
import type { RateLimit } from '../../services/http/RateLimit.ts'
import { readRequest } from '../../services/http/readRequest.ts'
import { makeCard } from '../sdk/card.ts'
import { readHealth } from '../sdk/health.ts'
import { within } from '../sdk/within.ts'
import type { Agent } from './Agent.ts'
import { answer } from './answer.ts'
import { defend } from './defend.ts'
import { openapi } from './openapi.ts'
import { findProof } from './Records.ts'

export type AppOptions = {
  readonly agent: Agent
  /** Null: nobody is limited. */
  readonly rateLimit: RateLimit | null
  readonly callers: CallerOptions
  readonly name?: string
}

const routes = new Map([
  ['/a2a/resolve', 'POST'],
  ['/a2a/challenge', 'POST'],
  ['/.well-known/agent-card.json', 'GET, HEAD'],
  ['/openapi.json', 'GET, HEAD'],
  ['/health', 'GET, HEAD'],
  ['/metrics', 'GET, HEAD'],
  ['/por/:root', 'GET, HEAD'],
])

/** The worker as an HTTP app. */
export function makeApp(options: AppOptions): Hono<Env> {
  const { agent, rateLimit, callers } = options
  const { limits, log, metrics, store, stopping } = agent
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
  const { participant = null } = agent
  const document = JSON.stringify(openapi(agent.publicUrl, { participant: participant !== null }))
  const base = baseApp({
    routes: participant === null ? routes : new Map([...routes, ...ParticipantRoutes.routes]),
    log,
    metrics,
    rateLimit,
    callers,
    bodyBytes: limits.bodyBytes,
    stopping,
  })
  const { app, admit, bodyOf, close } = base

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

  if (participant !== null) ParticipantRoutes.addRoutes(base, participant)
  close()
  return app
}
