import type { Word } from '../text/Words.ts'

const quotes = ['usdt', 'usdc', 'usd', 'fdusd']

/** BTC/USDT or BTCUSDT; null when a rule names none, or several. */
export function symbolIn(words: readonly Word[]): string | null {
  const found = new Set<string>()
  words.forEach(({ text, kind }, at) => {
    if (kind !== 'word') return
    const quote = words[at + 2]?.text ?? ''
    if (words[at + 1]?.text === '/' && quotes.includes(quote)) found.add(`${text}${quote}`.toUpperCase())
    const ending = quotes.find((each) => text.length > each.length + 1 && text.endsWith(each))
    if (ending !== undefined) found.add(text.toUpperCase())
  })
  return found.size === 1 ? [...found][0]! : null
}

const units: ReadonlyMap<string, number> = new Map([
  ['minute', 60_000],
  ['hour', 3_600_000],
  ['day', 86_400_000],
])

/** "1 hour candle", "1-minute candle": all mentions must agree. */
export function candleLength(words: readonly Word[]): number | null {
  const found = new Set<number>()
  words.forEach(({ text }, at) => {
    if (text !== 'candle' && text !== 'candles') return
    const unit = units.get(words[at - 1]?.text ?? '')
    const count = words[words[at - 2]?.text === '-' ? at - 3 : at - 2]?.text ?? ''
    const number = count === 'one' ? 1 : /^[0-9]{1,2}$/.test(count) ? Number(count) : Number.NaN
    if (unit !== undefined && number > 0) found.add(number * unit)
  })
  return found.size === 1 ? [...found][0]! : null
}
