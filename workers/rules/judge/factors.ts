import type { Market } from '../Market.ts'
import type { Citation } from '../ParsedRule.ts'
import type { Facts } from '../read/readFacts.ts'
import { find, type Lexicon } from '../text/Phrases.ts'
import type { Word } from '../text/Words.ts'
import * as Lexicons from './lexicons.ts'

export type Place = { readonly in: 'question' | 'rules'; readonly start: number; readonly end: number }

/** A way in which a rule leaves its answer open; `find` gives its place, true when it has none, null when it is not there. */
export type FactorRule = {
  readonly name: string
  /** Hundredths, so that sums are exact. */
  readonly weight: number
  readonly find: (facts: Facts, market: Market) => Place | true | null
}

const inRules = (words: readonly Word[], phrases: Lexicon, atLeast = 1) =>
  placeIn('rules', words, phrases, atLeast)

function placeIn(
  where: Place['in'],
  words: readonly Word[],
  phrases: Lexicon,
  atLeast: number,
): Place | null {
  const hits = find(words, phrases)
  const hit = hits[atLeast - 1]
  if (hit === undefined) return null
  return { in: where, start: words[hit.at]!.start, end: words[hit.at + hit.count - 1]!.end }
}

const isContest = ({ question, rules, citations }: Facts): boolean =>
  citations.some(({ kind }) => kind === 'competition') ||
  find(question.words, Lexicons.contest).length > 0 ||
  find(rules.words, Lexicons.contest).length > 1

/** Whether it has an address and is not only spoken of. */
export const isCited = ({ domain, kind }: Citation): boolean => domain !== null && kind !== 'mention'

const isVersus = ({ outcomes }: Market): boolean =>
  outcomes.length > 0 && outcomes.every((label) => !['yes', 'no'].includes(label.toLowerCase()))

const when = (holds: boolean): true | null => (holds ? true : null)

/**
 * The factors and their weights; docs/rules.md says why each of them is one. Down to `no_timezone` the weights follow a fit
 * on recorded disputes (`scripts/bench/calibrate.ts`), rounded to a twentieth; what comes after is too rare to fit.
 */
export const factorRules: readonly FactorRule[] = [
  {
    name: 'conduct',
    weight: 15,
    find: ({ question }) => placeIn('question', question.words, Lexicons.conduct, 1),
  },
  {
    name: 'no_published_result',
    weight: 10,
    find: (facts, market) => when(!isContest(facts) && !isVersus(market) && !facts.condition.isNumeric),
  },
  { name: 'exclusions', weight: 5, find: ({ rules }) => inRules(rules.words, Lexicons.exclusions) },
  { name: 'many_exclusions', weight: 5, find: ({ rules }) => inRules(rules.words, Lexicons.exclusions, 3) },
  { name: 'own_definitions', weight: 10, find: ({ rules }) => inRules(rules.words, Lexicons.definitions) },
  { name: 'several_sides', weight: 5, find: ({ rules }) => inRules(rules.words, Lexicons.sides) },
  { name: 'degrees', weight: 5, find: ({ rules }) => inRules(rules.words, Lexicons.degrees) },
  { name: 'foreseen_doubt', weight: 5, find: ({ rules }) => inRules(rules.words, Lexicons.doubts) },
  { name: 'open_source', weight: 30, find: ({ rules }) => inRules(rules.words, Lexicons.openSources) },
  {
    name: 'no_named_source',
    weight: 5,
    find: ({ citations }) => when(!citations.some(isCited)),
  },
  {
    name: 'no_timezone',
    weight: 5,
    find: ({ deadline }) => when(deadline !== null && deadline.zone === null),
  },
  { name: 'no_deadline', weight: 20, find: ({ deadline }) => when(deadline === null) },
  { name: 'no_rules', weight: 60, find: (_, { rules }) => when(rules === '') },
  {
    name: 'contradiction',
    weight: 20,
    find: ({ contradictions }) => contradictions[0]?.span ?? when(contradictions.length > 0),
  },
  {
    name: 'rules_elsewhere',
    weight: 20,
    find: ({ references }) => {
      const found = references.find(({ kind }) => kind === 'document' || kind === 'market')
      return found === undefined ? null : { in: 'rules', start: found.start, end: found.end }
    },
  },
]
