import type { Context, Hono } from 'hono'
import { Publication } from '../protocol/index.ts'
import { addHealth } from '../services/http/addHealth.ts'
import { baseApp, type Env, json } from '../services/http/baseApp.ts'
import type { CallerOptions } from '../services/http/caller.ts'
import { RefusedError } from '../services/http/Failure.ts'
import type { InFlight } from '../services/http/InFlight.ts'
import { type Flights, once } from '../services/http/once.ts'
import type { RateLimit } from '../services/http/RateLimit.ts'
import { readRequest } from '../services/http/readRequest.ts'
import { batchOf, isServed, readWindow } from './batch.ts'
import { findFile } from './Files.ts'
import { isFinal } from './Finality.ts'
import type { Gateway, Key } from './Gateway.ts'
import { makeHealth } from './health.ts'
import { openapi, openRoutes, routes } from './openapi.ts'
import type { Publisher } from './Publisher.ts'
import { progressOf } from './progress.ts'
import { findRound, type RoundRow } from './Records.ts'
import { findReport } from './Reports.ts'

export type AppOptions = {
  readonly gateway: Gateway
  /** The round of a market that is asked now, begun if it had not; null where none is. */
  readonly beginIfAsked: (marketId: number) => Promise<number | null>
  readonly publisher: Pick<Publisher, 'offer'>
  readonly rateLimit: RateLimit | null
  readonly inFlight?: InFlight | null
  readonly callers: CallerOptions
  /** How old the newest block may be; null: however old. */
  readonly maxLagS?: number | null
}

const batches = '/v1/markets/:marketId/rounds/:round/:phase'
const progress = '/v1/markets/:marketId/rounds/:round/progress'
const rounds = '/rounds/:marketId/:round'

const forEver = { ...json, 'cache-control': 'public, max-age=31536000, immutable' }
/** What a reorganisation of the chain could still replace. */
const forNow = { ...json, 'cache-control': 'public, max-age=30' }

/** The gateway as an HTTP app. */
export function makeApp(options: AppOptions): Hono<Env> {
  const { gateway, publisher, rateLimit, callers, inFlight = null } = options
  const { store, chain, log, metrics, stopping, limits } = gateway
  const { bodyBytes } = limits
  const document = JSON.stringify(openapi(gateway.publicUrl))
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
  const flights: Flights = new Map()

  /** A round that is begun; one that the chain asks now is begun by asking for it, however late its event is seen. */
  async function roundOf(key: Key): Promise<RoundRow> {
    const known = await findRound(store, chain, key)
    if (known !== undefined) return known
    const asked = await once(flights, String(key.marketId), () => options.beginIfAsked(key.marketId)).catch(
      (cause) => {
        throw new RefusedError('chain-unavailable', 'The chain cannot be asked now.', {
          retryAfter: 5,
          cause,
        })
      },
    )
    if (asked === key.round) throw notYet('The round has only begun.')
    throw new RefusedError('not-found', 'No such round was asked here.')
  }

  app.get(progress, async (c) => {
    base.admit(c, { open: true })
    const key = keyIn(c)
    const row = await findRound(store, chain, key)
    if (row === undefined) throw new RefusedError('not-found', 'No such round was asked here.')
    return c.body(JSON.stringify(await progressOf(gateway, key, row)), 200, {
      ...json,
      'cache-control': 'public, max-age=1',
    })
  })

  app.get(batches, async (c) => {
    const key = keyIn(c)
    const phase = c.req.param('phase')
    if (!isServed(phase)) throw new RefusedError('not-found', 'There is nothing at this path.')
    // What was reported is public; before that, who may know what workers said is the operator's choice.
    const isPublic = callers.tokenHashes.length === 0 || (await findReport(store, chain, key)) !== undefined
    base.admit(c, { open: isPublic })
    const window = readWindow(c.req.query(), phase)
    const row = await roundOf(key)
    if (row.phase !== 'sealed') throw notYet('Replies are still collected.')
    const batch = await batchOf(store, chain, key, phase, window)
    if (!isPublic) return c.body(batch, 200, json)
    return c.body(batch, 200, (await isFinal(store, chain, key.marketId)) ? forEver : forNow)
  })

  app.get(rounds, async (c) => {
    base.admit(c, { open: true })
    const key = keyIn(c)
    const file = await findFile(store, chain, key)
    if (file !== undefined) {
      const isLasting = file.rebuilds && (await isFinal(store, chain, key.marketId))
      const unsure = file.rebuilds ? forNow : { ...json, 'cache-control': 'no-cache' }
      return c.body(file.document, 200, isLasting ? forEver : unsure)
    }
    if ((await findRound(store, chain, key)) === undefined)
      throw new RefusedError('not-found', 'No such round was asked here.')
    throw notYet('The round is not published yet.')
  })

  app.post(rounds, async (c) => {
    const body = await base.bodyOf(c, { open: true })
    const key = keyIn(c)
    const publication = readRequest(Publication.schema, body)
    if ((await findRound(store, chain, key)) === undefined)
      throw new RefusedError('not-found', 'No such round was asked here.')
    const published = await publisher.offer(key, base.callerOf(c), publication)
    if (published === 'in part')
      throw new RefusedError('does-not-rebuild', 'With this the round does not come out as it was reported.')
    return c.body(
      JSON.stringify({ published: published === 'whole' }),
      published === 'whole' ? 200 : 202,
      json,
    )
  })

  app.get('/openapi.json', (c) => c.body(document, 200, { ...json, 'cache-control': 'public, max-age=300' }))
  const health = makeHealth(gateway, { maxLagS: options.maxLagS ?? null })
  metrics.readyFrom(health)
  addHealth(app, health)
  app.get('/metrics', async (c) =>
    c.body(await metrics.registry.metrics(), 200, { 'content-type': metrics.registry.contentType }),
  )

  base.close()
  return app
}

const notYet = (message: string): RefusedError =>
  new RefusedError('not-ready-yet', message, { retryAfter: 2 })

/** The market and round of a path; numbers in any other spelling name nothing. */
function keyIn(c: Context<Env>): Key {
  const number = (name: string, most: number): number => {
    const text = c.req.param(name) ?? ''
    const value = Number(text)
    if (!/^(0|[1-9]\d{0,15})$/.test(text) || value > most)
      throw new RefusedError('not-found', 'There is no such market or round.')
    return value
  }
  return { marketId: number('marketId', Number.MAX_SAFE_INTEGER), round: number('round', 0xffffffff) }
}
