import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { usualOf } from './assets.ts'
import { makePrices, type Prices } from './makePrices.ts'
import {
  bulletin,
  gaugeReadings,
  klines,
  lockedElsewhere,
  lockedValue,
  marketChart,
  type SourceReply,
} from './replies.ts'
import { makeSigning, type Register, type Signing } from './signReply.ts'

export type SourcesOptions = {
  readonly seed: number
  /** Unix seconds: charts of days reach a month before and after it. */
  readonly around: number
  readonly register: Register
  readonly port?: number
  /** Up to which Unix second everything is published; without it they know the future. */
  readonly publishedUpTo?: () => Promise<number>
}

export type Sources = Signing & {
  readonly url: string
  readonly prices: Prices
  /** Coins for which callers without a key are turned away, as CoinGecko does with all when it is busy. */
  readonly busy: Set<string>
  stop(): Promise<void>
}

const mostKept = 1_000

/** The header of CoinGecko's keys, and the key that workers are given. */
export const keyHeader = 'x-cg-demo-api-key'
export const callersKey = 'local-demo-key'

/**
 * CoinGecko, Binance and DefiLlama on this machine, in the shapes of their real replies, one who counts what DefiLlama counts, and
 * a river authority that contradicts itself. Prices follow from the seed; replies are signed with the sources' own key.
 */
export async function startSources(options: SourcesOptions): Promise<Sources> {
  const prices = makePrices(options.seed, usualOf)
  const busy = new Set<string>()
  let signing: Signing | undefined
  const server = createServer((request, response) => {
    void serve(request, response).catch(() => response.writeHead(500).end())
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  signing = makeSigning(options.seed, url, options.register)

  // All workers ask the same, and what is said of the past does not change: it is signed once.
  const kept = new Map<string, Promise<Record<string, string>>>()
  function signed(name: string, asked: string, told: SourceReply): Promise<Record<string, string>> {
    const known = kept.get(name) ?? signing!.headersFor(asked, told)
    if (kept.size < mostKept) kept.set(name, known)
    return known
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = `${url}${request.url ?? '/'}`
    const target = request.method === 'GET' && URL.canParse(asked) ? new URL(asked) : null
    const coin = /\/coins\/([a-z0-9-]+)\//.exec(target?.pathname ?? '')?.[1]
    if (coin !== undefined && busy.has(coin) && request.headers[keyHeader] !== callersKey) {
      response.writeHead(429, { 'content-type': 'application/json' })
      response.end('{"status":{"error_code":429,"error_message":"You have exceeded the rate limit."}}')
      return
    }
    const upTo = (await options.publishedUpTo?.()) ?? Number.POSITIVE_INFINITY
    const told = target === null ? null : tell(prices, { around: options.around, upTo }, target)
    if (told === null) {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"not found"}')
      return
    }
    // The same question has a longer reply once more is published.
    const headers = await signed(`${asked} ${told.body.length}`, asked, told)
    response.writeHead(200, { 'content-type': `${told.type}; charset=utf-8`, ...headers }).end(told.body)
  }

  return {
    ...signing,
    url,
    prices,
    busy,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Times = { readonly around: number; readonly upTo: number }

function tell(prices: Prices, { around, upTo }: Times, { pathname, searchParams }: URL): SourceReply | null {
  const number = (name: string): number => {
    const text = searchParams.get(name) ?? ''
    return /^\d{1,13}$/.test(text) ? Number(text) : Number.NaN
  }
  const [first = '', second = '', third = '', ...more] = pathname.split('/').slice(1)
  if (pathname.startsWith('/api/v3/coins/') && pathname.endsWith('/market_chart/range'))
    return ranged(number('from'), number('to'), (from, to) =>
      marketChart(prices, more[0] ?? '', from, Math.min(to, upTo)),
    )
  if (pathname === '/api/v3/klines') {
    const symbol = searchParams.get('symbol') ?? ''
    const [from, to] = [number('startTime') / 1_000, number('endTime') / 1_000]
    // A candle is published when it closes.
    return ranged(from, to, (start, end) => klines(prices, symbol, start, Math.min(end, upTo - 60)))
  }
  if (first === 'protocol') return lockedValue(prices, second, around, upTo)
  if (first === 'v2' && second === 'historicalChainTvl')
    return lockedValue(prices, `chain:${third}`, around, upTo)
  const from = number('from')
  if (from > upTo) return null
  if (first === 'locked') return ranged(from, from, () => lockedElsewhere(prices, second, from))
  if (first === 'gauge') return ranged(from, from, () => gaugeReadings(prices, second, from))
  if (first === 'bulletin') return ranged(from, from, () => bulletin(prices, second, from))
  return null
}

/** No window that is none, or longer than anybody asks for. */
function ranged(
  from: number,
  to: number,
  tell: (from: number, to: number) => SourceReply | null,
): SourceReply | null {
  return from <= to && to - from <= 40 * 86_400 ? tell(from, to) : null
}
