import type { Citation } from '../ParsedRule.ts'
import { find, lexicon } from '../text/Phrases.ts'
import type { Word } from '../text/Words.ts'
import { readAuthorities } from './authorities.ts'
import { knownCompetitions } from './competitions.ts'
import { isCarrier, isMedia, registrableDomain } from './domains.ts'
import { bareHosts } from './hosts.ts'
import { isAnothers, isOwnName, isPointedAt, isWord } from './namesakes.ts'
import { knownOracles } from './oracles.ts'
import { knownPublications } from './publications.ts'
import { deciding, type Role, rolesIn } from './roles.ts'

/** A citation and where it stands. */
export type Cited = Citation & {
  readonly in: 'question' | 'rules'
  readonly start: number
  readonly end: number
}

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

/** Who comes first. Whoever is only spoken of by name is not cited, and comes last of all. */
const ranks: Readonly<Record<'link' | 'host' | 'publication' | 'competition', Record<Role, number>>> = {
  link: { decides: 0, cites: 2, speaks: 4, aside: 7 },
  publication: { decides: 1, cites: 3, speaks: 8, aside: 8 },
  host: { decides: 1, cites: 3, speaks: 6, aside: 7 },
  competition: { decides: 3, cites: 3, speaks: 5, aside: 5 },
}
const last = 9
const mostAuthorities = 8

type Source = { readonly text: string; readonly words: readonly Word[] }
type Ranked = Cited & { readonly rank: number }

/** Everyone a market cites, the most authoritative first, each once. */
export function readSources(question: Source, rules: Source): Cited[] {
  const texts = [rules.words, question.words]
  const cited = [...citedIn('rules', rules, texts), ...citedIn('question', question, texts)]
  // Where a rule says who decides, whoever else it speaks of does not.
  const isSaid = find(rules.words, deciding).length > 0 || cited.some(({ kind }) => kind === 'consensus')
  const seen = new Set<string>()
  return cited
    .filter(({ kind }) => kind !== 'mention' || !isSaid)
    .sort((a, b) => a.rank - b.rank)
    .flatMap(({ rank: _, ...rest }) => {
      const key = `${rest.kind} ${rest.domain ?? rest.name}`
      if (seen.has(key)) return []
      seen.add(key)
      return [rest]
    })
}

function citedIn(
  where: 'question' | 'rules',
  { text: whole, words }: Source,
  texts: readonly (readonly Word[])[],
): Ranked[] {
  const roleOf = rolesIn(words)
  const out: Ranked[] = []
  const add = (citation: Citation, at: number, count: number, rank: number) => {
    const [first, end] = [words[at]!, words[at + count - 1]!]
    out.push({ ...citation, in: where, start: first.start, end: end.end, rank })
  }
  const addLink = (as: 'link' | 'host', domain: string, at: number, count: number) => {
    if (isCarrier(domain)) return
    const role = roleOf(words[at]!)
    const kind = role === 'aside' ? 'background' : 'link'
    add({ kind, domain, name: domain }, at, count, ranks[as][role])
  }
  words.forEach((word, at) => {
    const domain = word.kind === 'address' ? registrableDomain(word.text) : null
    // A picture shows something, and is asked nothing unless the rules say so.
    const isShown = isMedia(word.text) && roleOf(word) !== 'decides'
    if (domain !== null && !isShown) addLink('link', domain, at, 1)
  })
  for (const { at, count, domain } of bareHosts(words)) addLink('host', domain, at, count)
  for (const { phrase, at, count } of find(words, knownPublications.phrases)) {
    const role = roleOf(words[at]!)
    const isNamed = role === 'decides' || role === 'cites'
    if (
      isWord(phrase) ? !(isNamed && isPointedAt(words, at)) : !isNamed && !isOwnName(words, at, count, whole)
    )
      continue
    const kind = isNamed ? 'publication' : 'mention'
    add({ kind, ...knownPublications.byPhrase.get(phrase)! }, at, count, ranks.publication[role])
  }
  for (const { phrase, at, count } of find(words, knownOracles.phrases)) {
    const entry = knownOracles.byPhrase.get(phrase)!
    add({ kind: 'oracle', ...entry }, at, count, ranks.publication[roleOf(words[at]!)])
  }
  for (const { phrase, at, count } of find(words, knownCompetitions.phrases)) {
    if (isAnothers(phrase, texts, knownCompetitions.phrases)) continue
    const entry = knownCompetitions.byPhrase.get(phrase)!
    add({ kind: 'competition', ...entry }, at, count, ranks.competition[roleOf(words[at]!)])
  }
  for (const { at, count } of readAuthorities(words).slice(0, mostAuthorities)) {
    const [start, end] = [words[at]!.start, words[at + count - 1]!.end]
    // Whoever has an address was found already.
    if (out.some((known) => known.start < end && start < known.end)) continue
    add({ kind: 'authority', domain: null, name: whole.slice(start, end) }, at, count, last)
  }
  for (const { phrase, at, count } of find(words, consensus)) {
    add({ kind: 'consensus', domain: null, name: phrase }, at, count, last)
  }
  return out
}
