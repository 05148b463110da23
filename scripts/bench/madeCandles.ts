import { randomFrom } from '../../local/random.ts'

/** A market on candles, the candles, and how it ends by them. Written on 2026-11-19, after the reader. */
export type MadeCandles = { readonly market: object; readonly csv: string; readonly outcome: string }

const hour = 3_600_000
const hours = 96
/** Months in which New York is so many hours behind UTC all the time. */
const seasons = [
  { month: 1, name: 'January', behind: 5 },
  { month: 2, name: 'February', behind: 5 },
  { month: 7, name: 'July', behind: 4 },
  { month: 8, name: 'August', behind: 4 },
] as const

type Season = (typeof seasons)[number]
type Path = { readonly open: number; readonly high: number; readonly low: number; readonly close: number }
type Below = (bound: number) => number

const cents = (value: number): string => (value / 100).toFixed(2)

/** So many of them, the same ones for the same seed. */
export function madeCandles(count: number, seed: number): MadeCandles[] {
  const below = randomFrom(seed)
  return Array.from({ length: count }, (_, i) => {
    const season = seasons[below(seasons.length)]!
    const [day, path] = [5 + below(15), walk(below)]
    const start = Date.UTC(2027, season.month - 1, day)
    const made =
      i % 3 === 0 ? direction(season, day, path, below) : touch(season, day, path, below, i % 3 === 1)
    return { ...made, csv: csvOf(path, start) }
  })
}

/** A price that goes up and down, in cents. */
function walk(below: Below): Path[] {
  let price = 9_000_000 + below(2_000_000)
  return Array.from({ length: hours }, () => {
    const open = price
    const close = open + below(60_001) - 30_000
    price = close
    return {
      open,
      close,
      high: Math.max(open, close) + below(20_000),
      low: Math.min(open, close) - below(20_000),
    }
  })
}

function csvOf(path: readonly Path[], start: number): string {
  const lines = path.map(({ open, high, low, close }, i) =>
    [start + i * hour, ...[open, high, low, close].map(cents), '1', start + (i + 1) * hour - 1].join(','),
  )
  return ['open_time,open,high,low,close,volume,close_time', ...lines].join('\n')
}

/** The listing ends a day later, which tells the year. */
const endOf = (month: number, day: number): string =>
  new Date(Date.UTC(2027, month - 1, day + 4)).toISOString()

function direction({ month, name, behind }: Season, day: number, path: readonly Path[], below: Below) {
  const local = below(24)
  const clock = `${local % 12 === 0 ? 12 : local % 12}${local < 12 ? 'AM' : 'PM'}`
  const { open, close } = path[24 + local + behind]!
  const market = {
    question: `Bitcoin Up or Down - ${name} ${day + 1}, ${clock} ET`,
    description:
      'This market will resolve to "Up" if the close price is greater than or equal to the open price for the BTC/USDT 1 hour candle that begins on the time and date specified in the title. Otherwise, this market will resolve to "Down". The resolution source is Binance (https://www.binance.com/en/trade/BTC_USDT).',
    endDate: endOf(month, day),
    outcomes: ['Up', 'Down'],
  }
  return { market, outcome: close >= open ? 'Up' : 'Down' }
}

function touch(
  { month, name, behind }: Season,
  day: number,
  path: readonly Path[],
  below: Below,
  isHigh: boolean,
) {
  const window = path.slice(24 + behind, 72 + behind)
  const extreme = isHigh
    ? Math.max(...window.map(({ high }) => high))
    : Math.min(...window.map(({ low }) => low))
  // Near to it on either side, and often just it.
  const price = extreme + [0, 1, -1, 5_000, -5_000][below(5)]!
  const market = {
    question: `Will Bitcoin ${isHigh ? 'reach' : 'dip to'} $${cents(price)} ${name} ${day + 1}–${day + 2}?`,
    description: `This market will immediately resolve to "Yes" if any Binance 1 minute candle for Bitcoin (BTC/USDT) during the date range specified in the title (from 12:00 AM ET on the first date to 11:59 PM ET on the last) has a final "${isHigh ? 'High' : 'Low'}" price equal to or ${isHigh ? 'greater' : 'less'} than the price specified in the title. Otherwise, this market will resolve to "No". The resolution source is Binance.`,
    endDate: endOf(month, day),
    outcomes: ['Yes', 'No'],
  }
  const isTouched = isHigh ? extreme >= price : extreme <= price
  return { market, outcome: isTouched ? 'Yes' : 'No' }
}
