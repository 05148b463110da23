import type { CrossReference } from '../ParsedRule.ts'
import { find, lexicon } from '../text/Phrases.ts'
import type { Word } from '../text/Words.ts'

export type FoundReference = CrossReference & { readonly start: number; readonly end: number }

const signs: Readonly<Record<string, CrossReference['kind']>> = {
  'specified in the title': 'title',
  'listed in the title': 'title',
  'in the title': 'title',
  'listed date': 'title',
  'listed candidate': 'title',
  'listed player': 'title',
  'listed team': 'title',
  'listed party': 'title',
  'listed individual': 'title',
  'listed person': 'title',
  'listed country': 'title',
  'listed term': 'title',
  'listed driver': 'title',
  'listed entity': 'title',
  'two brackets': 'sibling',
  'higher range bracket': 'sibling',
  'lowest listed bracket': 'sibling',
  'displayed options': 'sibling',
  'relevant bracket': 'sibling',
  'resolve to "other"': 'sibling',
  'this market group': 'sibling',
  'other market': 'market',
  'another market': 'market',
  'corresponding market': 'market',
  'related market': 'market',
  'parent market': 'market',
  'resolution of the market': 'market',
  'full rules': 'document',
  'rules for this market can be found': 'document',
  'only resolve if': 'condition',
  'resolves only if': 'condition',
  'conditional on': 'condition',
  'contingent on': 'condition',
  'provided that': 'condition',
}
const phrases = lexicon(Object.keys(signs))

/** What the rule leans on outside of its own text; each phrase once. */
export function readReferences(words: readonly Word[]): FoundReference[] {
  const seen = new Set<string>()
  return find(words, phrases).flatMap(({ phrase, at, count }) => {
    if (seen.has(phrase)) return []
    seen.add(phrase)
    return [{ kind: signs[phrase]!, text: phrase, start: words[at]!.start, end: words[at + count - 1]!.end }]
  })
}
