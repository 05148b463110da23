import type { Market } from '../../../reading/Market.ts'
import { type Amount, readAmounts } from '../../../reading/rule/amounts.ts'
import { namedOutcomes } from '../../../reading/rule/clauses.ts'
import type { Facts } from '../../../reading/rule/readFacts.ts'
import { find, lexicon, sentencesWith } from '../../../reading/text/Phrases.ts'
import type { Word } from '../../../reading/text/Words.ts'
import type { CandleRule } from './candleRule.ts'

/** The sentence that says how a market ends: its words, the label it leads to when it holds, and the other one. */
export type Sentence = { readonly words: readonly Word[]; readonly yes: string; readonly no: string }

const resolving = lexicon(['resolve', 'resolves'])

/** The words of the first sentence that says how the market resolves. */
export function operative(words: readonly Word[]): readonly Word[] {
  const [first] = sentencesWith(words, resolving)
  return first === undefined ? [] : words.filter(({ sentence }) => sentence === first)
}

/** Null where the market has not two labels, or the sentence leads to neither. Without any label it leads to "Yes". */
export function readSentence({ outcomes }: Market, words: readonly Word[]): Sentence | null {
  if (outcomes.length !== 2) return null
  const [named] = namedOutcomes(words, outcomes)
  const yes = named?.label ?? 'yes'
  const place = outcomes.findIndex((label) => label.toLowerCase() === yes.toLowerCase())
  return place === -1 ? null : { words, yes: outcomes[place]!, no: outcomes[1 - place]! }
}

const fields: ReadonlyMap<string, CandleRule['field']> = new Map([
  ['high', 'high'],
  ['low', 'low'],
  ['close', 'close'],
  ['closing', 'close'],
])

/** The price of a candle that a sentence is about. */
export function fieldIn(words: readonly Word[]): CandleRule['field'] | null {
  const found = words.find(({ text }) => fields.has(text))
  return found === undefined ? null : fields.get(found.text)!
}

const inTitle = lexicon(['in the title', 'listed price', 'according to'])

/** The price in the sentence itself, or in the title where the sentence sends us there. */
export function amountIn(
  { condition, question }: Facts,
  words: readonly Word[],
): (Amount & { readonly isTitled: boolean }) | null {
  const own = readAmounts(words).find(({ unit, comparator }) => unit === 'usd' || comparator !== null)
  if (own !== undefined) return { ...own, isTitled: false }
  if (find(words, inTitle).length === 0) return null
  const titled = readAmounts(question.words).filter(({ unit }) => unit === 'usd')
  // Two prices of which the rule takes one are no threshold.
  if (titled.length > 1) return null
  const amount = titled[0] ?? condition.amount
  return amount === null ? null : { ...amount, isTitled: true }
}
