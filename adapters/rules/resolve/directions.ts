import { startOf } from '../../../reading/rule/mentions.ts'
import type { Facts } from '../../../reading/rule/readFacts.ts'
import { find, lexicon, sentencesWith } from '../../../reading/text/Phrases.ts'
import type { Base, CandleRule, Undecidable } from './candleRule.ts'
import { comparatorIn } from './comparison.ts'
import type { Sentence } from './sentence.ts'

const ofOneCandle = lexicon(['open price', 'opening price', 'change for', 'its open', 'the open'])
const equal = lexicon(['equal', 'tie', 'tied', 'same', 'unchanged'])
const halves = lexicon(['50-50', '50/50', '50:50'])

const isUpOrDown = ({ yes, no }: Sentence): boolean =>
  [yes, no]
    .map((label) => label.toLowerCase())
    .toSorted()
    .join() === 'down,up'

/** What stands of every rule that compares two prices of the market itself. */
function compared({ rules }: Facts, { words, yes, no }: Sentence, base: Base) {
  const comparator = comparatorIn(words)
  const split = sentencesWith(rules.words, halves)
  const isSplit = [...sentencesWith(rules.words, equal)].some((sentence) => split.has(sentence))
  const edge = isSplit ? ('undecided' as const) : ('upper_excluded' as const)
  return { ...base, comparator, edge, field: 'close', threshold: null, upper: null, yes, no } as const
}

/** "Up" if the candle closes at or above its open. */
export function readDirection(facts: Facts, sentence: Sentence, base: Base): CandleRule | Undecidable | null {
  if (!isUpOrDown(sentence)) return null
  const { deadline } = facts
  const isOfOneCandle =
    find(sentence.words, ofOneCandle).length > 0 &&
    sentence.words.some(({ text }) => text.startsWith('candle'))
  if (!isOfOneCandle || deadline === null || !deadline.hasClock)
    return { why: 'the rule does not name one candle and its time' }
  const { comparator, ...rest } = compared(facts, sentence, base)
  if (comparator === null || comparator === 'between') return { why: 'the rule does not say how it compares' }
  const from = deadline.at * 1_000
  return { ...rest, kind: 'direction', comparator, from, to: from + base.candle, earlier: null }
}

const lower = lexicon(['lower than', 'less than', 'below'])
const higher = lexicon(['higher than', 'greater than', 'above'])

/** "Up" if one candle's close is lower than that of a later one. */
export function readChange(facts: Facts, sentence: Sentence, base: Base): CandleRule | null {
  const { words } = sentence
  const [first] = words
  const [one, other, ...more] = facts.rules.dates.filter(({ sentence: place }) => place === first?.sentence)
  if (!isUpOrDown(sentence) || one === undefined || other === undefined || more.length > 0) return null
  const closes = words.filter(({ text }) => text === 'close')
  const zone = one.zone?.name ?? other.zone?.name ?? facts.deadline?.zone ?? null
  if (closes.length !== 2 || zone === null || one.minutes === null || other.minutes === null) return null
  const [start, end] = [one, other].map((mention) =>
    startOf(mention, mention.year, mention.zone?.name ?? zone),
  )
  if (start === null || end === null || start === undefined || end === undefined || start >= end) return null
  const [isLower, isHigher] = [lower, higher].map((each) => find(words, each).length > 0)
  if (isLower === isHigher) return null
  const { comparator, ...rest } = compared(facts, sentence, base)
  const orEqual = comparator === 'gte' || comparator === 'lte'
  // "The earlier is lower than the later": the later one is greater.
  const turned = isLower ? (orEqual ? 'gte' : 'gt') : orEqual ? 'lte' : 'lt'
  const from = end * 1_000
  return { ...rest, kind: 'change', comparator: turned, from, to: from + base.candle, earlier: start * 1_000 }
}
