import { Decimal, Instant } from '../../../protocol/index.ts'
import { type Candle, type Candles, within } from './Candles.ts'
import type { CandleRule } from './candleRule.ts'

/** The value that decided, when its candle opened, and what it was compared with. */
export type Observed = { readonly value: string; readonly at: string; readonly against: string }

/** Whether a rule holds and what was seen, or why candles do not tell. */
export type Answer = { readonly holds: boolean; readonly observed: Observed } | { readonly why: string }

/** One candle at exactly the time that the rule names, against its own open, an earlier candle's close, or a price. */
export function decideOne(rule: CandleRule, candles: Candles): Answer {
  const candle = candleAt(candles, rule.from, rule.candle)
  if ('why' in candle) return candle
  const earlier = rule.earlier === null ? null : candleAt(candles, rule.earlier, rule.candle)
  if (earlier !== null && 'why' in earlier) return earlier
  const against = rule.threshold ?? earlier?.close ?? candle.open
  const isEdge = Decimal.compare(candle.close, rule.upper ?? against) === 0
  if (isEdge && rule.edge === 'undecided' && (rule.threshold === null || rule.comparator === 'between'))
    return { why: `the price is exactly ${candle.close}, which the rule gives to neither outcome` }
  return { holds: holds(rule, candle.close, against), observed: observe(candle, candle.close, against) }
}

/** The candle of a length that begins at a time; shorter ones make it up if none of them is missing. */
function candleAt(candles: Candles, from: number, length: number): Candle | { readonly why: string } {
  if (length % candles.length !== 0)
    return {
      why: `the rule is about candles of ${lengthOf(length)}, these are of ${lengthOf(candles.length)}`,
    }
  // Exchanges count candles from midnight of UTC.
  if (from % length !== 0) return { why: `no candle of ${lengthOf(length)} begins at that time` }
  const { inside, isCovered } = within(candles, from, from + length)
  const [first, last] = [inside[0], inside.at(-1)]
  if (first === undefined || last === undefined || first.open_time !== from)
    return { why: 'there is no candle for that time' }
  if (!isCovered) return { why: 'candles are missing in that time' }
  return { ...first, close: last.close, close_time: last.close_time }
}

/**
 * A long candle's high is the highest of the short ones in it, so that longer candles decide too. One that reaches over an
 * end of the window decides only when it holds nothing.
 */
export function decideTouch(rule: CandleRule, candles: Candles): Answer {
  const { field, threshold } = rule
  if (field === 'close' && candles.length !== rule.candle)
    return {
      why: `the rule is about closes of ${lengthOf(rule.candle)}, these are of ${lengthOf(candles.length)}`,
    }
  const isUpward = rule.comparator === 'gte' || rule.comparator === 'gt'
  const { inside, touching, isCovered } = within(candles, rule.from, rule.to)
  const sure = extreme(inside, field, isUpward)
  // What was reached once stays reached, whatever the missing candles hold.
  if (sure !== null && holds(rule, sure[field], threshold!))
    return { holds: true, observed: observe(sure, sure[field], threshold!) }
  const possible = extreme(touching, field, isUpward)
  if (possible === null) return { why: 'there is no candle in the window' }
  if (!isCovered) return { why: 'the candles do not cover the whole window' }
  if (holds(rule, possible[field], threshold!))
    return {
      why: 'the price is reached in a candle that reaches over an end of the window: shorter candles are needed',
    }
  return { holds: false, observed: observe(possible, possible[field], threshold!) }
}

function extreme(candles: readonly Candle[], field: CandleRule['field'], isUpward: boolean): Candle | null {
  return candles.reduce<Candle | null>((best, candle) => {
    if (best === null) return candle
    const order = Decimal.compare(candle[field], best[field])
    return (isUpward ? order > 0 : order < 0) ? candle : best
  }, null)
}

function holds({ comparator, upper, edge }: CandleRule, value: string, against: string): boolean {
  const order = Decimal.compare(value, against)
  if (comparator === 'gte') return order >= 0
  if (comparator === 'gt') return order > 0
  if (comparator === 'lte') return order <= 0
  if (comparator === 'lt') return order < 0
  if (comparator === 'eq') return order === 0
  const under = upper === null ? 1 : Decimal.compare(value, upper)
  return order >= 0 && (under < 0 || (under === 0 && edge === 'upper_included'))
}

const observe = ({ open_time }: Candle, value: string, against: string): Observed => ({
  value,
  at: Instant.format(Math.floor(open_time / 1_000)),
  against,
})

/** `1m`, `4h`, `1d`. */
export function lengthOf(milliseconds: number): string {
  const minutes = milliseconds / 60_000
  if (minutes % 1_440 === 0) return `${minutes / 1_440}d`
  return minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}m`
}
