import * as z from 'zod'
import { coinForm } from '../Provider.ts'
import * as ExactJson from './ExactJson.ts'
import { digitsOf, list, partsOf } from './items.ts'
import { type Choice, pickSample, splitMetric } from './pickSample.ts'
import { readDecimal, readReply } from './readReply.ts'
import { type Query, type Sample, type Source, UnsupportedRequirementError } from './Source.ts'

const provider = 'coingecko'

/** The base URL of CoinGecko's public API. */
export const coingeckoBase = 'https://api.coingecko.com/api/v3'

/**
 * CoinGecko: `price_<currency>`, `market_cap_<currency>`, `volume_<currency>`, and `market_cap` in dollars, each also `_high` and
 * `_low`. A sample is a point that the provider publishes: every five minutes for the last day, hourly up to 90 days, daily beyond.
 *
 * @example
 * const query = { asset: 'bitcoin', metric: 'price_usd', window: { from: 1771631940, to: 1771635840 } }
 * const url = 'https://api.coingecko.com/api/v3/coins/bitcoin/market_chart/range'
 * coingecko().plan(query).url === `${url}?vs_currency=usd&from=1771631940&to=1771635840` // true
 * const body = '{"prices":[[1771632000123,75001.5],[1771632300456,75002.5]],"market_caps":[],"total_volumes":[]}'
 * coingecko().read(body, query) // { observedAt: 1771632000, value: '75001.5' }
 */
export function coingecko({ baseUrl = coingeckoBase }: { readonly baseUrl?: string } = {}): Source {
  return {
    provider,
    plan(query) {
      const { id, currency } = coinOf(query)
      const { from, to } = query.window
      const path = `/coins/${id}/market_chart/range?vs_currency=${currency}&from=${from}&to=${to}`
      return { method: 'GET', url: `${baseUrl}${path}` }
    },
    read(body, query) {
      const { series, choice } = coinOf(query)
      const points = readReply(provider, chart, body)[seriesOf[series]]
      return pickSample(samplesOf(points), query.window, choice)
    },
  }
}

/** What an asset and a metric mean to CoinGecko. */
export type Coin = {
  readonly id: string
  readonly series: 'price' | 'market_cap' | 'volume'
  readonly currency: string
  readonly choice: Choice
}

const idForm = /^[a-z0-9][a-z0-9._-]{0,127}$/

/**
 * Reads the asset and metric of a query; throws `UnsupportedRequirementError` for what CoinGecko does not
 * have.
 *
 * @example
 * const window = { from: 1771631940, to: 1771635840 }
 * const coin = coinOf({ asset: 'Bitcoin', metric: 'price_usd_high', window })
 * coin // { id: 'bitcoin', series: 'price', currency: 'usd', choice: 'high' }
 */
export function coinOf({ asset, metric }: Query): Coin {
  const id = asset.toLowerCase()
  if (!idForm.test(id))
    throw new UnsupportedRequirementError(provider, 'a coin is named by its API id, like bitcoin.')
  const { name, choice } = splitMetric(metric)
  const match = coinForm.exec(name)
  if (match === null)
    throw new UnsupportedRequirementError(
      provider,
      'its metrics are price_usd, market_cap, market_cap_usd, volume_usd and their like.',
    )
  const [, series = 'market_cap', currency = 'usd'] = match
  return { id, series: series as Coin['series'], currency, choice }
}

/** Times are milliseconds; a value can be null where the provider had none. */
type Point = { readonly time: number; readonly digits: string | null }

function readPoint(item: ExactJson.ExactJson): Point {
  const [time, value = null] = partsOf(item, 2)
  return {
    time: ExactJson.toInteger(digitsOf(time)),
    digits: value === null ? null : digitsOf(value),
  }
}

const points = list(readPoint)
const chart = z.object({ prices: points, market_caps: points, total_volumes: points })
const seriesOf = { price: 'prices', market_cap: 'market_caps', volume: 'total_volumes' } as const

function* samplesOf(points: readonly Point[]): Generator<Sample> {
  for (const { time, digits } of points) {
    if (digits !== null) yield { observedAt: Math.floor(time / 1_000), value: readDecimal(provider, digits) }
  }
}
