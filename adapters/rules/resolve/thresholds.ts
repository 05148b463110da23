import type { Facts } from '../../../reading/rule/readFacts.ts'
import { find, lexicon } from '../../../reading/text/Phrases.ts'
import type { Base, CandleRule } from './candleRule.ts'
import { comparatorIn } from './comparison.ts'
import { amountIn, fieldIn, type Sentence } from './sentence.ts'

const minute = 60_000

/** "Yes" if any candle of the window has a high, low or close that reaches the price. */
export function readTouch(facts: Facts, sentence: Sentence, base: Base): CandleRule | null {
  const { words, yes, no } = sentence
  const { deadline } = facts
  const field = fieldIn(words)
  if (field === null || !words.some(({ text }) => text === 'any')) return null
  if (deadline === null || deadline.opens === null) return null
  const amount = amountIn(facts, words)
  const comparator = amount === null ? null : amount.isTitled ? comparatorIn(words) : amount.comparator
  if (amount === null || comparator === null || comparator === 'between') return null
  const [from, to] = [deadline.opens * 1_000, deadline.at * 1_000 + minute]
  const threshold = { threshold: amount.value, upper: null, edge: 'upper_excluded' } as const
  return { ...base, ...threshold, kind: 'touch', field, comparator, from, to, earlier: null, yes, no }
}

/** "Yes" if the candle at the named time closes above the price, or between two. */
export function readClose(facts: Facts, { words, yes, no }: Sentence, base: Base): CandleRule | null {
  const { deadline, condition, rules } = facts
  if (fieldIn(words) !== 'close' || deadline === null || !deadline.hasClock) return null
  const amount = amountIn(facts, words)
  const comparator = amount?.comparator ?? comparatorIn(words) ?? condition.amount?.comparator ?? null
  if (amount === null || comparator === null) return null
  const from = deadline.at * 1_000
  return {
    ...base,
    kind: 'close',
    field: 'close',
    comparator,
    threshold: amount.value,
    upper: comparator === 'between' ? amount.upper : null,
    edge: edgeOf(rules.words),
    from,
    to: from + base.candle,
    earlier: null,
    yes,
    no,
  }
}

const toHigher = lexicon(['higher range bracket', 'higher bracket'])
const inclusive = lexicon(['inclusive'])

/** Where a bracket's upper bound belongs: to the next one, to itself, or nowhere that the rule says. */
function edgeOf(words: Facts['rules']['words']): CandleRule['edge'] {
  if (find(words, toHigher).length > 0) return 'upper_excluded'
  return find(words, inclusive).length > 0 ? 'upper_included' : 'undecided'
}
