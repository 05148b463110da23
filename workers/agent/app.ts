import type { Hono } from 'hono'
import type { Address } from '../../protocol/index.ts'
import { makeRegistrationFile } from '../../services/chain/registrationFile.ts'
import { type Env, json } from '../../services/http/baseApp.ts'
import type { CallerOptions } from '../../services/http/caller.ts'
import { openRoutesOf } from '../../services/http/crossOrigin.ts'
import { RefusedError } from '../../services/http/Failure.ts'
import type { InFlight } from '../../services/http/InFlight.ts'
import type { RateLimit } from '../../services/http/RateLimit.ts'
import { methodsOf } from '../../services/http/Routes.ts'
import { storeReadiness } from '../../services/http/storeReadiness.ts'
import { makeCard } from '../sdk/card.ts'
import { makeHealth } from '../sdk/health.ts'
import { protocolApp } from '../sdk/protocolApp.ts'
import type { Agent } from './Agent.ts'
import { answer } from './answer.ts'
import { defend } from './defend.ts'
import { type Fitness, figuresOf } from './Evaluation.ts'
import { openapi, operations } from './openapi.ts'
import { findProof } from './Records.ts'

export type AppOptions = {
  readonly agent: Agent
  /** Null: nobody is limited. */
  readonly rateLimit: RateLimit | null
  readonly inFlight?: InFlight | null
  readonly callers: CallerOptions
  readonly name?: string
  /** The ERC-8004 registry that knows the agent. */
  readonly registry?: Address.Address
  /** How old the newest block may be; null: however old. */
  readonly maxLagS?: number | null
}

/** The worker as an HTTP app: the SDK's, with answers from the agent's own store, its proofs and its metrics. */
export function makeApp(options: AppOptions): Hono<Env> {
  const { agent, rateLimit, callers, inFlight = null } = options
  const { agentId, chain, limits, log, metrics, own, publicUrl, queue, store, stopping } = agent
  const personality = agent.resolver.name
  const signer = agent.signer?.address.toLowerCase() ?? null
  const health = makeHealth({
    agentId,
    personality,
    signer,
    signing: chain === null ? 'off: no chain' : signer === null ? 'off: no key' : 'on',
    readStore: storeReadiness(store, { name: `agent ${agentId}`, now: agent.now }),
    chain,
    maxLagS: options.maxLagS ?? null,
    queue,
    model: agent.model,
    eval: () => figuresIn(agent.fitness()),
    stopping,
    now: agent.now,
  })
  metrics.readyFrom(health)
  const { extensions } = agent
  const added = extensions.map(({ served }) => served)
  const document = JSON.stringify(openapi(publicUrl, added))
  const base = protocolApp({
    routes: methodsOf(Object.assign({}, operations, ...added.map((one) => one.operations))),
    openRoutes: openRoutesOf(operations),
    log,
    metrics,
    rateLimit,
    inFlight,
    callers,
    limits,
    now: agent.now,
    stopping,
    publicUrl,
    cardAt: (publicUrl) =>
      makeCard({
        name: options.name ?? `CREsolver ${personality} worker ${agentId}`,
        publicUrl,
        agentId,
        personality,
        ...own,
        signer,
        needsToken: callers.tokenHashes.length > 0,
        hasOpenapi: true,
        hasProofs: true,
      }),
    registrationAt: (endpoint) =>
      makeRegistrationFile({
        agentId,
        endpoint,
        chainId: own.chainId,
        registry: options.registry ?? null,
        name: options.name ?? `CREsolver ${personality} worker ${agentId}`,
      }),
    resolve: async (request) => (await answer(agent, request)).answer.body,
    challenge: async (request) => JSON.stringify(await defend(agent, request)),
    health,
  })
  const { app, admit, close } = base

  app.get('/por/:root', async (c) => {
    admit(c)
    const root = c.req.param('root')
    const found = /^0x[0-9a-f]{64}$/.test(root) ? await findProof(store, root) : undefined
    if (found === undefined)
      throw new RefusedError('unknown-proof', 'No proof with this root was published here.')
    // The root is a hash of what it names, so it can't go stale; only the wall-clock time is outside of it.
    return c.body(found, 200, { ...json, 'cache-control': 'public, max-age=31536000, immutable' })
  })
  app.get('/openapi.json', (c) => c.body(document, 200, { ...json, 'cache-control': 'public, max-age=300' }))
  app.get('/metrics', async (c) =>
    c.body(await metrics.registry.metrics(), 200, { 'content-type': metrics.registry.contentType }),
  )

  for (const extension of extensions) extension.addRoutes(base)
  close()
  return app
}

const figuresIn = (fitness: Fitness | null) => (fitness === null ? null : figuresOf(fitness))
