import type { Predicate } from '../ParsedRule.ts'
import { find, sentencesWith } from '../text/Phrases.ts'
import type { Word } from '../text/Words.ts'
import { type Amount, readAmounts } from './amounts.ts'
import type { DateMention } from './dates.ts'
import { eventPhrases, events, instrumentPhrases, instruments, statePhrases, states } from './happenings.ts'
import { resolving } from './ranks.ts'
import { subjectOf } from './subject.ts'

export type Condition = {
  readonly name: string | null
  readonly predicate: Predicate
  /** Whether the title has a number that decides. */
  readonly isNumeric: boolean
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
  const titled = firstAmount('question', question.words, question.dates)
  const amount = comparedWith(titled, firstAmount('rules', rules.words, rules.dates))
  const [inRules] = find(rules.words, instrumentPhrases)
  const [instrument] = find(question.words, instrumentPhrases)
  const [event] = find(question.words, eventPhrases)
  // What else a rule speaks of, such as what will not qualify, is not what it asks.
  const [operative] = sentencesWith(rules.words, resolving)
  const [ruleEvent] = find(rules.words, eventPhrases).filter(
    ({ at }) => rules.words[at]!.sentence === operative,
  )
  const chosen = instrument ?? inRules
  const [state] = find(question.words, statePhrases)
  const happening = event ?? ruleEvent ?? state
  const happened = happening === undefined ? null : (events[happening.phrase] ?? states[happening.phrase]!)
  const comparator = amount?.comparator ?? null
  const first = chosen === undefined ? (comparator === null ? null : happened) : instruments[chosen.phrase]!
  const halves = [first, comparator ?? happened].filter((half) => half !== null)
  // The title says it best, and what it is read from says more than what the rules also mention.
  const inTitle = event ?? instrument ?? (happening === state ? state : undefined)
  const inWords = inRules ?? ruleEvent
  const place =
    inTitle !== undefined
      ? spanOf('question', question.words, inTitle)
      : inWords !== undefined
        ? spanOf('rules', rules.words, inWords)
        : amount
  const subject = subjectOf(question.words, event?.at ?? (amount?.in === 'question' ? amount.at : null))
  return {
    name: halves.length === 0 ? null : halves.join('_'),
    predicate: {
      subject: subject === null ? null : question.text.slice(subject.start, subject.end),
      comparator: amount?.comparator ?? null,
      threshold: amount?.value ?? null,
      upper: amount?.upper ?? null,
      unit: amount?.unit ?? null,
    },
    isNumeric: titled !== null,
    amount,
    named: halves.length === 0 ? null : place,
    subject,
  }
}

type Read = { readonly words: readonly Word[]; readonly dates: readonly DateMention[] }

/** The title's number, compared as the rules say where they have the same number: titles round, rules do not. */
function comparedWith(titled: Condition['amount'], ruled: Condition['amount']): Condition['amount'] {
  if (titled === null) return ruled
  if (ruled?.value !== titled.value || ruled.comparator === null) return titled
  return { ...ruled, unit: ruled.unit ?? titled.unit }
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

/** The first amount that is compared; a number that belongs to a date is none. */
function firstAmount(where: 'question' | 'rules', words: readonly Word[], dates: readonly DateMention[]) {
  const inDates = new Set(
    dates.flatMap(({ at, next }) => Array.from({ length: next - at }, (_, i) => at + i)),
  )
  const amounts = readAmounts(words).filter((amount) => !inDates.has(amount.at) && isMeant(amount, words))
  const compared = amounts.find(({ comparator }) => comparator !== null)
  const found = compared ?? (where === 'question' ? amounts[0] : undefined)
  return found === undefined ? null : { ...found, in: where }
}

/** Not the 50 of "50-50", nor a season or year, nor the label of a bracket. */
function isMeant({ at, value, upper, unit }: Amount, words: readonly Word[]): boolean {
  if (value === '50' && upper === '50') return false
  if (unit === null && /^(?:19|20)[0-9]{2}$/.test(value)) return false
  const before = words[at - 1]
  return before?.text !== '"' && !(before?.text === '<' && words[at - 2]?.text === '"')
}

/** The number that the rules alone compare with. */
export const thresholdOf = (rules: Read) => firstAmount('rules', rules.words, rules.dates)
