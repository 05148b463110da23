import { lexicon, matchAt } from '../../../reading/text/Phrases.ts'
import type { Word } from '../../../reading/text/Words.ts'

const quotes = ['fdusd', 'usdt', 'usdc', 'usd']
const joints = new Set(['/', '-', '_'])

/** BTC/USDT, BTC-USDT or BTCUSDT; null when a rule names none, or several. */
export function symbolIn(words: readonly Word[]): string | null {
  const found = new Set<string>()
  words.forEach(({ text, kind, end }, at) => {
    if (kind !== 'word' && !/^[0-9]{1,7}[a-z]{2,8}$/.test(text)) return
    const [joint, quote] = [words[at + 1], words[at + 2]?.text ?? '']
    if (joints.has(joint?.text ?? '') && joint!.start === end && quotes.includes(quote))
      found.add(`${text}${quote}`.toUpperCase())
    // "FDUSD" ends in "USD" and is no pair: it is what others are quoted in.
    const isQuote = quotes.includes(text)
    const ending = quotes.find((each) => text.length > each.length + 1 && text.endsWith(each))
    if (ending !== undefined && !isQuote) found.add(text.toUpperCase())
  })
  return found.size === 1 ? [...found][0]! : null
}

const minute = 60_000
const units: ReadonlyMap<string, number> = new Map([
  ['minute', minute],
  ['minutes', minute],
  ['min', minute],
  ['m', minute],
  ['hour', 60 * minute],
  ['hours', 60 * minute],
  ['h', 60 * minute],
  ['day', 1_440 * minute],
  ['d', 1_440 * minute],
])
const named: ReadonlyMap<string, number> = new Map([
  ['hourly', 60 * minute],
  ['daily', 1_440 * minute],
])
const candles = new Set(['candle', 'candles', 'candlestick', 'candlesticks'])
const counts: ReadonlyMap<string, number> = new Map([
  ['one', 1],
  ['four', 4],
  ['five', 5],
  ['fifteen', 15],
])
/** What may stand between the length and the candle: `the "1H" candle`. */
const between = lexicon(['"', "'", 'price', '-'])

/** "1 hour candle", "1-minute candles", "4H candle", "daily candle": all mentions must agree. */
export function candleLength(words: readonly Word[]): number | null {
  const found = new Set<number>()
  words.forEach(({ text }, at) => {
    if (!candles.has(text)) return
    let last = at - 1
    while (last >= 0 && matchAt(words, last, between) !== null) last--
    const length = lengthEndingAt(words, last)
    if (length !== null) found.add(length)
  })
  return found.size === 1 ? [...found][0]! : null
}

function lengthEndingAt(words: readonly Word[], at: number): number | null {
  const text = words[at]?.text ?? ''
  const whole = named.get(text)
  if (whole !== undefined) return whole
  const [, digits, letters] = /^([0-9]{1,2})([a-z]{1,7})$/.exec(text) ?? []
  if (digits !== undefined) return product(Number(digits), units.get(letters!))
  const count = words[words[at - 1]?.text === '-' ? at - 2 : at - 1]?.text ?? ''
  return product(counts.get(count) ?? (/^[0-9]{1,2}$/.test(count) ? Number(count) : 0), units.get(text))
}

const product = (count: number, unit: number | undefined): number | null =>
  unit === undefined || count === 0 ? null : count * unit
