import type { Market } from '../Market.ts'
import type { Citation, Structured } from '../ParsedRule.ts'
import { isEnglish } from '../text/language.ts'
import { scan, type Word } from '../text/Words.ts'
import { type FoundClause, readClauses } from './clauses.ts'
import { readZone } from './clocks.ts'
import { type Condition, readCondition } from './condition.ts'
import { type FoundContradiction, findContradictions } from './contradictions.ts'
import { readDates } from './dates.ts'
import { readDeadline, readTitle, type Text } from './deadline.ts'
import { registrableDomain } from './domains.ts'
import { readInstant } from './instants.ts'
import { type Mechanism, oracleOf, readMechanism } from './mechanism.ts'
import { type FoundReference, readReferences } from './references.ts'
import { readSources } from './sources.ts'
import { readTitleClocks } from './titleClocks.ts'

type Place<field extends string> = { readonly in: field; readonly start: number; readonly end: number }

/** All that could be read from a market, each with its place. */
export type Facts = {
  /** Null where the market is written in a language that is not read: only its links are. */
  readonly language: 'en' | null
  readonly question: Text
  readonly rules: Text
  readonly citations: readonly (Citation & Place<'question' | 'rules' | 'resolution_source'>)[]
  readonly mechanism: Mechanism
  readonly oracle: Structured['oracle']
  readonly condition: Condition
  readonly deadline: FactDeadline | null
  readonly clauses: readonly FoundClause[]
  readonly references: readonly FoundReference[]
  readonly contradictions: readonly FoundContradiction[]
}

export type FactDeadline = {
  readonly at: number
  readonly zone: string | null
  readonly hasClock: boolean
  readonly opens: number | null
  readonly place: Place<'question' | 'rules' | 'end_date'>
  readonly zoned: Place<'question' | 'rules' | 'end_date'> | null
  readonly opened: Place<'question' | 'rules'> | null
}

/** `around` is an instant that days without a year are near to, for a market that tells no year at all. */
export function readFacts(market: Market, { around = null }: { around?: number | null } = {}): Facts {
  const created = readInstant(market.created_at)
  const written = { question: scan(market.question), rules: scan(market.rules) }
  const language = isEnglish([...written.question, ...written.rules]) ? ('en' as const) : null
  // A title may be a list of foreign names; one that is a sentence is not read beside rules that can be.
  const isTitleRead = language !== null && isEnglish(written.question, 3)
  const question = read(market.question, isTitleRead ? written.question : linksIn(written.question), created)
  const rules = read(market.rules, language === null ? linksIn(written.rules) : written.rules, created)
  const end = readInstant(market.end_date)
  const near = end ?? created ?? around
  const found = readDeadline(question, rules, near)
  const titled = readTitle(question, rules, near, found?.zone ?? null)
  const condition = readCondition(question, rules)
  const facts = {
    language,
    question,
    rules,
    citations: [...givenSource(market), ...readSources(question, rules)].slice(0, maxCitations),
    mechanism: readMechanism(market, rules.words),
    oracle: oracleOf(market),
    condition,
    clauses: readClauses(rules.words, market.outcomes),
    references: readReferences(rules.words),
    contradictions: findContradictions({
      outcomes: market.outcomes,
      rules,
      deadline: found,
      titled,
      end,
      condition,
    }),
  }
  if (found !== null) {
    const { from, isFallback: _, isReversed: __, begins: ___, ...deadline } = found
    const { start, end } = from.mention
    return { ...facts, deadline: { ...deadline, place: { in: from.in, start, end } } }
  }
  // Without a date in its words, a market ends when its listing does; that is an instant of UTC.
  const listed = { in: 'end_date', start: 0, end: market.end_date?.length ?? 0 } as const
  const deadline =
    end === null
      ? null
      : { at: end, zone: 'UTC', zoned: listed, hasClock: true, opens: null, opened: null, place: listed }
  return { ...facts, deadline }
}

/** Enough for any real rule; a text that cites hundreds cites nobody. */
const maxCitations = 64

/** What a text in any language has. */
const linksIn = (words: readonly Word[]): readonly Word[] => words.filter(({ kind }) => kind === 'address')

function read(text: string, words: readonly Word[], created: number | null): Text {
  return {
    text,
    words,
    dates: readDates(words, text, created),
    zone: readZone(words, text),
    clocks: readTitleClocks(words),
  }
}

function givenSource({ resolution_source }: Market) {
  const domain = resolution_source === null ? null : registrableDomain(resolution_source)
  if (domain === null || resolution_source === null) return []
  return [
    {
      kind: 'link',
      domain,
      name: domain,
      in: 'resolution_source',
      start: 0,
      end: resolution_source.length,
    } as const,
  ]
}
