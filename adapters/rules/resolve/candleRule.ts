import type { Market } from '../../../reading/Market.ts'
import type { Comparator } from '../../../reading/ParsedRule.ts'
import type { Facts } from '../../../reading/rule/readFacts.ts'
import { isTwice } from '../../../reading/rule/zones.ts'
import { readChange, readDirection } from './directions.ts'
import { candleLength, symbolIn } from './pair.ts'
import { operative, readSentence, type Sentence } from './sentence.ts'
import { readClose, readTouch } from './thresholds.ts'

/** A rule that candles can decide. Times are milliseconds; a window goes from `from` up to and without `to`. */
export type CandleRule = {
  /**
   * direction: a candle's close against its open; change: against the close of an earlier candle; touch: any price of a
   * window; close: one candle's close.
   */
  readonly kind: 'direction' | 'change' | 'touch' | 'close'
  readonly symbol: string
  /** Length of the candles that the rule speaks of. */
  readonly candle: number
  readonly field: 'close' | 'high' | 'low'
  readonly comparator: Comparator
  /** Null where another price is what it is compared with. */
  readonly threshold: string | null
  readonly upper: string | null
  /** What a price exactly at a bound means, where the rule does not say it by its comparison. */
  readonly edge: 'upper_excluded' | 'upper_included' | 'undecided'
  readonly from: number
  readonly to: number
  /** Where the earlier candle of a `change` begins. */
  readonly earlier: number | null
  readonly yes: string
  readonly no: string
}

export type Undecidable = { readonly why: string }
/** What every candle rule has. */
export type Base = Pick<CandleRule, 'symbol' | 'candle'>

/** What a market's rule asks of candles, or why they cannot decide it. */
export function candleRule(market: Market, facts: Facts): CandleRule | Undecidable {
  const { words } = facts.rules
  const why = notBinance(facts)
  if (why !== null) return { why }
  const symbol = symbolIn(words)
  if (symbol === null) return { why: 'the rule names no single trading pair' }
  const candle = candleLength(words)
  if (candle === null) return { why: 'the rule does not say which candles count' }
  const { deadline } = facts
  if (deadline === null || deadline.zone === null)
    return { why: 'the rule does not say when, or in which zone' }
  if (market.outcomes.length !== 2) return { why: 'the market does not list two outcomes' }
  const sentence = readSentence(market, operative(words))
  if (sentence === null) return { why: 'the rule does not say which outcome its condition leads to' }
  const rule = readKind(facts, sentence, { symbol, candle })
  if ('why' in rule || rule.kind === 'touch' || !isTwice(deadline.at, deadline.zone)) return rule
  return { why: 'the clocks of that zone show this hour twice on that day' }
}

const readKind = (facts: Facts, sentence: Sentence, base: Base): CandleRule | Undecidable =>
  readChange(facts, sentence, base) ??
  readDirection(facts, sentence, base) ??
  readTouch(facts, sentence, base) ??
  readClose(facts, sentence, base) ?? {
    why: 'the rule compares candles in a way that is not known here',
  }

const futures = new Set(['futures', 'perpetual', 'perpetuals', 'perp', 'perps'])

/** Candles are those of Binance's spot market, so that this must be what the rule is about in the first place. */
function notBinance({ citations, rules }: Facts): string | null {
  const cited = citations.filter(({ domain }) => domain !== null)
  if (!cited.some(({ domain }) => domain === 'binance.com')) return 'the rule does not cite Binance'
  const first = cited.find(({ in: where }) => where === 'rules') ?? cited[0]!
  if (first.domain !== 'binance.com') return `the rule is about ${first.domain} before Binance`
  return operative(rules.words).some(({ text }) => futures.has(text)) ? 'the rule is about futures' : null
}
