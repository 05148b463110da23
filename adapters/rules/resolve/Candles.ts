import { BaseError, Decimal } from '../../../protocol/index.ts'

/** One candle; times are milliseconds, prices decimals as the exchange wrote them. */
export type Candle = {
  readonly open_time: number
  readonly close_time: number
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
}

/** Candles of one pair and one length, in order and without overlap. */
export type Candles = {
  /** Milliseconds. */
  readonly length: number
  readonly list: readonly Candle[]
}

const columns = ['open_time', 'open', 'high', 'low', 'close', 'close_time'] as const
const longestLine = 1_024

/** The order of Binance's own files, which have no header. */
const binance = ['open_time', 'open', 'high', 'low', 'close', 'volume', 'close_time']

/**
 * Reads candles from CSV with a header that names at least open_time, open, high, low, close and close_time, in any order;
 * or without one, as Binance writes it.
 *
 * @example
 * readCandles('open_time,open,high,low,close,close_time\n0,1,2,0.5,1.5,3599999').length // 3600000
 */
export function readCandles(csv: string): Candles {
  const all = csv
    .replace(/^\ufeff/, '')
    .replaceAll('\r', '')
    .split('\n')
  const isBare = /^[0-9]/.test(all[0]!)
  const [header, lines] = isBare ? [binance.join(','), all] : [all[0]!, all.slice(1)]
  const names = header.split(',').map((name) => name.trim().toLowerCase())
  const places = columns.map((name) => names.indexOf(name))
  if (places.includes(-1)) throw new CandlesError(1, `it lacks the column ${columns[places.indexOf(-1)]}`)
  const first = isBare ? 1 : 2
  const read = lines.flatMap((line, i) =>
    line.trim() === '' ? [] : [{ line: i + first, candle: readLine(line, places, i + first) }],
  )
  return checked(read, first)
}

function readLine(line: string, places: readonly number[], number: number): Candle {
  const cells = line.slice(0, longestLine).split(',')
  const [openTime, open, high, low, close, closeTime] = places.map((place) => (cells[place] ?? '').trim())
  for (const price of [open, high, low, close]) {
    if (!isPrice(price!)) throw new CandlesError(number, 'a price is no decimal')
  }
  return {
    open_time: millisecondsOf(openTime!, number),
    close_time: millisecondsOf(closeTime!, number),
    open: open!,
    high: high!,
    low: low!,
    close: close!,
  }
}

const isPrice = (text: string): boolean => /^[0-9]{1,18}(?:\.[0-9]{1,18})?$/.test(text)

/** Exchanges write milliseconds, and lately microseconds. */
function millisecondsOf(text: string, number: number): number {
  if (!/^[0-9]{1,16}$/.test(text)) throw new CandlesError(number, 'a time is no number')
  return text.length === 16 ? Math.floor(Number(text) / 1_000) : Number(text)
}

function checked(
  read: readonly { readonly line: number; readonly candle: Candle }[],
  firstLine: number,
): Candles {
  const first = read[0]?.candle
  if (first === undefined) throw new CandlesError(firstLine, 'it has no candle')
  const length = first.close_time - first.open_time + 1
  read.forEach(({ line, candle: { open_time, close_time, high, low } }, i) => {
    const before = read[i - 1]?.candle
    if (close_time - open_time + 1 !== length)
      throw new CandlesError(line, 'its candles are not all of one length')
    if (before !== undefined && open_time <= before.close_time)
      throw new CandlesError(line, 'its candles overlap or are not in order')
    if (Decimal.compare(high, low) < 0) throw new CandlesError(line, 'a high is below its low')
  })
  return { length, list: read.map(({ candle }) => candle) }
}

/**
 * The candles of a window: those wholly inside it, those that also reach over its ends, and whether together they leave
 * nothing of it out.
 */
export function within(
  { list, length }: Candles,
  from: number,
  to: number,
): { inside: Candle[]; touching: Candle[]; isCovered: boolean } {
  const touching = list.filter(({ open_time, close_time }) => close_time >= from && open_time < to)
  const inside = touching.filter(({ open_time, close_time }) => open_time >= from && close_time < to)
  const [first, last] = [touching[0], touching.at(-1)]
  if (first === undefined || last === undefined) return { inside, touching, isCovered: false }
  const isUnbroken = (last.open_time - first.open_time) / length === touching.length - 1
  return { inside, touching, isCovered: isUnbroken && first.open_time <= from && last.close_time + 1 >= to }
}

export class CandlesError extends BaseError {
  override readonly name = 'Rules.CandlesError'
  constructor(line: number, why: string) {
    super(`The candles cannot be read: line ${line}: ${why}.`, {
      metaMessages: ['Give CSV with the columns open_time, open, high, low, close and close_time.'],
      docsPath: 'docs/rules.md',
    })
  }
}
