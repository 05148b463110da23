import { isDeepStrictEqual } from 'node:util'
import { type Market, readMarketOrEmpty } from '../../../reading/Market.ts'
import type { Structured } from '../../../reading/ParsedRule.ts'
import { readInstant } from '../../../reading/rule/instants.ts'
import { background } from '../../../reading/rule/roles.ts'
import { lexicon, sentencesWith } from '../../../reading/text/Phrases.ts'
import { scan } from '../../../reading/text/Words.ts'
import { parseMarket } from '../parseRule.ts'
import { align } from './align.ts'
import type { Change, Hunk } from './Change.ts'
import { harmless, type Pair } from './harmless.ts'
import { isReordered } from './order.ts'
import { shifts } from './shifts.ts'
import { type Token, tokens } from './tokens.ts'

/** A rule's text, or a whole market. */
export type Version = string | object

const maxHunks = 16
/** Words without which no sentence decides anything. */
const deciding = lexicon(
  `resolve resolves resolved resolution count counts counted qualify qualifies qualifying considered yes no not only must
  unless except tie source sources include includes included exclude excludes`.split(/\s+/),
)

/**
 * Compares two versions of a rule. Only what provably changes nothing is cosmetic; all else is semantic.
 *
 * @example
 * diffRules('Resolves "Yes" if it rains.', 'Resolves “Yes”  if it rains.').change // 'cosmetic'
 */
export const diffRules = (
  before: Version,
  after: Version,
  options: { question?: string | undefined } = {},
): Change => diffMarkets(toMarket(before, options.question), toMarket(after, options.question))

/** The same for markets that were read already. */
export function diffMarkets(before: Market, after: Market): Change {
  const [old, now] = [parseMarket(before).structured, parseMarket(after).structured]
  const ambiguities = { ambiguity_before: old.ambiguity, ambiguity_after: now.ambiguity }
  const listed = listedFields(before, after)
  const hunks = [
    ...hunksOf(before.rules, after.rules, after.question),
    ...hunksOf(before.question, after.question, ''),
  ]
  if (hunks.length === 0 && listed.length === 0) return { change: 'none', fields: [], ...ambiguities, hunks }
  const decisive = hunks.filter(({ harmless }) => harmless === null)
  if (decisive.length === 0 && listed.length === 0)
    return { change: 'cosmetic', fields: [], ...ambiguities, hunks: hunks.slice(0, maxHunks) }
  const fields = [...new Set([...listed, ...differingFields(old, now)])]
  return {
    change: 'semantic',
    fields: fields.length === 0 ? ['text'] : fields,
    ...ambiguities,
    hunks: decisive.slice(0, maxHunks),
  }
}

const toMarket = (version: Version, question = ''): Market =>
  readMarketOrEmpty(
    typeof version === 'string' ? { question, description: version } : { question, ...version },
  )

/** What the market's listing says beside the words: changes of it are changes of the market. */
function listedFields(before: Market, after: Market): string[] {
  const facts = ({ resolution_source, end_date, outcomes, neg_risk }: Market) => ({
    resolution_source: resolution_source === null ? null : tokens(resolution_source).map(({ key }) => key),
    // Gamma writes one instant in several ways.
    end_date: readInstant(end_date) ?? end_date,
    outcomes,
    neg_risk,
  })
  return differing(facts(before), facts(after))
}

const notCompared = new Set(['factors', 'faults', 'citations', 'oracle'])

const differingFields = (before: Structured, after: Structured): string[] =>
  differing(before, after).filter((name) => !notCompared.has(name))

const differing = (before: object, after: object): string[] =>
  Object.entries(before)
    .filter(([name, value]) => !isDeepStrictEqual(value, (after as Record<string, unknown>)[name]))
    .map(([name]) => name)

function hunksOf(before: string, after: string, question: string): Hunk[] {
  if (before === after) return []
  const pair = pairOf(before, after, question)
  const differences = align(
    pair.before.map(({ key }) => key),
    pair.after.map(({ key }) => key),
  )
  if (differences.length === 0) return [{ before: '', after: '', harmless: 'form' }]
  if (isReordered(pair.before, pair.after)) return [{ before: '', after: '', harmless: 'order' }]
  const shifted = shifts(pair, differences)
  return differences.map((difference) => ({
    before: cut(before, pair.before, difference.before),
    after: cut(after, pair.after, difference.after),
    harmless: shifted.has(difference) ? 'order' : harmless(pair, difference),
  }))
}

function cut(text: string, words: readonly Token[], [from, to]: readonly [number, number]): string {
  if (from === to) return ''
  return text.slice(words[from]!.word.start, words[to - 1]!.end).slice(0, 512)
}

function pairOf(before: string, after: string, question: string): Pair {
  return {
    before: tokens(before),
    after: tokens(after),
    title: new Set(tokens(question).map(({ key }) => key)),
    asideBefore: idleSentences(before),
    asideAfter: idleSentences(after),
  }
}

/** Sentences that send the reader elsewhere, and say nothing that decides. */
function idleSentences(text: string): ReadonlySet<number> {
  const words = scan(text)
  const decisive = sentencesWith(words, deciding)
  return new Set([...sentencesWith(words, background)].filter((sentence) => !decisive.has(sentence)))
}
