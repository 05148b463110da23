import type { Context, Hono } from 'hono'
import type * as z from 'zod'
import type { endpoint as endpointSchema, Progress, Config as SiteConfig } from '../protocol/Catalog.ts'
import { Hash } from '../protocol/index.ts'
import type { Network } from '../services/fetch/Network.ts'
import { addHealth } from '../services/http/addHealth.ts'
import { baseApp, type Env, json } from '../services/http/baseApp.ts'
import type { CallerOptions } from '../services/http/caller.ts'
import { RefusedError } from '../services/http/Failure.ts'
import { type InFlight, makeInFlight } from '../services/http/InFlight.ts'
import type { RateLimit } from '../services/http/RateLimit.ts'
import { lookAtEndpoint } from './endpoint.ts'
import { makeHealth } from './health.ts'
import type { Indexer } from './Indexer.ts'
import { openapi, openRoutes, routes } from './openapi.ts'
import { fetchPicture, type Picture } from './picture.ts'
import { fetchProgress } from './progress.ts'
import { showAccount } from './queries/account.ts'
import { showAgent } from './queries/agent.ts'
import { listAgents } from './queries/agents.ts'
import { listEvents } from './queries/events.ts'
import { listGroups } from './queries/groups.ts'
import { pictureOf, showMarket } from './queries/market.ts'
import { listMarkets } from './queries/markets.ts'
import type { Reading } from './queries/Reading.ts'
import { listDesk, listRounds } from './queries/rounds.ts'
import { addressIn, choiceIn, idIn, pageIn, statesIn, textIn } from './requests.ts'
import { makeShelf } from './Shelf.ts'
import { readSiteConfig } from './siteConfig.ts'
import { eventStream } from './stream.ts'

export type AppOptions = {
  readonly indexer: Indexer
  readonly rateLimit: RateLimit | null
  readonly inFlight?: InFlight | null
  readonly callers: CallerOptions
  /** For worlds on this machine: what stands in for the internet where pictures are. */
  readonly network?: Network | undefined
}

const minute = 60_000
const mostPictures = 256
const mostPictureBytes = 33_554_432

/** The indexer as an HTTP app. */
export function makeApp(options: AppOptions): Hono<Env> {
  const { indexer, rateLimit, callers, inFlight = null, network } = options
  const { store, config, status, log, metrics, stopping, feed, now, terms, maxSeats } = indexer
  const document = JSON.stringify(openapi(indexer.publicUrl))
  const base = baseApp({
    ...{ routes, openRoutes, log, metrics, rateLimit, callers, inFlight, stopping },
    bodyBytes: 1_024,
  })
  const { app } = base
  const streams = makeInFlight(config.streams.perCaller)
  const shelf = <value>(ms: (value: value) => number, most: number) => makeShelf<value>({ now, ms, most })
  const progresses = shelf<Progress | null>(() => 1_000, 1_000)
  const endpoints = shelf<z.infer<typeof endpointSchema>>(() => minute, 1_000)
  const siteConfigs = shelf<SiteConfig>(() => 10_000, 1)
  const pictures = makeShelf<Picture | null>({
    now,
    // What was not there is looked for again, but not by every reader.
    ms: (found) => (found === null ? 5 * minute : 24 * 60 * minute),
    most: mostPictures,
    weigh: (found) => found?.bytes.length ?? 0,
    mostWeight: mostPictureBytes,
  })

  function reading(c: Context<Env>): Reading {
    base.admit(c, { open: true })
    const { seen } = status
    if (seen === null)
      throw new RefusedError('not-ready-yet', 'The chain is read for the first time.', { retryAfter: 2 })
    return { queries: store, seen, terms, maxSeats }
  }

  /** A reply that holds for a block: who has it already is told only that. */
  async function answer(
    c: Context<Env>,
    read: (reading: Reading) => Promise<object | null>,
  ): Promise<Response> {
    const from = reading(c)
    const tag = etagOf(`${from.seen.hash} ${status.files} ${c.req.url}`)
    const headers = { etag: tag, 'cache-control': 'no-cache', vary: 'accept' }
    if (c.req.header('if-none-match') === tag) return c.body(null, 304, headers)
    const found = await read(from)
    if (found === null) throw new RefusedError('not-found', 'It is not known here.')
    return c.body(JSON.stringify(found), 200, { ...json, ...headers })
  }

  app.get('/v1/markets', (c) =>
    answer(c, (from) => {
      const query = c.req.query()
      const order = choiceIn(query, 'order', ['new', 'closing'])
      const mine = query.mine === undefined || query.mine === '' ? null : addressIn(query.mine)
      const filters = {
        ...{ order, mine, states: statesIn(query), search: textIn(query, 'q') },
        ...{ event: textIn(query, 'event'), category: textIn(query, 'category') },
      }
      return listMarkets(from, filters, pageIn(query, order === 'new' ? 1 : 2))
    }),
  )
  app.get('/v1/markets/:marketId', (c) => answer(c, (from) => showMarket(from, marketIn(c))))
  app.get('/v1/markets/:marketId/rounds', (c) => answer(c, (from) => listRounds(from, marketIn(c))))
  app.get('/v1/markets/:marketId/events', (c) =>
    answer(c, (from) => {
      const query = c.req.query()
      const order = choiceIn(query, 'order', ['new', 'old'])
      return listEvents(from, { marketId: marketIn(c), order }, pageIn(query, 2))
    }),
  )
  app.get('/v1/markets/:marketId/rounds/:round/progress', async (c) => {
    base.admit(c, { open: true })
    const [marketId, round] = [marketIn(c), idIn(c.req.param('round'), 'round')]
    const found = await progresses.get(`${marketId} ${round}`, () => fetchProgress(indexer, marketId, round))
    if (found === null) throw new RefusedError('not-found', 'No gateway collects this round.')
    return c.body(JSON.stringify(found), 200, { ...json, 'cache-control': 'public, max-age=1' })
  })
  app.get('/v1/rounds', (c) =>
    answer(c, (from) => {
      choiceIn(c.req.query(), 'window', ['open'])
      return listDesk(from, pageIn(c.req.query(), 2))
    }),
  )

  app.get('/v1/agents', (c) =>
    answer(c, (from) => {
      const query = c.req.query()
      const order = choiceIn(query, 'order', ['id', 'settled', 'factor'])
      return listAgents(from, { order, search: textIn(query, 'q') }, pageIn(query, order === 'id' ? 1 : 2))
    }),
  )
  app.get('/v1/agents/:agentId', (c) =>
    answer(c, (from) => showAgent(from, idIn(c.req.param('agentId'), 'agent'), pageIn(c.req.query(), 2))),
  )
  app.get('/v1/agents/:agentId/endpoint', async (c) => {
    const { queries } = reading(c)
    const id = idIn(c.req.param('agentId'), 'agent')
    const [row] = await queries.query<{ endpoint: string | null }>(
      'select endpoint from agents where id = $1',
      [id],
    )
    if (row === undefined) throw new RefusedError('not-found', 'There is no such agent.')
    const options = { ...{ network, now }, allowPrivate: config.allowPrivate, signal: stopping }
    const found = await endpoints.get(`${id} ${row.endpoint}`, () => lookAtEndpoint(row.endpoint, options))
    return c.body(JSON.stringify(found), 200, { ...json, 'cache-control': 'public, max-age=30' })
  })
  app.get('/v1/accounts/:address', (c) =>
    answer(c, (from) => showAccount(from, addressIn(c.req.param('address')), pageIn(c.req.query(), 1))),
  )
  app.get('/v1/groups', (c) => answer(c, listGroups))

  app.get('/v1/events', (c) => {
    const query = c.req.query()
    const marketId = query.market === undefined ? null : idIn(query.market, 'market')
    const isStream = (c.req.header('accept') ?? '').includes('text/event-stream')
    if (isStream) return follow(c, marketId)
    return answer(c, (from) => {
      const order = choiceIn(query, 'order', ['new', 'old'])
      return listEvents(from, { marketId, order }, pageIn(query, 2))
    })
  })

  function follow(c: Context<Env>, marketId: number | null): Response {
    const { queries } = reading(c)
    const given = c.req.header('last-event-id') ?? c.req.query('after')
    const { after } = pageIn(given === undefined || given === '' ? {} : { after: given }, 2)
    const end = feed.size >= config.streams.most ? null : streams.begin(base.callerOf(c))
    if (end === null)
      throw new RefusedError(
        'rate-limited',
        `At most ${config.streams.perCaller} streams are open for one reader.`,
        { retryAfter: 5 },
      )
    const ended = () => {
      end()
      metrics.streams.set(feed.size)
    }
    const { commentMs } = config.streams
    const stream = eventStream({ queries, feed, marketId, after, commentMs, stopping, ended })
    metrics.streams.set(feed.size)
    return c.body(stream, 200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
  }

  app.get('/v1/picture', async (c) => {
    const from = reading(c)
    const marketId = idIn(c.req.query('market'), 'market')
    const url = await pictureOf(from, marketId)
    if (url === null) throw new RefusedError('not-found', 'The question names no picture.')
    const options = { allowLoopback: config.allowPrivate, network, signal: stopping }
    const found = await pictures.get(url, () => fetchPicture(url, options))
    if (found === null)
      throw new RefusedError('not-found', 'What the question names is no picture that can be shown.')
    return c.body(new Uint8Array(found.bytes), 200, {
      'content-type': found.type,
      'cache-control': 'public, max-age=86400',
      'content-disposition': 'inline',
    })
  })

  app.get('/config.json', async (c) => {
    base.admit(c, { open: true })
    const body = JSON.stringify(await siteConfigs.get('', () => readSiteConfig(indexer)))
    const etag = etagOf(body)
    const headers = { etag, 'cache-control': 'no-cache' }
    if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers)
    return c.body(body, 200, { ...json, ...headers })
  })

  app.get('/openapi.json', (c) => c.body(document, 200, { ...json, 'cache-control': 'public, max-age=300' }))
  const health = makeHealth(indexer)
  metrics.readyFrom(health)
  addHealth(app, health)
  app.get('/metrics', async (c) =>
    c.body(await metrics.registry.metrics(), 200, { 'content-type': metrics.registry.contentType }),
  )
  base.close()
  return app
}

const marketIn = (c: Context<Env>): number => idIn(c.req.param('marketId'), 'market')

const etagOf = (text: string): string => `W/"${Hash.ofText(text).slice(2, 34)}"`
