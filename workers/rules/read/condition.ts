import type { Predicate } from '../ParsedRule.ts'
import { find, lexicon } from '../text/Phrases.ts'
import type { Word } from '../text/Words.ts'
import { type Amount, readAmounts } from './amounts.ts'
import type { DateMention } from './dates.ts'

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

/** What an answer is read from, when the rule says so: the first half of a condition's name. */
const instruments: Readonly<Record<string, string>> = {
  'press release': 'press_release',
  'executive order': 'executive_order',
  'executive orders': 'executive_order',
  candle: 'candle',
  price: 'price',
  'market cap': 'market_cap',
  tvl: 'tvl',
  'box office': 'box_office',
  'popular vote': 'popular_vote',
  'federal funds': 'interest_rate',
  temperature: 'temperature',
  magnitude: 'magnitude',
  'approval rating': 'approval_rating',
  poll: 'poll',
  polls: 'poll',
}
/** What happens: the other half. Words of one line are forms of one event. */
const events: Readonly<Record<string, string>> = Object.fromEntries(
  `signed: sign signs signed
  passed: pass passes passed
  won: win wins won winner beat beats defeat defeats
  said: say says said mention mentions
  up_or_down: up
  announced: announce announces announced announcement
  launched: launch launches launched relaunch relaunches
  released: release releases released
  agreed: agree agrees agreed agreement deal ceasefire
  recognized: recognize recognizes recognised
  resigned: resign resigns out removed leaves leave
  confirmed: confirm confirms confirmed
  nominated: nominate nominates nominated
  elected: elected election
  advanced: advance advances qualify qualifies
  met: meet meets met meeting
  struck: strike strikes struck hits attack attacks
  captured: capture captures captured recapture
  visited: visit visits visited
  convicted: convict convicted guilty sentenced jailed
  arrested: arrest arrested charged indicted
  acquired: acquire acquires buy buys purchase purchases
  approved: approve approves approved approval
  closed: close closes
  scored: score scores combine
  named: named next
  posted: tweet tweets post posts
  drafted: draft drafts drafted picked
  ended: end ends ended`
    .split('\n')
    .flatMap((line) => {
      const [name, forms] = line.trim().split(': ') as [string, string]
      return forms.split(' ').map((form) => [form, name])
    }),
)
const instrumentPhrases = lexicon(Object.keys(instruments))
const eventPhrases = lexicon(Object.keys(events))

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
  const [ruleEvent] = find(rules.words, eventPhrases)
  const chosen = instrument ?? inRules
  const happening = event ?? ruleEvent
  const halves = [
    chosen === undefined ? null : instruments[chosen.phrase]!,
    amount?.comparator ?? (happening === undefined ? null : events[happening.phrase]!),
  ].filter((half) => half !== null)
  // The title says it best, and what it is read from says more than what the rules also mention.
  const inTitle = event ?? instrument
  const inWords = inRules ?? ruleEvent
  const place =
    inTitle !== undefined
      ? spanOf('question', question.words, inTitle)
      : inWords !== undefined
        ? spanOf('rules', rules.words, inWords)
        : null
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
    named: place,
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

const openers = new Set(['will', 'does', 'did', 'is', 'has', 'can', 'the', 'a', 'an'])
const auxiliaries = new Set('be been have has get gets is are was were not'.split(' '))

/** What stands between "Will" and the event: who or what the question is about. */
function subjectOf(words: readonly Word[], event: number | null): { start: number; end: number } | null {
  let first = 0
  while (first < words.length && openers.has(words[first]!.text)) first++
  let last = event === null || event <= first ? endOfName(words, first) : event
  while (last > first && (auxiliaries.has(words[last - 1]!.text) || words[last - 1]!.kind === 'mark')) last--
  return last <= first ? null : { start: words[first]!.start, end: words[last - 1]!.end }
}

function endOfName(words: readonly Word[], first: number): number {
  let last = first
  while (last < words.length && words[last]!.text !== '?' && last < first + 12) last++
  return last
}
