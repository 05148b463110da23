import * as ExactJson from './ExactJson.ts'
import { usualFinality } from './finality.ts'
import { digitsOf, list, partsOf, textOf } from './items.ts'
import { type Choice, pickSample, splitMetric } from './pickSample.ts'
import { readReply } from './readReply.ts'
import {
  type Query,
  type Sample,
  type Source,
  UnreadableReplyError,
  UnsupportedRequirementError,
} from './Source.ts'

const provider = 'binance'

/** The base URL of Binance's public API. */
export const binanceBase = 'https://api.binance.com'

/** Where to ask, and how much to ask for at once. */
export type BinanceOptions = {
  readonly baseUrl?: string
  /** How many candles a reply may have, at most the 1,000 that the provider gives. Fewer only make more extremes unsure. */
  readonly maxCandles?: number
}

/**
 * Binance spot: `price`, `price_high`, `price_low` of a symbol such as `BTCUSDT`.
 *
 * `price` is the close of a one-minute candle, and its time is when the candle closes: at 12:00:00 the sample is the close of the
 * candle that opens then and closes at 12:00:59. The candle before closed at 11:59:59, which is before 12:00:00.
 *
 * Highs and lows are exact or refused: one request gives 1,000 candles at most, so long windows need coarser ones. A candle that reaches
 * over an end of the window is looked at, but if it holds the extreme, nobody can say on which side of the end that was.
 *
 * @example
 * const query = { asset: 'BTCUSDT', metric: 'price', window: { from: 1771631940, to: 1771632060 } }
 * const url = 'https://api.binance.com/api/v3/klines'
 * const asked = 'symbol=BTCUSDT&interval=1m&startTime=1771631940000&endTime=1771632060000&limit=3'
 * binance().plan(query).url === `${url}?${asked}` // true
 * const body = '[[1771631940000,"74990.0","75010.0","74980.0","75001.5","12.3",1771631999999]]'
 * binance().read(body, query) // { observedAt: 1771631999, value: '75001.5' }
 */
export function binance({ baseUrl = binanceBase, maxCandles = 1_000 }: BinanceOptions = {}): Source {
  return {
    provider,
    plan(query) {
      const { symbol, interval, seconds } = wantedOf(query, maxCandles)
      const { from, to } = query.window
      const start = Math.floor(from / seconds) * seconds
      const limit = Math.min(maxCandles, Math.floor((to - start) / seconds) + 1)
      const asked = `symbol=${symbol}&interval=${interval}&startTime=${start}000&endTime=${to}000&limit=${limit}`
      return { method: 'GET', url: `${baseUrl}/api/v3/klines?${asked}` }
    },
    read(body, query) {
      const { choice, seconds } = wantedOf(query, maxCandles)
      const candles = readReply(provider, klines, body)
      for (const { open, close } of candles) {
        if (close - open + 1 !== seconds * 1_000)
          throw new UnreadableReplyError(provider, 'its candles are not of the length that was asked for.')
      }
      return choice === 'first' ? firstClose(candles, query) : extreme(candles, query, choice)
    },
    finalFrom(sample, query) {
      const { choice } = splitMetric(query.metric)
      // A candle still moves in its last second.
      return sample !== null && choice === 'first' ? sample.observedAt + 1 : usualFinality(sample, query)
    },
  }
}

const intervals = [
  ['1m', 60],
  ['3m', 180],
  ['5m', 300],
  ['15m', 900],
  ['30m', 1_800],
  ['1h', 3_600],
  ['2h', 7_200],
  ['4h', 14_400],
  ['6h', 21_600],
  ['8h', 28_800],
  ['12h', 43_200],
  ['1d', 86_400],
] as const

function wantedOf({ asset, metric, window: { from, to } }: Query, maxCandles: number) {
  const symbol = asset.toUpperCase()
  if (!/^[A-Z0-9]{2,24}$/.test(symbol))
    throw new UnsupportedRequirementError(provider, 'a symbol is written like BTCUSDT.')
  const { name, choice } = splitMetric(metric)
  if (name !== 'price')
    throw new UnsupportedRequirementError(provider, 'its metric is price, price_high or price_low.')
  // Only the first candle matters for a price, so its window may be longer than one reply.
  const fits = ([, seconds]: (typeof intervals)[number]) =>
    choice === 'first' || Math.floor(to / seconds) - Math.floor(from / seconds) + 1 <= maxCandles
  const found = intervals.find(fits)
  if (found === undefined)
    throw new UnsupportedRequirementError(provider, `the window is longer than ${maxCandles} days.`)
  return { symbol, choice, interval: found[0], seconds: found[1] }
}

/** Times are milliseconds, prices are texts. */
type Candle = {
  readonly open: number
  readonly close: number
  readonly high: string
  readonly low: string
  readonly last: string
}

const klines = list((item): Candle => {
  const [open, , high, low, last, , close] = partsOf(item, 7)
  return {
    open: ExactJson.toInteger(digitsOf(open)),
    close: ExactJson.toInteger(digitsOf(close)),
    high: ExactJson.toDecimal(textOf(high)),
    low: ExactJson.toDecimal(textOf(low)),
    last: ExactJson.toDecimal(textOf(last)),
  }
})

const secondOf = (milliseconds: number): number => Math.floor(milliseconds / 1_000)

const firstClose = (candles: readonly Candle[], { window }: Query): Sample | null =>
  pickSample(
    candles.map(({ close, last }) => ({ observedAt: secondOf(close), value: last })),
    window,
    'first',
  )

function extreme(
  candles: readonly Candle[],
  { window }: Query,
  choice: Exclude<Choice, 'first'>,
): Sample | null {
  const [from, to] = [window.from * 1_000, window.to * 1_000]
  const touching = candles.filter(({ open, close }) => close >= from && open < to)
  const inside = touching.filter(({ open, close }) => open >= from && close <= to)
  const samples = (list: readonly Candle[]) =>
    list.map((candle) => ({ observedAt: secondOf(candle.close), value: candle[choice] }))
  const everywhere = { from: 0, to: Number.MAX_SAFE_INTEGER }
  const sure = pickSample(samples(inside), everywhere, choice)
  const possible = pickSample(samples(touching), everywhere, choice)
  // Equal values at the ends change nothing: the extreme is reached inside as well.
  if (possible?.value !== sure?.value)
    throw new UnreadableReplyError(
      provider,
      `the ${choice} is in a candle that reaches over an end of the window, so its time is not known.`,
    )
  return sure
}
