import { Instant } from '../../../protocol/index.ts'
import { readMarket } from '../../../reading/Market.ts'
import { readFacts } from '../../../reading/rule/readFacts.ts'
import type { Candles } from './Candles.ts'
import { type CandleRule, candleRule } from './candleRule.ts'
import { decideOne, decideTouch, lengthOf, type Observed } from './decide.ts'

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
  /** When the earlier candle of a `change` begins. */
  readonly earlier: string | null
}

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

function show(rule: CandleRule, assumed: RuleShown['assumed']): RuleShown {
  const { kind, symbol, field, comparator, threshold, upper, candle, from, to, earlier } = rule
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
    earlier: earlier === null ? null : at(earlier),
    assumed,
  }
}
