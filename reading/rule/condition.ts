import type { Predicate } from '../ParsedRule.ts'
import { formsOf, isIrregularPast } from '../text/formsOf.ts'
import { copulas } from '../text/grammar.ts'
import { find, sentencesWith } from '../text/Phrases.ts'
import type { Word } from '../text/Words.ts'
import { type Amount, readAmounts } from './amounts.ts'
import type { DateMention } from './dates.ts'
import { eventPhrases, events, instrumentPhrases, instruments, statePhrases, states } from './happenings.ts'
import { mainVerb } from './mainVerb.ts'
import { resolving } from './ranks.ts'
import { readStandings } from './standings.ts'
import { subjectOf } from './subject.ts'

export type Condition = {
  readonly name: string | null
  readonly predicate: Predicate
  /** Whether the title has a number that decides. */
  readonly isNumeric: boolean
  /** What the title alone compares with, and what the rules alone do in the first sentence that compares. */
  readonly titled: readonly Amount[]
  readonly ruled: readonly Amount[]
  /** Where the threshold stands, and where the name comes from. */
  readonly amount: (Amount & { readonly in: 'question' | 'rules' }) | null
  readonly named: { readonly in: 'question' | 'rules'; readonly start: number; readonly end: number } | null
  readonly subject: { readonly start: number; readonly end: number } | null
}

/** What a market asks, from its title first and its rules second. */
export function readCondition(
  question: {
    readonly words: readonly Word[]
    readonly dates: readonly DateMention[]
    readonly text: string
  },
  rules: { readonly words: readonly Word[]; readonly dates: readonly DateMention[] },
): Condition {
  const titled = firstAmount('question', question, true)
  const ruled = thresholdOf(rules, titled)
  const amount = comparedWith(titled, ruled)
  const [inRules] = find(rules.words, instrumentPhrases)
  const [instrument] = find(question.words, instrumentPhrases)
  const found = find(question.words, eventPhrases)
  const verb = mainVerb(question.words)
  const event = found.find(({ at }) => verb !== null && at >= verb) ?? found[0]
  // What else a rule speaks of, such as what will not qualify, is not what it asks.
  const [operative] = sentencesWith(rules.words, resolving)
  const [ruleEvent] = find(rules.words, eventPhrases).filter(
    ({ at }) => rules.words[at]!.sentence === operative,
  )
  const chosen = instrument ?? inRules
  const [state] = find(question.words, statePhrases)
  const said = verb === null ? null : whatHappens(question.words, verb)
  const happening = event ?? ruleEvent ?? state
  const happened =
    said?.name ?? (happening === undefined ? null : (events[happening.phrase] ?? states[happening.phrase]!))
  const comparator = amount?.comparator ?? null
  const first = chosen === undefined ? (comparator === null ? null : happened) : instruments[chosen.phrase]!
  const halves = [first, comparator ?? happened].filter((half) => half !== null)
  // The title says it best, and what it is read from says more than what the rules also mention.
  const inTitle = said ?? event ?? instrument ?? (happening === state ? state : undefined)
  const inWords = inRules ?? ruleEvent
  const place =
    inTitle !== undefined
      ? spanOf('question', question.words, inTitle)
      : inWords !== undefined
        ? spanOf('rules', rules.words, inWords)
        : amount
  const subject = subjectOf(
    question.words,
    verb ?? event?.at ?? (amount?.in === 'question' ? amount.at : null),
    question.dates,
  )
  return {
    name: halves.length === 0 ? null : halves.join('_'),
    predicate: {
      subject: subject === null ? null : question.text.slice(subject.start, subject.end),
      comparator: amount?.comparator ?? null,
      threshold: amount?.value ?? null,
      upper: amount?.upper ?? null,
      unit: amount?.unit ?? null,
      change: amount?.change ?? null,
    },
    isNumeric: titled !== null,
    titled: amountsOf(question.words, question.dates, true).filter(isCompared),
    ruled: ruled === null ? [] : comparedBeside(ruled, rules),
    amount,
    named: halves.length === 0 ? null : place,
    subject,
  }
}

/** What a title's verb says, by the name of its event or else by its past: "be opened", "erupt". */
function whatHappens(
  words: readonly Word[],
  verb: number,
): { name: string; at: number; count: number } | null {
  const { text } = words[verb]!
  let at = verb
  if (text === 'be' || text === 'get') {
    at++
    while (words[at]?.text.endsWith('ly') || words[at]?.text === 'not') at++
    const participle = words[at]?.text ?? ''
    if (!isParticiple(participle)) return null
    return { name: events[participle] ?? participle, at, count: 1 }
  }
  // "Make a deal", "hold talks": the noun says what happens.
  if (copulas.has(text) || (light.has(text) && find(words.slice(at + 1), eventPhrases).length > 0))
    return null
  return { name: events[text] ?? formsOf(text).at(-1)!, at, count: 1 }
}
const light = new Set(['make', 'hold', 'take', 'reach', 'give'])
const isParticiple = (text: string): boolean => text.endsWith('ed') || isIrregularPast(text)

type Read = { readonly words: readonly Word[]; readonly dates: readonly DateMention[] }

/** The title's number, compared as the rules say where they have the same number: titles round, rules do not. */
function comparedWith(titled: Condition['amount'], ruled: Condition['amount']): Condition['amount'] {
  if (titled === null) return ruled
  if (ruled?.value !== titled.value || ruled.comparator === null) return titled
  return { ...ruled, unit: ruled.unit ?? titled.unit, change: ruled.change ?? titled.change }
}

const spanOf = (
  where: 'question' | 'rules',
  words: readonly Word[],
  { at, count }: { at: number; count: number },
) => ({
  in: where,
  start: words[at]!.start,
  end: words[at + count - 1]!.end,
})

/** The first amount that is compared. In words only where a title is concerned. */
function firstAmount(
  where: 'question' | 'rules',
  { words, dates }: Read,
  spelled: boolean,
): Condition['amount'] {
  const amounts = amountsOf(words, dates, spelled)
  const compared = amounts.find(isCompared)
  const found = compared ?? (where === 'question' ? amounts[0] : undefined)
  return found === undefined ? null : { ...found, in: where }
}

const isCompared = ({ comparator }: Amount): boolean => comparator !== null

/** The amounts of a text in order; a number that belongs to a date is none. */
function amountsOf(words: readonly Word[], dates: readonly DateMention[], spelled: boolean): Amount[] {
  const inDates = new Set(
    dates.flatMap(({ first, next }) => Array.from({ length: next - first }, (_, i) => first + i)),
  )
  return [...readAmounts(words, { spelled }), ...(spelled ? readStandings(words) : [])]
    .filter((amount) => !inDates.has(amount.at) && isMeant(amount, words))
    .toSorted((a, b) => a.at - b.at)
}

/** All that the sentence of an amount compares with. */
function comparedBeside({ at }: Amount, { words, dates }: Read): Amount[] {
  return amountsOf(words, dates, true).filter(
    (amount) => isCompared(amount) && words[amount.at]!.sentence === words[at]!.sentence,
  )
}

/** Not the 50 of "50-50", nor a season or year, nor the label of a bracket. */
function isMeant({ at, value, upper, unit }: Amount, words: readonly Word[]): boolean {
  if (value === '50' && upper === '50') return false
  // "2025-26" is a season, whatever follows it.
  if ((unit === null || upper !== null) && /^(?:19|20)[0-9]{2}$/.test(value)) return false
  const before = words[at - 1]
  const isQuoted = before?.text === '"' && before.end === words[at]!.start
  return !isQuoted && !(before?.text === '<' && words[at - 2]?.text === '"')
}

/** The number that the rules alone compare with; one in words only where the title has a number too. */
export function thresholdOf(rules: Read, titled: Condition['amount'] = null): Condition['amount'] {
  const plain = firstAmount('rules', rules, false)
  if (titled === null || plain?.value === titled.value) return plain
  const spelled = firstAmount('rules', rules, true)
  return spelled?.unit === titled.unit || plain === null ? spelled : plain
}
