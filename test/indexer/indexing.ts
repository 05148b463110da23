import type { Hono } from 'hono'
import { makeApp } from '../../indexer/app.ts'
import type { Chain } from '../../indexer/Chain.ts'
import { checkConfig } from '../../indexer/Config.ts'
import type { Deployment } from '../../indexer/Deployment.ts'
import { makeFeed } from '../../indexer/Feed.ts'
import type { Indexer } from '../../indexer/Indexer.ts'
import { makeMetrics } from '../../indexer/makeMetrics.ts'
import type { Reading } from '../../indexer/queries/Reading.ts'
import { claimPlace } from '../../indexer/Records.ts'
import { lookOnce } from '../../indexer/run.ts'
import { openTemporaryStore } from '../../local/openStores.ts'
import type { Network } from '../../services/fetch/Network.ts'
import type { Env } from '../../services/http/baseApp.ts'
import { silent } from '../../services/http/Log.ts'
import type { Store } from '../../services/store/Store.ts'

export type Indexing = {
  readonly indexer: Indexer
  readonly store: Store
  readonly app: Hono<Env>
  look(): Promise<void>
  reading(): Reading
  /** The body of a reply that must be one. */
  get<body>(path: string): Promise<body>
  close(): Promise<void>
}

export type IndexingOptions = {
  readonly chain: Chain
  readonly config?: object
  readonly deployment?: Partial<Deployment>
  readonly network?: Network
  readonly now?: () => number
}

/** An indexer that looks when it is told to, and an app without a server. */
export async function indexing(options: IndexingOptions): Promise<Indexing> {
  const { chain, network, now = Date.now } = options
  const store = await openTemporaryStore('indexer')
  await claimPlace(store, chain, await chain.genesis())
  const config = checkConfig(
    {
      ...{ market: chain.market, rpcUrl: 'http://127.0.0.1:1', log: 'silent' },
      ...{ callers: { rate: null, atOnce: null }, ...options.config },
    },
    { file: 'a test' },
  )
  const stopping = new AbortController()
  const indexer: Indexer = {
    ...{ chain, store, config, publicUrl: 'http://127.0.0.1:4500', feed: makeFeed() },
    deployment: { chainId: chain.chainId, network: 'made', contracts: {}, ...options.deployment },
    terms: await chain.betTerms(),
    maxSeats: 6,
    metrics: makeMetrics(),
    log: silent as never,
    now,
    stopping: stopping.signal,
    status: { head: null, seen: null, files: 0 },
  }
  const callers = { tokenHashes: [], trustedProxyHeader: null }
  const app = makeApp({ indexer, rateLimit: null, callers, network })
  return {
    ...{ indexer, store, app },
    look: () => lookOnce(indexer),
    reading: () => ({
      queries: store,
      seen: indexer.status.seen!,
      terms: indexer.terms,
      maxSeats: indexer.maxSeats,
    }),
    async get(path) {
      const reply = await app.request(path)
      if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
      return (await reply.json()) as never
    },
    async close() {
      stopping.abort()
      await store.close()
    },
  }
}
