import { Instant, Question, Rule } from '../../../protocol/index.ts'
import { type Market, readMarket } from '../../../reading/Market.ts'
import { readFacts } from '../../../reading/rule/readFacts.ts'
import { type CandleRule, candleRule } from '../resolve/candleRule.ts'
import { titleOf } from './oneLine.ts'

/** A market of Gamma as a § question that workers can decide by themselves, or why it cannot be one. */
export type Imported =
  | {
      readonly question: string
      /** Unix seconds: the contract's deadline, and the latest creation time at which the question means the same. */
      readonly deadline: number
      readonly created_by: number
      readonly why: null
    }
  | { readonly question: null; readonly deadline: null; readonly created_by: null; readonly why: string }

/**
 * The § question of a market whose rule is one comparison with a price that Binance publishes.
 *
 * @example
 * toQuestion(market).question // '§question Will Bitcoin reach $119K …\n§rule\nsource:binance:BTCUSDT\n…'
 */
export function toQuestion(market: unknown): Imported {
  const read = readMarket(market)
  const rule = candleRule(read, readFacts(read))
  if ('why' in rule) return not(rule.why)
  if (rule.kind === 'direction' || rule.kind === 'change')
    return not('it compares two prices of the market, which no target can hold')
  if (rule.kind === 'touch' && rule.field === 'close')
    return not('a § window has highs and lows, and no closes')
  if (rule.yes.toLowerCase() !== 'yes') return not('what it asks for is its “No”')
  if (rule.comparator === 'between') return not('a § rule has one target, and this one lies between two')
  if (rule.kind === 'close' && rule.candle !== 60_000)
    return not('a price is the close of a one-minute candle')
  return write(read, rule)
}

const not = (why: string): Imported => ({ question: null, deadline: null, created_by: null, why })

function write({ question: title, rules }: Market, rule: CandleRule): Imported {
  // A sample counts at or after the deadline; the extreme of a window counts up to it.
  const deadline = rule.kind === 'close' ? rule.from / 1_000 : rule.to / 1_000
  const source = `binance:${rule.symbol}`
  const text = Question.format({
    question: titleOf(title === '' ? rules : title),
    rule: {
      source,
      ...Rule.splitSource(source),
      metric: rule.kind === 'close' ? 'price' : `price_${rule.field}`,
      op: rule.comparator,
      target: rule.threshold,
      resolver: null,
      deadline: Instant.format(deadline),
      tolerance: null,
      extra: {},
      subtags: Rule.noSubtags,
    },
    source: Question.noSource,
    event: null,
    category: 'crypto',
    picture: null,
    unknown: [],
  })
  return {
    question: text,
    deadline,
    created_by: rule.kind === 'close' ? deadline : rule.from / 1_000,
    why: null,
  }
}
