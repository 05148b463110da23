import { Wire } from '../../protocol/index.ts'
import { type RegistrationFile, registrationPath } from '../../services/chain/registrationFile.ts'
import { addHealth } from '../../services/http/addHealth.ts'
import { type Base, type BaseOptions, baseApp, json } from '../../services/http/baseApp.ts'
import { readRequest } from '../../services/http/readRequest.ts'
import { addA2a, rpcPath } from './a2a/addA2a.ts'
import { type AgentCard, binding } from './card.ts'
import type { Health } from './health.ts'
import { NotReadyError, notReadyBody } from './NotReady.ts'
import { within } from './within.ts'

/** The paths of the agent protocol, with the methods they allow. */
export const protocolRoutes: ReadonlyMap<string, string> = new Map([
  ['/a2a/resolve', 'POST'],
  ['/a2a/challenge', 'POST'],
  [rpcPath, 'POST'],
  ['/.well-known/agent-card.json', 'GET, HEAD'],
  ['/.well-known/agent.json', 'GET, HEAD'],
  [registrationPath, 'GET, HEAD'],
  ['/live', 'GET, HEAD'],
  ['/ready', 'GET, HEAD'],
  ['/health', 'GET, HEAD'],
])

export type ProtocolLimits = {
  /** A body longer than this is not read. */
  readonly bodyBytes: number
  /** What is not ready after this long gets a 503, while the work goes on. */
  readonly resolveMs: number
  readonly challengeMs: number
}

export type ProtocolOptions = Omit<BaseOptions, 'bodyBytes'> & {
  readonly limits: ProtocolLimits
  /** Milliseconds since 1970. */
  readonly now?: () => number
  /** The body of the answer. The same request must get the same bytes. */
  resolve(request: Wire.ResolveRequest): Promise<string>
  /** The body of the defence. */
  challenge(request: Wire.ChallengeRequest): Promise<string>
  /** How others reach the worker; null: as the caller of the card did. */
  readonly publicUrl: string | null
  cardAt(publicUrl: string): AgentCard
  /** What the agentURI of ERC-8004 may lead to. */
  registrationAt(publicUrl: string): RegistrationFile
  health(): Promise<Health>
}

/**
 * The agent protocol over HTTP: both endpoints, card and health, with the limits and refusals of every service. Routes of
 * one's own may be added to it before its `close` is called.
 */
export function protocolApp(options: ProtocolOptions): Base {
  const { limits, publicUrl, cardAt } = options
  const routes = new Map([...protocolRoutes, ...options.routes])
  const base = baseApp({ ...options, routes, bodyBytes: limits.bodyBytes })
  const { app, bodyOf } = base

  app.post('/a2a/resolve', async (c) => {
    const started = performance.now()
    const request = readRequest(Wire.resolveRequest, await bodyOf(c))
    const left = limits.resolveMs - (performance.now() - started)
    try {
      return c.body(await within(options.resolve(request), left), 200, json)
    } catch (error) {
      if (!(error instanceof NotReadyError)) throw error
      return c.body(notReadyBody, 503, { ...json, 'retry-after': String(error.retryAfter) })
    }
  })

  app.post('/a2a/challenge', async (c) => {
    const started = performance.now()
    // What is signed holds the hash of the body as it came: a caller may have sent what this version does not know.
    const request = readRequest(Wire.challengeRequest, await bodyOf(c), { keepUnknown: true })
    const left = limits.challengeMs - (performance.now() - started)
    return c.body(await within(options.challenge(request), left), 200, json)
  })

  addA2a({
    base,
    log: options.log,
    extension: binding,
    now: options.now ?? Date.now,
    reply: ({ phase, request }) =>
      phase === 'resolve' ? options.resolve(request) : options.challenge(request),
  })

  const publish = (path: string, fileAt: (publicUrl: string) => object) => {
    const fixed = publicUrl === null ? null : JSON.stringify(fileAt(publicUrl))
    app.get(path, (c) => {
      const file = fixed ?? JSON.stringify(fileAt(new URL(c.req.url).origin))
      return c.body(file, 200, {
        ...json,
        'access-control-allow-origin': '*',
        // A file that names the host of its caller is for that caller only.
        ...(fixed === null ? {} : { 'cache-control': 'public, max-age=300' }),
      })
    })
  }
  publish('/.well-known/agent-card.json', cardAt)
  // Where A2A had it before; the original CREsolve workflow looks there before it asks a worker.
  publish('/.well-known/agent.json', cardAt)
  publish(registrationPath, options.registrationAt)

  addHealth(app, options.health)
  return base
}
