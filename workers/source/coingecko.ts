import { z } from 'zod'
import { Instant } from '../../protocol/index.ts'
import {
  type Coin,
  coingeckoBase,
  coinOf,
  ExactJson,
  pickSample,
  coingecko as range,
  readDecimal,
  readReply,
  type Sample,
  UnreadableReplyError,
  UnsupportedRequirementError,
} from '../../protocol/source/index.ts'
import type { Requirement, Source } from './Source.ts'

const provider = 'coingecko'

/** Which of the provider's endpoints is asked. `range` has the past, and the DON asks it too; the others are for those who want just them. */
export type Endpoint = 'range' | 'history' | 'simple'

export type CoingeckoOptions = { readonly baseUrl?: string; readonly endpoint?: Endpoint }

/** CoinGecko by one of its endpoints; see `coingecko` in protocol/source for its metrics. */
export function coingecko({ baseUrl = coingeckoBase, endpoint = 'range' }: CoingeckoOptions = {}): Source {
  if (endpoint === 'range') return range({ baseUrl })
  const { path, read } = snapshots[endpoint]
  return {
    provider,
    plan(requirement) {
      const coin = coinOf(requirement)
      if (coin.choice !== 'first')
        throw new UnsupportedRequirementError(provider, 'this endpoint knows no highs and lows.')
      return { method: 'GET', url: `${baseUrl}${path(coin, requirement)}` }
    },
    read: (body, requirement) => read(body, coinOf(requirement), requirement),
  }
}

type Snapshot = {
  path(coin: Coin, requirement: Requirement): string
  read(body: string, coin: Coin, requirement: Requirement): Sample | null
}

const amounts = z.record(z.string(), ExactJson.number.nullable())
const own = (record: Readonly<Record<string, string | null>> | undefined, key: string): string | null =>
  record !== undefined && Object.hasOwn(record, key) ? (record[key] ?? null) : null

const pastDay = z.object({
  id: z.string(),
  market_data: z.object({ current_price: amounts, market_cap: amounts, total_volume: amounts }).optional(),
})
const amountsOf = { price: 'current_price', market_cap: 'market_cap', volume: 'total_volume' } as const

/** The endpoint takes a day, and gives its first second. */
const midnightOf = (from: number): number => Math.ceil(from / 86_400) * 86_400

const history: Snapshot = {
  path({ id }, { window: { from } }) {
    const [year, month, day] = Instant.format(midnightOf(from)).slice(0, 10).split('-')
    return `/coins/${id}/history?date=${day}-${month}-${year}&localization=false`
  },
  read(body, { id, series, currency }, { window }) {
    const reply = readReply(provider, pastDay, body)
    if (reply.id !== id)
      throw new UnreadableReplyError(provider, `it is about ${JSON.stringify(reply.id.slice(0, 64))}.`)
    const value = own(reply.market_data?.[amountsOf[series]], currency)
    if (value === null) return null
    const observedAt = midnightOf(window.from)
    return pickSample([{ observedAt, value: readDecimal(provider, value) }], window, 'first')
  },
}

const presentPrices = z.record(z.string(), amounts)
const suffixOf = { price: '', market_cap: '_market_cap', volume: '_24h_vol' } as const
const includeOf = {
  price: '',
  market_cap: '&include_market_cap=true',
  volume: '&include_24hr_vol=true',
} as const

const simple: Snapshot = {
  path: ({ id, currency, series }) =>
    `/simple/price?ids=${id}&vs_currencies=${currency}${includeOf[series]}&include_last_updated_at=true`,
  read(body, { id, series, currency }, { window }) {
    const coins = readReply(provider, presentPrices, body)
    const coin = Object.hasOwn(coins, id) ? coins[id] : undefined
    const value = own(coin, `${currency}${suffixOf[series]}`)
    const time = own(coin, 'last_updated_at')
    // A price that does not say of when it is can't be placed in any window.
    if (value === null || time === null) return null
    const observedAt = Number(time)
    if (!Number.isSafeInteger(observedAt))
      throw new UnreadableReplyError(provider, 'last_updated_at is no time.')
    return pickSample([{ observedAt, value: readDecimal(provider, value) }], window, 'first')
  },
}

const snapshots: Readonly<Record<Exclude<Endpoint, 'range'>, Snapshot>> = { history, simple }
