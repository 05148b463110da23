import type { Market } from '../../../reading/Market.ts'
import type { Citation } from '../../../reading/ParsedRule.ts'
import type { Facts } from '../../../reading/rule/readFacts.ts'
import { find, type Lexicon } from '../../../reading/text/Phrases.ts'
import type { Word } from '../../../reading/text/Words.ts'
import * as Lexicons from './lexicons.ts'

export type Place = { readonly in: 'question' | 'rules'; readonly start: number; readonly end: number }

/**
 * A way in which a rule leaves its answer open. `find` gives each place where it does, null for one that has no place; none where it
 * does not. It asks what the words are, and never what they are about.
 */
export type FactorRule = {
  readonly name: string
  /** Hundredths, so that sums are exact. */
  readonly weight: number
  /** Hundredths more where there are several. */
  readonly more: number
  /** Whether recorded disputes tell its weight. */
  readonly isFitted: boolean
  readonly find: (facts: Facts, market: Market) => readonly (Place | null)[]
}

export function placesIn(where: Place['in'], words: readonly Word[], phrases: Lexicon): Place[] {
  return find(words, phrases).map(({ at, count }) => ({
    in: where,
    start: words[at]!.start,
    end: words[at + count - 1]!.end,
  }))
}

/** Whether it has an address and is not only spoken of. */
export const isAddressed = ({ domain, kind }: Citation): boolean => domain !== null && kind !== 'mention'
/** Whether it is said to know the answer, too. */
export const isCited = (citation: Citation): boolean =>
  isAddressed(citation) && citation.kind !== 'background'

const when = (holds: boolean): readonly null[] => (holds ? [null] : [])

const fitted = (name: string, weight: number, more: number, find: FactorRule['find']): FactorRule => ({
  name,
  weight,
  more,
  isFitted: true,
  find,
})
const set = (name: string, weight: number, find: FactorRule['find']): FactorRule => ({
  name,
  weight,
  more: 0,
  isFitted: false,
  find,
})
/** Where there is only a title, it is all the rules there are. */
const inRules =
  (phrases: Lexicon): FactorRule['find'] =>
  ({ question, rules }, market) =>
    market.rules === ''
      ? placesIn('question', question.words, phrases)
      : placesIn('rules', rules.words, phrases)

/**
 * The factors and their weights; docs/rules.md says why each of them is one. Those that are fitted follow recorded disputes
 * (`scripts/bench/calibrate.ts`), rounded to a twentieth; the others are too rare to fit.
 */
export const factorRules: readonly FactorRule[] = [
  fitted('conduct', 25, 10, ({ question }) => placesIn('question', question.words, Lexicons.conduct)),
  fitted('exclusions', 20, 10, inRules(Lexicons.exclusions)),
  fitted('own_definitions', 15, 10, inRules(Lexicons.definitions)),
  fitted('degrees', 10, 5, inRules(Lexicons.degrees)),
  fitted('foreseen_doubt', 5, 0, inRules(Lexicons.doubts)),
  // A link to what is behind the question leaves less of it open, as disputes tell.
  fitted('no_named_source', 20, 0, ({ citations }) => when(!citations.some(isAddressed))),
  fitted('no_timezone', 5, 0, ({ deadline }) => when(deadline !== null && deadline.zone === null)),
  set('open_source', 30, inRules(Lexicons.openSources)),
  set('no_deadline', 20, ({ deadline }) => when(deadline === null)),
  set('no_rules', 30, (_, { rules }) => when(rules === '')),
  set('unread_language', 60, ({ language }) => when(language === null)),
  set('vague_predicate', 30, vaguePlaces),
  set('contradiction', 20, ({ contradictions }) => contradictions.slice(0, 1).map(({ span }) => span)),
  set('rules_elsewhere', 20, ({ references }) =>
    references
      .filter(({ kind }) => kind === 'document' || kind === 'market')
      .map(({ start, end }) => ({ in: 'rules', start, end })),
  ),
]

/**
 * Words of the title that say how well or how much, where nothing says how that is measured: no number, and no definition of the
 * rules.
 */
function vaguePlaces({ question, rules, condition }: Facts): readonly Place[] {
  if (condition.isNumeric || find(rules.words, Lexicons.definitions).length > 0) return []
  // A word written large inside a title is part of a name: "the Austin Major".
  const isName = ({ start }: Place) =>
    question.words.some((word, at) => at > 0 && word.start === start && word.isCapital)
  return placesIn('question', question.words, Lexicons.vague).filter((place) => !isName(place))
}
