import type { Market } from '../../../reading/Market.ts'
import type { Citation } from '../../../reading/ParsedRule.ts'
import type { Facts } from '../../../reading/rule/readFacts.ts'
import { find, type Lexicon } from '../../../reading/text/Phrases.ts'
import type { Word } from '../../../reading/text/Words.ts'
import * as Lexicons from './lexicons.ts'

export type Place = { readonly in: 'question' | 'rules'; readonly start: number; readonly end: number }

/** A way in which a rule leaves its answer open; `find` gives its place, true when it has none, null when it is not there. */
export type FactorRule = {
  readonly name: string
  /** Hundredths, so that sums are exact. */
  readonly weight: number
  /** Whether recorded disputes tell its weight. */
  readonly isFitted: boolean
  readonly find: (facts: Facts, market: Market) => Place | true | null
}

const inRules = (words: readonly Word[], phrases: Lexicon) => placeIn('rules', words, phrases)

function placeIn(where: Place['in'], words: readonly Word[], phrases: Lexicon): Place | null {
  const [hit] = find(words, phrases)
  if (hit === undefined) return null
  return { in: where, start: words[hit.at]!.start, end: words[hit.at + hit.count - 1]!.end }
}

const isContest = ({ question, rules, citations }: Facts): boolean =>
  citations.some(({ kind }) => kind === 'competition') ||
  find(question.words, Lexicons.contest).length > 0 ||
  find(rules.words, Lexicons.contest).length > 1

/** Whether it has an address and is not only spoken of. */
const isAddressed = ({ domain, kind }: Citation): boolean => domain !== null && kind !== 'mention'
/** Whether it is said to know the answer, too. */
export const isCited = (citation: Citation): boolean =>
  isAddressed(citation) && citation.kind !== 'background'

const isVersus = ({ outcomes }: Market): boolean =>
  outcomes.length > 0 && outcomes.every((label) => !['yes', 'no'].includes(label.toLowerCase()))

const when = (holds: boolean): true | null => (holds ? true : null)

const isMention = ({ question }: Facts): boolean => find(question.words, Lexicons.mentions).length > 0

/**
 * The factors and their weights; docs/rules.md says why each of them is one. Those that are fitted follow recorded disputes
 * (`scripts/bench/calibrate.ts`), rounded to a twentieth; the others are too rare to fit.
 */
export const factorRules: readonly FactorRule[] = [
  {
    name: 'conduct',
    weight: 15,
    isFitted: true,
    find: (facts) => (isMention(facts) ? null : placeIn('question', facts.question.words, Lexicons.conduct)),
  },
  {
    name: 'no_published_result',
    weight: 10,
    isFitted: true,
    find: (facts, market) =>
      when(!isContest(facts) && !isVersus(market) && !isMention(facts) && !facts.condition.isNumeric),
  },
  {
    name: 'exclusions',
    weight: 10,
    isFitted: true,
    find: ({ rules }) => inRules(rules.words, Lexicons.exclusions),
  },
  {
    name: 'own_definitions',
    weight: 10,
    isFitted: true,
    find: ({ rules }) => inRules(rules.words, Lexicons.definitions),
  },
  { name: 'degrees', weight: 5, isFitted: true, find: ({ rules }) => inRules(rules.words, Lexicons.degrees) },
  {
    name: 'foreseen_doubt',
    weight: 5,
    isFitted: true,
    find: ({ rules }) => inRules(rules.words, Lexicons.doubts),
  },
  {
    name: 'no_named_source',
    weight: 5,
    isFitted: true,
    // A link to what is behind the question leaves less of it open, as disputes tell.
    find: ({ citations }) => when(!citations.some(isAddressed)),
  },
  {
    name: 'no_timezone',
    weight: 5,
    isFitted: true,
    find: ({ deadline }) => when(deadline !== null && deadline.zone === null),
  },
  {
    name: 'open_source',
    weight: 30,
    isFitted: false,
    find: ({ rules }) => inRules(rules.words, Lexicons.openSources),
  },
  { name: 'no_deadline', weight: 20, isFitted: false, find: ({ deadline }) => when(deadline === null) },
  { name: 'no_rules', weight: 60, isFitted: false, find: (_, { rules }) => when(rules === '') },
  { name: 'unread_language', weight: 60, isFitted: false, find: ({ language }) => when(language === null) },
  {
    name: 'contradiction',
    weight: 20,
    isFitted: false,
    find: ({ contradictions }) => contradictions[0]?.span ?? when(contradictions.length > 0),
  },
  {
    name: 'rules_elsewhere',
    weight: 20,
    isFitted: false,
    find: ({ references }) => {
      const found = references.find(({ kind }) => kind === 'document' || kind === 'market')
      return found === undefined ? null : { in: 'rules', start: found.start, end: found.end }
    },
  },
]
