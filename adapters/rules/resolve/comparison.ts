import type { Comparator } from '../../../reading/ParsedRule.ts'
import { find, lexicon } from '../../../reading/text/Phrases.ts'
import type { Word } from '../../../reading/text/Words.ts'

const comparisons: Readonly<Record<string, Comparator>> = {
  'equal to or greater than': 'gte',
  'greater than or equal to': 'gte',
  'or higher': 'gte',
  'or greater': 'gte',
  'or above': 'gte',
  'at or above': 'gte',
  'equal to or lower than': 'lte',
  'equal to or less than': 'lte',
  'less than or equal to': 'lte',
  'lower than or equal to': 'lte',
  'or lower': 'lte',
  'or below': 'lte',
  'higher than': 'gt',
  'greater than': 'gt',
  above: 'gt',
  'lower than': 'lt',
  'less than': 'lt',
  below: 'lt',
  'strictly above': 'gt',
  'strictly below': 'lt',
  'equal or greater than': 'gte',
  'equal or higher than': 'gte',
  'equal or lower than': 'lte',
  'equal to or higher than': 'gte',
  'equal to or above': 'gte',
  'equal to or below': 'lte',
  'higher than or equal to': 'gte',
  'at or below': 'lte',
  'at least': 'gte',
  exceeds: 'gt',
}
const comparisonPhrases = lexicon(Object.keys(comparisons))

/** The comparison, when the sentence makes only one. */
export function comparatorIn(words: readonly Word[]): Comparator | null {
  const found = new Set(find(words, comparisonPhrases).map(({ phrase }) => comparisons[phrase]!))
  return found.size === 1 ? [...found][0]! : null
}
