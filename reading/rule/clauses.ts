import type { Clause, ClauseKind } from '../ParsedRule.ts'
import { find, lexicon } from '../text/Phrases.ts'
import { scan, type Word } from '../text/Words.ts'

export type FoundClause = Clause & { readonly start: number; readonly end: number }

const signs: Readonly<Record<string, ClauseKind>> = {
  postponed: 'postponement',
  postponement: 'postponement',
  delayed: 'postponement',
  rescheduled: 'postponement',
  suspended: 'postponement',
  cancelled: 'cancellation',
  canceled: 'cancellation',
  cancellation: 'cancellation',
  abandoned: 'cancellation',
  'not played': 'cancellation',
  'immediately resolve': 'early_resolution',
  'resolve immediately': 'early_resolution',
  'resolve early': 'early_resolution',
  'resolve as soon as': 'early_resolution',
  tie: 'tie',
  tied: 'tie',
  draw: 'tie',
  'exactly between two brackets': 'tie',
  'exactly equal': 'tie',
  'remain open': 'extension',
  'stay open': 'extension',
  'may also be used': 'fallback',
  'will also be used': 'fallback',
  'is unavailable': 'fallback',
  'rendered unavailable': 'fallback',
  'permanently unavailable': 'fallback',
  'another credible source': 'fallback',
  'may be used': 'fallback',
}
const phrases = lexicon(Object.keys(signs))
const halves = lexicon(['50-50', '50/50', '50:50', '50 - 50', '0.5', 'fifty-fifty', 'split 50'])
const opens = lexicon(['remain open', 'stay open', 'same market conditions will apply'])
const resolves = lexicon(['resolve to', 'resolves to', 'resolved to', 'resolve', 'resolves', 'resolve as'])

/** The clauses for what may go otherwise than planned; one of each kind and sentence. */
export function readClauses(words: readonly Word[], outcomes: readonly string[]): FoundClause[] {
  const labels = byWords(outcomes)
  const settles = settlements(words, labels)
  const found: FoundClause[] = []
  const seen = new Set<string>()
  const add = (kind: ClauseKind, at: number, count: number) => {
    const { sentence, start } = words[at]!
    if (seen.has(`${kind} ${sentence}`) || found.length >= maxClauses) return
    seen.add(`${kind} ${sentence}`)
    found.push({ kind, settles: settles.get(sentence) ?? null, start, end: words[at + count - 1]!.end })
  }
  for (const { phrase, at, count } of find(words, phrases)) add(signs[phrase]!, at, count)
  for (const { at, count } of find(words, halves)) add('fifty_fifty', at, count)
  return found
}

/** A rule has a handful; a text that repeats them for pages says no more by it. */
const maxClauses = 64

/** What each sentence lets the market end as. */
function settlements(words: readonly Word[], labels: ReadonlyMap<string, string>): Map<number, string> {
  const found = new Map<number, string>()
  const note = (at: number, settles: string) => {
    if (!found.has(words[at]!.sentence)) found.set(words[at]!.sentence, settles)
  }
  for (const { at } of find(words, halves)) note(at, '50-50')
  for (const { at } of find(words, opens)) note(at, 'open')
  for (const { at, count } of find(words, resolves)) {
    const label = labelAt(words, at + count, labels)
    if (label !== null) note(at, label)
  }
  return found
}

/** The quoted words after "resolve to", as the market's label where it is one. */
function labelAt(words: readonly Word[], at: number, labels: ReadonlyMap<string, string>): string | null {
  const isQuote = (text: string | undefined) => text === '"' || text === "'"
  if (!isQuote(words[at]?.text)) {
    const word = words[at]?.text
    return word === 'yes' || word === 'no' ? (labels.get(word) ?? word) : null
  }
  const quoted: string[] = []
  for (let next = at + 1; next < Math.min(words.length, at + 12); next++) {
    const { text } = words[next]!
    if (isQuote(text)) break
    quoted.push(text)
  }
  const text = joined(quoted)
  return text === '' ? null : (labels.get(text) ?? text)
}

/** Labels by their words, as a text that names them is read: "Saint-Germain" is three. */
const byWords = (outcomes: readonly string[]): ReadonlyMap<string, string> =>
  new Map(outcomes.map((label) => [joined(scan(label).map(({ text }) => text)), label]))

/** A point at the end may be the sentence's own. */
const joined = (words: readonly string[]): string =>
  (words.at(-1) === '.' ? words.slice(0, -1) : words).join(' ')

/** Every label a rule names after "resolve to" in quotes, with its place. */
export function namedOutcomes(words: readonly Word[], outcomes: readonly string[]) {
  const labels = byWords(outcomes)
  return find(words, resolves).flatMap(({ at, count }) => {
    const label = labelAt(words, at + count, labels)
    return label === null
      ? []
      : [
          {
            label,
            at,
            sentence: words[at]!.sentence,
            start: words[at]!.start,
            end: words[at + count - 1]!.end,
          },
        ]
  })
}
