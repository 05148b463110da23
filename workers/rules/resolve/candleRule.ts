import type { Market } from '../Market.ts'
import type { Comparator } from '../ParsedRule.ts'
import { readAmounts } from '../read/amounts.ts'
import type { Facts } from '../read/readFacts.ts'
import { find, lexicon, sentencesWith } from '../text/Phrases.ts'
import type { Word } from '../text/Words.ts'
import { comparatorIn } from './comparison.ts'
import { candleLength, symbolIn } from './pair.ts'

/** A rule that candles can decide. Times are milliseconds; a window goes from `from` up to and without `to`. */
export type CandleRule = {
  /** direction: a candle's close against its open; touch: any high or low of a window; close: one candle's close. */
  readonly kind: 'direction' | 'touch' | 'close'
  readonly symbol: string
  /** Length of the candles that the rule speaks of. */
  readonly candle: number
  readonly field: 'close' | 'high' | 'low'
  readonly comparator: Comparator
  /** Null where the candle's own open is what it is compared with. */
  readonly threshold: string | null
  readonly upper: string | null
  readonly from: number
  readonly to: number
  readonly yes: string
  readonly no: string
}

export type Undecidable = { readonly why: string }

/** What a market's rule asks of candles, or why they cannot decide it. */
export function candleRule(market: Market, facts: Facts): CandleRule | Undecidable {
  const { words } = facts.rules
  if (!facts.citations.some(({ domain }) => domain === 'binance.com'))
    return { why: 'the rule does not cite Binance' }
  const symbol = symbolIn(words)
  if (symbol === null) return { why: 'the rule names no single trading pair' }
  const candle = candleLength(words)
  if (candle === null) return { why: 'the rule does not say which candles count' }
  const { deadline } = facts
  if (deadline === null || deadline.zone === null)
    return { why: 'the rule does not say when, or in which zone' }
  const base = { symbol, candle }
  return (
    direction(market, facts, base) ??
    touch(market, facts, base) ??
    close(market, facts, base) ?? {
      why: 'the rule compares candles in a way that is not known here',
    }
  )
}

type Base = { readonly symbol: string; readonly candle: number }

const minute = 60_000

/** "Up" if the candle closes at or above its open. */
function direction(market: Market, { rules, deadline }: Facts, base: Base): CandleRule | Undecidable | null {
  const up = labelOf(market, 'up')
  const down = labelOf(market, 'down')
  if (up === null || down === null) return null
  const sentence = firstWith(rules.words, resolving)
  const compared = find(sentence, atLeast)
  const isOfOneCandle =
    find(sentence, ofOneCandle).length > 0 && sentence.some(({ text }) => text === 'candle')
  if (!isOfOneCandle || !deadline!.hasClock) return { why: 'the rule compares more than one candle' }
  const from = deadline!.at * 1_000
  return {
    ...base,
    kind: 'direction',
    field: 'close',
    comparator: compared.length > 0 ? 'gte' : 'gt',
    threshold: null,
    upper: null,
    from,
    to: from + base.candle,
    yes: up,
    no: down,
  }
}

/** "Yes" if any candle of the window has a high (or low) that reaches the price. */
function touch(market: Market, facts: Facts, base: Base): CandleRule | null {
  const sentence = firstWith(facts.rules.words, resolving)
  const field = fieldIn(sentence)
  const [yes, no] = [labelOf(market, 'yes'), labelOf(market, 'no')]
  const { deadline } = facts
  const isAny = sentence.some(({ text }) => text === 'any')
  if (!isAny || field === null || field === 'close' || yes === null || no === null) return null
  if (deadline === null || deadline.opens === null) return null
  const amount = amountIn(facts, sentence)
  const comparator = amount?.of === 'sentence' ? amount.comparator : comparatorIn(sentence)
  if (amount === null || comparator === null) return null
  const [from, to] = [deadline.opens * 1_000, deadline.at * 1_000 + minute]
  return {
    ...base,
    kind: 'touch',
    field,
    comparator,
    threshold: amount.value,
    upper: null,
    from,
    to,
    yes,
    no,
  }
}

/** "Yes" if the candle at the named time closes above the price, or between two. */
function close(market: Market, facts: Facts, base: Base): CandleRule | null {
  const sentence = firstWith(facts.rules.words, resolving)
  const [yes, no] = [labelOf(market, 'yes'), labelOf(market, 'no')]
  const { amount } = facts.condition
  const { deadline } = facts
  if (fieldIn(sentence) !== 'close' || yes === null || no === null || deadline === null || !deadline.hasClock)
    return null
  const own = amountIn(facts, sentence)
  const comparator = own?.comparator ?? comparatorIn(sentence) ?? amount?.comparator ?? null
  if (own === null || comparator === null) return null
  const from = deadline.at * 1_000
  const upper = comparator === 'between' ? own.upper : null
  return {
    ...base,
    kind: 'close',
    field: 'close',
    comparator,
    threshold: own.value,
    upper,
    from,
    to: from + base.candle,
    yes,
    no,
  }
}

const resolving = lexicon(['resolve', 'resolves'])
const atLeast = lexicon(['greater than or equal to', 'equal to or greater than', 'at or above'])
const ofOneCandle = lexicon(['open price', 'change for', 'its open', 'the open'])

/** The words of the first sentence that says how the market resolves. */
function firstWith(words: readonly Word[], phrases: ReturnType<typeof lexicon>): Word[] {
  const [first] = sentencesWith(words, phrases)
  return first === undefined ? [] : words.filter(({ sentence }) => sentence === first)
}

const fieldIn = (words: readonly Word[]): CandleRule['field'] | null => {
  const found = words.find(({ text }) => text === 'high' || text === 'low' || text === 'close')
  return (found?.text ?? null) as CandleRule['field'] | null
}

const inTitle = lexicon(['in the title'])

/** The price in the sentence itself, or in the title where the sentence sends us there. */
function amountIn({ condition, question }: Facts, sentence: readonly Word[]) {
  const own = readAmounts(sentence).find(({ unit, comparator }) => unit === 'usd' || comparator !== null)
  if (own !== undefined) return { ...own, of: 'sentence' as const }
  if (find(sentence, inTitle).length === 0) return null
  const titled = readAmounts(question.words).find(({ unit }) => unit === 'usd') ?? condition.amount
  return titled === null ? null : { ...titled, of: 'title' as const }
}

const labelOf = ({ outcomes }: Market, name: string): string | null =>
  outcomes.find((label) => label.toLowerCase() === name) ?? null
