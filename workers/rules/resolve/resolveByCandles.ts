import { Decimal, Instant } from '../../../protocol/index.ts'
import { readMarket } from '../Market.ts'
import { readFacts } from '../read/readFacts.ts'
import { type Candle, type Candles, within } from './Candles.ts'
import { type CandleRule, candleRule } from './candleRule.ts'

/** How a market ends by candles: one of its own labels, or null and why. */
export type Resolution = {
  readonly outcome: string | null
  readonly rule: RuleShown | null
  readonly observed: Observed | null
  readonly why: string | null
}

export type RuleShown = Pick<
  CandleRule,
  'kind' | 'symbol' | 'field' | 'comparator' | 'threshold' | 'upper'
> & {
  readonly candle: string
  /** `year` when the market tells none, and that of the candles was taken. */
  readonly assumed: 'year' | null
  readonly from: string
  readonly to: string
}

/** The value that decided, when its candle opened, and what it was compared with. */
export type Observed = { readonly value: string; readonly at: string; readonly against: string }

export type ResolveOptions = {
  /** The pair whose candles these are, such as BTCUSDT. Without it nothing is decided: candles do not say whose they are. */
  readonly symbol: string | null
}

/**
 * Decides a market by candles, where its rule is about candles and these cover it.
 *
 * @example
 * resolveByCandles(market, readCandles(csv), { symbol: 'BTCUSDT' }).outcome // 'Up'
 */
export function resolveByCandles(market: unknown, candles: Candles, { symbol }: ResolveOptions): Resolution {
  const read = readMarket(market)
  const facts = readFacts(read)
  const isYearless = facts.deadline === null
  const rule = candleRule(read, isYearless ? readFacts(read, { around: middleOf(candles) }) : facts)
  if ('why' in rule) return { outcome: null, rule: null, observed: null, why: rule.why }
  const shown = show(rule, isYearless ? 'year' : null)
  const undecided = (why: string): Resolution => ({ outcome: null, rule: shown, observed: null, why })
  if (symbol === null) return undecided('it is not known whose candles these are')
  if (rule.symbol !== symbol)
    return undecided(`the rule is about ${rule.symbol}, the candles are of ${symbol}`)
  const answer = rule.kind === 'touch' ? decideTouch(rule, candles) : decideOne(rule, candles)
  if ('why' in answer) return undecided(answer.why)
  return { outcome: answer.holds ? rule.yes : rule.no, rule: shown, observed: answer.observed, why: null }
}

const middleOf = ({ list }: Candles): number =>
  Math.floor((list[0]!.open_time + list.at(-1)!.close_time) / 2_000)

type Answer = { readonly holds: boolean; readonly observed: Observed } | { readonly why: string }

/** One candle, of exactly the length and at exactly the time that the rule names. */
function decideOne(rule: CandleRule, { list, length }: Candles): Answer {
  if (length !== rule.candle)
    return { why: `the rule is about candles of ${lengthOf(rule.candle)}, these are of ${lengthOf(length)}` }
  const candle = list.find(({ open_time }) => open_time === rule.from)
  if (candle === undefined) return { why: 'there is no candle for that time' }
  const against = rule.threshold ?? candle.open
  return { holds: holds(rule, candle.close, against), observed: observe(candle, candle.close, against) }
}

/**
 * A long candle's high is the highest of the short ones in it, so that longer candles decide too. One that reaches over an
 * end of the window decides only when it holds nothing.
 */
function decideTouch(rule: CandleRule, candles: Candles): Answer {
  const { inside, touching, isCovered } = within(candles, rule.from, rule.to)
  const field = rule.field === 'low' ? 'low' : 'high'
  const sure = extreme(inside, field)
  // What was reached once stays reached, whatever the missing candles hold.
  if (sure !== null && holds(rule, sure[field], rule.threshold!))
    return { holds: true, observed: observe(sure, sure[field], rule.threshold!) }
  const possible = extreme(touching, field)
  if (possible === null) return { why: 'there is no candle in the window' }
  if (!isCovered) return { why: 'the candles do not cover the whole window' }
  if (holds(rule, possible[field], rule.threshold!))
    return {
      why: 'the price is reached in a candle that reaches over an end of the window: shorter candles are needed',
    }
  return { holds: false, observed: observe(possible, possible[field], rule.threshold!) }
}

function extreme(candles: readonly Candle[], field: 'high' | 'low'): Candle | null {
  return candles.reduce<Candle | null>((best, candle) => {
    if (best === null) return candle
    const order = Decimal.compare(candle[field], best[field])
    return (field === 'high' ? order > 0 : order < 0) ? candle : best
  }, null)
}

function holds({ comparator, upper }: CandleRule, value: string, against: string): boolean {
  const order = Decimal.compare(value, against)
  if (comparator === 'gte') return order >= 0
  if (comparator === 'gt') return order > 0
  if (comparator === 'lte') return order <= 0
  if (comparator === 'lt') return order < 0
  if (comparator === 'eq') return order === 0
  return order >= 0 && upper !== null && Decimal.compare(value, upper) < 0
}

const observe = ({ open_time }: Candle, value: string, against: string): Observed => ({
  value,
  at: Instant.format(Math.floor(open_time / 1_000)),
  against,
})

function show(rule: CandleRule, assumed: RuleShown['assumed']): RuleShown {
  const { kind, symbol, field, comparator, threshold, upper, candle, from, to } = rule
  const at = (milliseconds: number) => Instant.format(milliseconds / 1_000)
  return {
    kind,
    symbol,
    field,
    comparator,
    threshold,
    upper,
    candle: lengthOf(candle),
    from: at(from),
    to: at(to),
    assumed,
  }
}

function lengthOf(milliseconds: number): string {
  const minutes = milliseconds / 60_000
  if (minutes % 1_440 === 0) return `${minutes / 1_440}d`
  return minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}m`
}
