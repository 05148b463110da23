import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

/** One thing that goes wrong, once: the next request gets it instead of its reply. */
export type Fault =
  | {
      readonly kind: 'status'
      readonly status: number
      readonly headers?: Record<string, string>
      readonly body?: string
    }
  | { readonly kind: 'redirect'; readonly to: string }
  | {
      readonly kind:
        | 'silence'
        | 'reset'
        | 'garbage'
        | 'truncated'
        | 'latin1'
        | 'endless'
        | 'gzip-bomb'
        | 'gzip'
    }
  | { readonly kind: 'echo'; readonly header: string }

export type Call = {
  readonly method: string
  readonly path: string
  readonly headers: http.IncomingHttpHeaders
}

export type Answer = {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body: string
}

export type FakeApi = {
  /** Like `http://127.0.0.1:41234`. */
  readonly url: string
  readonly port: number
  readonly calls: Call[]
  /** Adds faults for the requests to come, in order. */
  fail(...faults: readonly Fault[]): void
  close(): Promise<void>
}

/**
 * A provider on this machine, in the shapes of the real APIs, with the faults that real ones have.
 *
 * @example
 * const api = await startFakeApi()
 * const transport = live({ allowLoopback: true })
 * const source = coingecko({ baseUrl: `${api.url}/api/v3` })
 */
export async function startFakeApi(answer: (call: Call) => Answer = marketData()): Promise<FakeApi> {
  const calls: Call[] = []
  const faults: Fault[] = []
  const server = http.createServer((request, response) => {
    const call = { method: request.method ?? '', path: request.url ?? '', headers: request.headers }
    calls.push(call)
    const fault = faults.shift()
    if (fault !== undefined) return go(fault, request, response)
    const { status = 200, headers = {}, body } = answer(call)
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    calls,
    fail: (...more) => void faults.push(...more),
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)))
        server.closeAllConnections()
      }),
  }
}

function go(fault: Fault, request: http.IncomingMessage, response: http.ServerResponse): void {
  const json = { 'content-type': 'application/json' }
  switch (fault.kind) {
    case 'status':
      response.writeHead(fault.status, { ...json, ...fault.headers }).end(fault.body ?? '{"error":"no"}')
      return
    case 'redirect':
      response.writeHead(302, { location: fault.to }).end()
      return
    case 'silence':
      return
    case 'reset':
      request.socket.resetAndDestroy()
      return
    case 'garbage':
      response.writeHead(200, json).end('<html>Attention required</html>')
      return
    case 'truncated':
      response.writeHead(200, { ...json, 'content-length': '1000' })
      response.write('{"prices":[[1')
      setImmediate(() => request.socket.destroy())
      return
    case 'latin1':
      response
        .writeHead(200, { 'content-type': 'text/plain; charset=iso-8859-1' })
        .end(Buffer.from('§ 5', 'latin1'))
      return
    case 'endless':
      response.writeHead(200, json)
      response.on('error', () => undefined)
      feed(response)
      return
    case 'gzip-bomb':
      // 64 MiB of zeros in some 64 KiB.
      response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(67_108_864)))
      return
    case 'gzip':
      response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(gzipSync('{"packed":true}'))
      return
    case 'echo':
      response.writeHead(200, json).end(JSON.stringify({ you_sent: request.headers[fault.header] }))
  }
}

function feed(response: http.ServerResponse): void {
  if (response.destroyed) return
  response.write('[0],'.repeat(16_384))
  setImmediate(() => feed(response))
}

/** What the fake providers know. */
export type MarketData = {
  /** Price of every coin at a second. */
  readonly price?: (second: number) => string
  /** Seconds between the points of a chart. */
  readonly step?: number
}

/** Replies of CoinGecko, Binance, DefiLlama and Gamma for one price that is a function of time. */
export function marketData({ price = plainPrice, step = 300 }: MarketData = {}): (call: Call) => Answer {
  return ({ path }) => {
    const { pathname, searchParams: query } = new URL(path, 'http://fake')
    const number = (name: string) => Number(query.get(name))
    const parts = pathname.split('/').filter((part) => part !== '')
    if (pathname.endsWith('/market_chart/range')) {
      const times = every(step, number('from'), number('to')).map((t) => t + 2)
      const points = `[${times.map((t) => `[${t}123,${price(t)}]`).join(',')}]`
      return { body: `{"prices":${points},"market_caps":${points},"total_volumes":${points}}` }
    }
    if (pathname.endsWith('/klines')) {
      const step = secondsOf(query.get('interval') ?? '1m')
      const opens = every(step, number('startTime') / 1_000, number('endTime') / 1_000).slice(
        0,
        number('limit') || 500,
      )
      return { body: `[${opens.map((t) => candle(t, step, price)).join(',')}]` }
    }
    if (pathname.includes('/v2/historicalChainTvl')) {
      const days = every(86_400, 1_760_000_000, 1_780_000_000)
      return { body: `[${days.map((t) => `{"date":${t},"tvl":${price(t)}}`).join(',')}]` }
    }
    if (parts.includes('protocol')) {
      const days = every(86_400, 1_760_000_000, 1_780_000_000)
      const tvl = days.map((t) => `{"date":${t},"totalLiquidityUSD":${price(t)}}`).join(',')
      return {
        body: `{"id":"1","name":"Fake","symbol":"F","chains":["Ethereum"],"tvl":[${tvl}],"chainTvls":{}}`,
      }
    }
    return { status: 404, body: '{"error":"not found"}' }
  }
}

const secondsOf = (interval: string): number =>
  Number.parseInt(interval, 10) * { m: 60, h: 3_600, d: 86_400 }[interval.at(-1) as 'm' | 'h' | 'd']

const plainPrice = (second: number): string => `${70_000 + (second % 1_000)}.25`

function every(step: number, from: number, to: number): number[] {
  const times: number[] = []
  for (let t = Math.ceil(from / step) * step; t <= to; t += step) times.push(t)
  return times
}

function candle(open: number, step: number, price: (second: number) => string): string {
  const close = open + step - 1
  const values = [price(open), price(close), price(open), price(close)].map((value) => `"${value}"`)
  return `[${open}000,${values.join(',')},"12.5",${close}999,"875000.1",99,"6.2","434000.5","0"]`
}
