import { Instant } from '../../protocol/index.ts'
import { coins, gauges, locked } from './assets.ts'
import { type Prices, priceText } from './makePrices.ts'

/** A reply, and the sample in it that decides where the request says which one that is. */
export type SourceReply = {
  readonly body: string
  readonly type: 'application/json' | 'text/html'
  /** What is signed as an observation: the source by its full name, and the first sample asked for. */
  readonly observation?: { readonly source: string; readonly observedAt: number; readonly value: string }
}

const json = (body: string): SourceReply => ({ body, type: 'application/json' })
const minute = 60
const day = 86_400

/** Seconds between two points of CoinGecko, and after the full five minutes: real charts are not on the dot either. */
const [pointEvery, pointAfter] = [300, 4]
const mostPoints = 400

/** CoinGecko: `/coins/{id}/market_chart/range`. */
export function marketChart(prices: Prices, id: string, from: number, to: number): SourceReply | null {
  if (!coins.some((coin) => coin.id === id)) return null
  const first = Math.ceil((from - pointAfter) / pointEvery) * pointEvery + pointAfter
  const times = range(first, to, pointEvery).slice(0, mostPoints)
  const series = (scale: number) =>
    `[${times.map((t) => `[${t}312,${priceText(prices(id, t) * scale)}]`).join(',')}]`
  const body = `{"prices":${series(1)},"market_caps":${series(19_800_000)},"total_volumes":${series(410_000)}}`
  const [at] = times
  if (at === undefined) return json(body)
  const source = `coingecko:${id}:price_usd`
  return { ...json(body), observation: { source, observedAt: at, value: priceText(prices(id, at)) } }
}

/** Binance: `/api/v3/klines`, candles of a minute. An exchange is a trifle off the average of all. */
export function klines(prices: Prices, symbol: string, from: number, to: number): SourceReply | null {
  const coin = coins.find((one) => one.symbol === symbol)
  if (coin === undefined) return null
  const at = (t: number) => priceText(prices(coin.id, t) * 1.0003)
  const opens = range(Math.ceil(from / minute) * minute, to, minute).slice(0, mostPoints)
  const candles = opens.map((t) => {
    const close = at(t + minute - 1)
    const [low, high] = [at(t), close].sort((a, b) => Number(a) - Number(b))
    return `[${t}000,"${at(t)}","${high}","${low}","${close}","12.50000000",${t + minute - 1}999,"875000.10",99,"6.2","434000.5","0"]`
  })
  const [first] = opens
  if (first === undefined) return json('[]')
  const observedAt = first + minute - 1
  const observation = { source: `binance:${symbol}:price`.toLowerCase(), observedAt, value: at(observedAt) }
  return { ...json(`[${candles.join(',')}]`), observation }
}

/** DefiLlama: `/protocol/{slug}` and `/v2/historicalChainTvl/{chain}`, a day each, from a month before to a month after. */
export function lockedValue(
  prices: Prices,
  asset: string,
  around: number,
  upTo = Number.POSITIVE_INFINITY,
): SourceReply | null {
  if (!locked.some((one) => one.asset.toLowerCase() === asset.toLowerCase())) return null
  const middle = Math.floor(around / day) * day
  const days = range(middle - 30 * day, Math.min(middle + 30 * day, upTo), day)
  const tvl = (t: number) => lockedText(prices, asset, t)
  if (asset.startsWith('chain:'))
    return json(`[${days.map((t) => `{"date":${t},"tvl":${tvl(t)}}`).join(',')}]`)
  const points = days.map((t) => `{"date":${t},"totalLiquidityUSD":${tvl(t)}}`).join(',')
  const head = `"id":"1","name":"${asset}","symbol":"-","chains":["Ethereum"]`
  return json(`{${head},"tvl":[${points}],"chainTvls":{}}`)
}

/** The same counted by somebody else, who comes to nearly the same. */
export function lockedElsewhere(prices: Prices, asset: string, from: number): SourceReply | null {
  if (!locked.some((one) => one.asset === asset)) return null
  const at = Math.ceil(from / day) * day
  return json(
    `{"asset":"${asset}","at":${at},"usd":${(Number(lockedText(prices, asset, at)) * 1.0007).toFixed(0)}}`,
  )
}

export const lockedText = (prices: Prices, asset: string, second: number): string =>
  prices(asset.toLowerCase(), second).toFixed(2)

/** What an authority's gauge measured, each quarter of an hour. */
export function gaugeReadings(prices: Prices, id: string, from: number): SourceReply | null {
  if (!gauges.some((gauge) => gauge.id === id)) return null
  const times = range(Math.ceil(from / 900) * 900, from + 3_600, 900)
  const readings = times.map((t) => `{"at":${t},"level":${gaugeLevel(prices, id, t)}}`).join(',')
  return json(`{"gauge":"${id}","unit":"m","readings":[${readings}]}`)
}

export const gaugeLevel = (prices: Prices, id: string, second: number): string =>
  prices(id, second).toFixed(2)

/** What the same authority's bulletin says of that hour: somebody typed it, and it is not what the gauge measured. */
export function bulletin(prices: Prices, id: string, from: number): SourceReply | null {
  const gauge = gauges.find((one) => one.id === id)
  if (gauge === undefined) return null
  const at = Math.ceil(from / 900) * 900
  const level = bulletinLevel(prices, id, at)
  const body =
    `<!doctype html><title>${gauge.river}</title><h1>${gauge.river} at ${gauge.town}</h1>` +
    `<p class="level">Level: ${level} m, as of <time>${Instant.format(at)}</time></p>`
  return { body, type: 'text/html' }
}

/** A tenth and more above or below, depending on the day. */
export const bulletinLevel = (prices: Prices, id: string, second: number): string =>
  (prices(id, second) * (Math.floor(prices(`${id} typo`, second) * 1_000) % 2 === 0 ? 0.88 : 1.12)).toFixed(2)

function range(first: number, last: number, step: number): number[] {
  const times: number[] = []
  for (let t = first; t <= last; t += step) times.push(t)
  return times
}
