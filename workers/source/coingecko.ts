import { z } from 'zod'
import * as ExactJson from './ExactJson.ts'
import { pickSample, splitMetric } from './pickSample.ts'
import { readReply } from './readReply.ts'
import {
  type Requirement,
  type Sample,
  type Source,
  UnreadableReplyError,
  UnsupportedRequirementError,
} from './Source.ts'

const provider = 'coingecko'

/** Which of the provider's endpoints is asked. `range` has the past; the others are for those who want just them. */
export type Endpoint = 'range' | 'history' | 'simple'

export type CoingeckoOptions = { readonly baseUrl?: string; readonly endpoint?: Endpoint }

/**
 * CoinGecko: `price_<currency>`, `market_cap_<currency>`, `volume_<currency>`, each also `_high` and `_low`. A sample is a point
 * that the provider publishes: every five minutes for the last day, hourly up to 90 days, daily beyond.
 */
export function coingecko(options: CoingeckoOptions = {}): Source {
  const { baseUrl = 'https://api.coingecko.com/api/v3', endpoint = 'range' } = options
  return {
    provider,
    plan: (requirement) => ({
      method: 'GET',
      url: `${baseUrl}${paths[endpoint](wantedOf(requirement), requirement)}`,
    }),
    read: (body, requirement) => readers[endpoint](body, wantedOf(requirement), requirement),
  }
}

type Wanted = {
  readonly id: string
  readonly series: 'price' | 'market_cap' | 'volume'
  readonly currency: string
  readonly choice: ReturnType<typeof splitMetric>['choice']
}

const metricForm = /^(price|market_cap|volume)_([a-z0-9]{2,12})$/
const idForm = /^[a-z0-9][a-z0-9._-]{0,127}$/

function wantedOf({ asset, metric }: Requirement): Wanted {
  const id = asset.toLowerCase()
  if (!idForm.test(id))
    throw new UnsupportedRequirementError(provider, 'a coin is named by its API id, like bitcoin.')
  const { name, choice } = splitMetric(metric)
  const match = metricForm.exec(name)
  if (match === null)
    throw new UnsupportedRequirementError(
      provider,
      'its metrics are price_usd, market_cap_usd, volume_usd and their like.',
    )
  return { id, series: match[1] as Wanted['series'], currency: match[2]!, choice }
}

const paths: Readonly<Record<Endpoint, (wanted: Wanted, requirement: Requirement) => string>> = {
  range({ id, currency }, { window: { from, to } }) {
    return `/coins/${id}/market_chart/range?vs_currency=${currency}&from=${from}&to=${to}`
  },
  history(wanted, { window: { from } }) {
    onlySnapshots(wanted)
    // The endpoint takes a day, and gives its first second.
    const day = new Date(Math.ceil(from / 86_400) * 86_400_000).toISOString()
    const date = `${day.slice(8, 10)}-${day.slice(5, 7)}-${day.slice(0, 4)}`
    return `/coins/${wanted.id}/history?date=${date}&localization=false`
  },
  simple(wanted) {
    onlySnapshots(wanted)
    const more =
      wanted.series === 'market_cap'
        ? '&include_market_cap=true'
        : wanted.series === 'volume'
          ? '&include_24hr_vol=true'
          : ''
    return `/simple/price?ids=${wanted.id}&vs_currencies=${wanted.currency}${more}&include_last_updated_at=true`
  },
}

function onlySnapshots({ choice }: Wanted): void {
  if (choice !== 'first')
    throw new UnsupportedRequirementError(provider, 'this endpoint knows no highs and lows.')
}

// Times are milliseconds; a value can be null where the provider had none.
const point = z.tuple([ExactJson.integer, ExactJson.number.nullable()])
const chart = z.object({
  prices: z.array(point),
  market_caps: z.array(point),
  total_volumes: z.array(point),
})
const seriesOf = { price: 'prices', market_cap: 'market_caps', volume: 'total_volumes' } as const

const amounts = z.record(z.string(), ExactJson.number.nullable())
const history = z.object({
  id: z.string(),
  market_data: z.object({ current_price: amounts, market_cap: amounts, total_volume: amounts }).optional(),
})
const amountsOf = { price: 'current_price', market_cap: 'market_cap', volume: 'total_volume' } as const

const simple = z.record(z.string(), amounts)
const suffixOf = { price: '', market_cap: '_market_cap', volume: '_24h_vol' } as const

type Reader = (body: string, wanted: Wanted, requirement: Requirement) => Sample | null

const readers: Readonly<Record<Endpoint, Reader>> = {
  range(body, { series, choice }, { window }) {
    const points = readReply(provider, chart, body)[seriesOf[series]]
    return pickSample(samplesOf(points), window, choice)
  },
  history(body, { id, series, currency }, { window }) {
    const reply = readReply(provider, history, body)
    if (reply.id !== id)
      throw new UnreadableReplyError(provider, `it is about ${JSON.stringify(reply.id.slice(0, 64))}.`)
    const value = own(reply.market_data?.[amountsOf[series]], currency)
    if (value === null) return null
    const midnight = Math.ceil(window.from / 86_400) * 86_400
    return pickSample([{ observedAt: midnight, value: toDecimal(value) }], window, 'first')
  },
  simple(body, { id, series, currency }, { window }) {
    const coins = readReply(provider, simple, body)
    const coin = Object.hasOwn(coins, id) ? coins[id] : undefined
    const value = own(coin, `${currency}${suffixOf[series]}`)
    const time = own(coin, 'last_updated_at')
    // A price that does not say of when it is can't be placed in any window.
    if (value === null || time === null) return null
    const observedAt = Number(time)
    if (!Number.isSafeInteger(observedAt))
      throw new UnreadableReplyError(provider, 'last_updated_at is no time.')
    return pickSample([{ observedAt, value: toDecimal(value) }], window, 'first')
  },
}

const own = (record: Readonly<Record<string, string | null>> | undefined, key: string): string | null =>
  record !== undefined && Object.hasOwn(record, key) ? (record[key] ?? null) : null

function* samplesOf(points: readonly (readonly [number, string | null])[]): Generator<Sample> {
  for (const [time, value] of points) {
    if (value !== null) yield { observedAt: Math.floor(time / 1_000), value: toDecimal(value) }
  }
}

function toDecimal(source: string): string {
  try {
    return ExactJson.toDecimal(source)
  } catch (cause) {
    throw new UnreadableReplyError(provider, (cause as Error).message, { cause })
  }
}
