import type { Citation } from '../ParsedRule.ts'
import { find, lexicon, sentencesWith } from '../text/Phrases.ts'
import type { Word } from '../text/Words.ts'
import { bareDomain, isCarrier, registrableDomain } from './domains.ts'
import { knownCompetitions, knownPublications } from './publications.ts'

/** A citation and where it stands. */
export type Cited = Citation & {
  readonly in: 'question' | 'rules'
  readonly start: number
  readonly end: number
}

/** Words by which a sentence says where the answer is to be read. */
const naming = lexicon([
  'resolution source',
  'source',
  'sources',
  'resolve according to',
  'resolved according to',
  'according to',
  'resolve based on',
  'resolved based on',
  'based on',
  'as reported by',
  'as published by',
  'as listed on',
  'as displayed on',
  'available at',
  'available on',
  'will be used to resolve',
  'official information from',
  'official announcement',
  'press release',
  'data from',
  'close price',
  'closing price',
  'information from',
])
/** Words by which it sends the reader to what is only background. */
export const background = lexicon([
  'read more',
  'more about',
  'more information',
  'for context',
  'for reference',
  'learn more',
  'you can see',
  'background',
])
const consensus = lexicon([
  'consensus of credible reporting',
  'credible reporting',
  'credible media reporting',
  'consensus of credible sources',
  'consensus of credible information',
  'credible sources',
  'credible media',
  'credible news',
  'credible reports',
])

type Ranked = Cited & { readonly rank: number }

/** Everyone a market cites, the most authoritative first. */
export function readSources(question: readonly Word[], rules: readonly Word[]): Cited[] {
  const cited = [...citedIn('rules', rules), ...citedIn('question', question)]
  return cited.sort((a, b) => a.rank - b.rank).map(({ rank: _, ...rest }) => rest)
}

function citedIn(where: 'question' | 'rules', words: readonly Word[]): Ranked[] {
  const naming_ = sentencesWith(words, naming)
  const aside = sentencesWith(words, background)
  const out: Ranked[] = []
  const add = (citation: Citation, at: number, count: number, rank: number) => {
    const [first, last] = [words[at]!, words[at + count - 1]!]
    // Whoever the rule falls back on comes after whoever it names first.
    out.push({ ...citation, in: where, start: first.start, end: last.end, rank })
  }
  words.forEach(({ kind, text, sentence }, at) => {
    const domain = kind === 'address' ? registrableDomain(text) : null
    if (domain === null || isCarrier(domain)) return
    const rank = naming_.has(sentence) ? 1 : aside.has(sentence) ? 6 : 3
    add({ kind: 'link', domain, name: domain }, at, 1, rank)
  })
  for (const { at, count, domain } of bareHosts(words)) {
    if (!isCarrier(domain))
      add({ kind: 'link', domain, name: domain }, at, count, naming_.has(words[at]!.sentence) ? 2 : 5)
  }
  for (const { phrase, at, count } of find(words, knownPublications.phrases)) {
    const { domain, name } = knownPublications.byPhrase.get(phrase)!
    if (naming_.has(words[at]!.sentence)) add({ kind: 'publication', domain, name }, at, count, 2)
  }
  for (const { phrase, at, count } of find(words, knownCompetitions.phrases)) {
    const { domain, name } = knownCompetitions.byPhrase.get(phrase)!
    add({ kind: 'competition', domain, name }, at, count, naming_.has(words[at]!.sentence) ? 2 : 4)
  }
  for (const { phrase, at, count } of find(words, consensus)) {
    add({ kind: 'consensus', domain: null, name: phrase }, at, count, 7)
  }
  return out
}

/** Host names without a scheme: words joined by points, ending in a known top level. */
function* bareHosts(words: readonly Word[]): Generator<{ at: number; count: number; domain: string }> {
  for (let at = 0; at < words.length; at++) {
    let next = at
    while (isJoined(words, next) && next < at + 8) next += 2
    if (next === at) continue
    const name = words
      .slice(at, next + 1)
      .map(({ text }) => text)
      .join('')
    const domain = bareDomain(name)
    if (domain !== null) yield { at, count: next - at + 1, domain }
    at = next
  }
}

const isJoined = (words: readonly Word[], at: number): boolean => {
  const [first, point, second] = [words[at], words[at + 1], words[at + 2]]
  return (
    first !== undefined &&
    second !== undefined &&
    point?.text === '.' &&
    first.end === point.start &&
    point.end === second.start &&
    first.kind !== 'mark' &&
    second.kind === 'word'
  )
}
