import { makeApp } from '../../indexer/app.ts'
import { checkConfig } from '../../indexer/Config.ts'
import { makeFeed } from '../../indexer/Feed.ts'
import type { Indexer } from '../../indexer/Indexer.ts'
import { makeMetrics } from '../../indexer/makeMetrics.ts'
import { claimPlace } from '../../indexer/Records.ts'
import { lookOnce } from '../../indexer/run.ts'
import { openTemporaryStore } from '../../local/openStores.ts'
import { randomFrom } from '../../local/random.ts'
import { accountOf, madeMarkets } from '../../local/samples/madeMarkets.ts'
import { silent } from '../../services/http/Log.ts'
import type { Row } from './measure.ts'

export const summary =
  'an indexer of 10,000 markets: how fast it reads generated logs, and how long its queries take'

type Extent = { readonly markets: number; readonly asks: number }
const usual: Extent = { markets: 10_000, asks: 200 }
export const quick: Extent = { markets: 500, asks: 40 }

/** What readers ask, with other words and numbers each time. */
const questions: Readonly<Record<string, (random: (bound: number) => number, markets: number) => string>> = {
  'first page': () => '/v1/markets',
  'a later page': (random, markets) => `/v1/markets?after=${1 + random(markets)}`,
  'by state': (random) => `/v1/markets?state=${['open', 'window', 'finalized', 'answering'][random(4)]}`,
  'closing soon': () => '/v1/markets?order=closing',
  'by event': (random) => `/v1/markets?event=${encodeURIComponent(`Day ${random(200)}`)}`,
  'by category': (random) => `/v1/markets?category=${['crypto', 'sports', 'tech'][random(3)]}`,
  mine: (random) => `/v1/markets?mine=${accountOf(1_000 + random(300))}`,
  'search, one word': (random) => `/v1/markets?q=${['bitc', 'council', 'oslo', 'lima', 'merger'][random(5)]}`,
  'search, two words': (random) =>
    `/v1/markets?q=${['ether+lagos', 'rhine+osaka', 'election+paris'][random(3)]}`,
  'one market': (random, markets) => `/v1/markets/${1 + random(markets)}`,
  'its rounds': (random, markets) => `/v1/markets/${1 + random(markets)}/rounds`,
  'its events': (random, markets) => `/v1/markets/${1 + random(markets)}/events`,
  'rounds in window': () => '/v1/rounds?window=open',
  agents: () => '/v1/agents?order=factor',
  'one agent': (random) => `/v1/agents/${random(40)}`,
  'an account': (random) => `/v1/accounts/${accountOf(1_000 + random(300))}`,
  events: () => '/v1/events',
}

export async function rows(note: (text: string) => void, extent: Extent = usual): Promise<Row[]> {
  const { markets, asks } = extent
  note(`making ${markets} markets`)
  const chain = madeMarkets(markets)
  const store = await openTemporaryStore('indexer')
  try {
    await claimPlace(store, chain, await chain.genesis())
    const config = checkConfig(
      {
        market: chain.market,
        rpcUrl: 'http://127.0.0.1:1',
        log: 'silent',
        callers: { rate: null, atOnce: null },
      },
      { file: 'the bench' },
    )
    const indexer: Indexer = {
      ...{ chain, store, config, publicUrl: 'http://127.0.0.1', feed: makeFeed(), metrics: makeMetrics() },
      deployment: { chainId: chain.chainId, network: 'made', contracts: {} },
      terms: await chain.betTerms(),
      maxSeats: 6,
      log: silent as never,
      now: Date.now,
      stopping: new AbortController().signal,
      status: { head: null, seen: null, files: 0 },
    }
    note('reading them')
    const started = performance.now()
    await lookOnce(indexer)
    const seconds = (performance.now() - started) / 1_000
    const [count] = await store.query<{ count: bigint }>('select count(*) as count from events')
    const found: Row[] = [
      { name: 'markets read', n: markets, value: markets / seconds, unit: 'markets/s' },
      {
        name: 'events read',
        n: Number(count!.count),
        value: Number(count!.count) / seconds,
        unit: 'events/s',
      },
    ]
    const app = makeApp({ indexer, rateLimit: null, callers: { tokenHashes: [], trustedProxyHeader: null } })
    const random = randomFrom(7)
    for (const [name, pathOf] of Object.entries(questions)) {
      note(name)
      const times: number[] = []
      for (let i = 0; i < asks; i++) {
        const path = pathOf(random, markets)
        const before = performance.now()
        const reply = await app.request(path)
        await reply.text()
        times.push(performance.now() - before)
        if (reply.status !== 200) throw new Error(`${path} gave status ${reply.status}.`)
      }
      found.push({ name: `${name}, p95`, n: asks, value: quantile(times, 0.95), unit: 'ms' })
    }
    return found
  } finally {
    await store.close()
  }
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!
}
