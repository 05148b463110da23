import type { Entry } from '../../source/registry/Entry.ts'
import { whyNotPublic } from '../../source/registry/publicAddress.ts'
import type { TextSource } from '../text/TextSource.ts'
import { fillEntry, names } from './fillEntry.ts'
import type { Plan, PlannedSearch, PlannedSource, Planning, Skipped } from './Plan.ts'
import type { QuestionFacts } from './QuestionFacts.ts'

type Limits = Omit<Planning, 'search'> & {
  readonly searches: boolean
  readonly inline: readonly TextSource[]
}

/**
 * Plans what to fetch for a question: the operator's inline sources, then the registry's for domains that the rules name, then
 * pages that the rules link where the registry knows no source, then those whose topics fit, and searches last. Pure: the same
 * question, registry and config always give the same plan, in the same order.
 */
export function makePlan(facts: QuestionFacts, limits: Limits): Plan {
  const { registry, budget, inline } = limits
  const skipped: Skipped[] = []
  const sources: PlannedSource[] = []
  const add = (planned: readonly PlannedSource[]) => {
    for (const one of planned) {
      if (sources.some(({ source }) => source.url === one.source.url)) continue
      if (sources.length < budget) sources.push(one)
      else skipped.push({ source: one.source.id, why: spent(budget) })
    }
  }
  add(inline.map((source) => ({ source, entry: null, headers: {} })))
  const entries = registry?.entries ?? []
  const chosen = [...namedEntries(entries, facts), ...fittingEntries(entries, facts)]
  const isNamed = (entry: Entry) => facts.named.some((host) => covers(entry, host))
  const planned = new Map([...new Set(chosen)].map((entry) => [entry, planEntry(entry, facts, limits)]))
  for (const [entry, result] of planned)
    if ('why' in result) skipped.push({ source: entry.id, why: result.why })
  const pagesOf = (wanted: boolean) =>
    [...planned].flatMap(([entry, result]) => ('why' in result || isNamed(entry) !== wanted ? [] : result))
  const isCovered = (host: string) => sources.some(({ entry }) => entry !== null && covers(entry, host))
  add(pagesOf(true))
  const { links, refused } = linksOf(facts, isCovered)
  skipped.push(...refused)
  add(links)
  add(pagesOf(false))
  const searches = limits.searches
    ? searchesFor(facts, (host) => isCovered(host) || isLinked(links, host))
    : []
  const left = Math.max(0, budget - sources.length)
  skipped.push(...searches.slice(left).map(({ id }) => ({ source: id, why: spent(budget) })))
  return { sources, searches: searches.slice(0, left), skipped, budget, registryHash: registry?.hash ?? null }
}

export const spent = (budget: number): string => `the budget of ${budget} calls is spent`

/** Whether a host is an entry's domain, or lies below it. */
export const covers = ({ domain }: Pick<Entry, 'domain'>, host: string): boolean =>
  host === domain || host.endsWith(`.${domain}`)

/** In the order of the rules. A rule that names a larger domain than the entry's must fit its topics too. */
function namedEntries(entries: readonly Entry[], facts: QuestionFacts): Entry[] {
  return facts.named.flatMap((host) =>
    entries.filter(
      (entry) => covers(entry, host) || (entry.domain.endsWith(`.${host}`) && fits(entry, facts)),
    ),
  )
}

const rank = { primary: 0, wire: 1, secondary: 2 } as const

const fittingEntries = (entries: readonly Entry[], facts: QuestionFacts): Entry[] =>
  entries.filter((entry) => fits(entry, facts)).sort((a, b) => rank[a.class] - rank[b.class])

const fits = ({ topics }: Entry, { text }: QuestionFacts): boolean =>
  topics.some((topic) => names(text, topic))

function planEntry(
  entry: Entry,
  facts: QuestionFacts,
  { contact }: Pick<Planning, 'contact'>,
): PlannedSource[] | { readonly why: string } {
  const filled = fillEntry(entry, facts)
  if ('why' in filled) return filled
  const needsContact = Object.values(entry.headers).some((value) => value.includes('{contact}'))
  if (needsContact && contact === null) return { why: 'it asks for a contact: set `text.contact`' }
  const headers = Object.fromEntries(
    Object.entries(entry.headers).map(([name, value]) => [
      name,
      value.replaceAll('{contact}', () => contact ?? ''),
    ]),
  )
  return filled.urls.map((url, i) => ({
    source: {
      id: i === 0 ? entry.id : `${entry.id}-${i + 1}`,
      provider: entry.kind === 'json' ? 'http' : 'web',
      url,
      class: entry.class,
      description: entry.name,
      maxTier: 3,
      ...(entry.complete_for === undefined ? {} : { completeFor: entry.complete_for.what }),
      topics: [],
    },
    entry,
    headers,
  }))
}

/** Pages that the rules link, of hosts that no source of the plan covers: whoever wrote the rules named them to decide. */
function linksOf(facts: QuestionFacts, isCovered: (host: string) => boolean) {
  const links: PlannedSource[] = []
  const refused: Skipped[] = []
  for (const [i, url] of facts.links.entries()) {
    const id = `link-${i + 1}`
    const why = whyNotPublic(url)
    if (why !== null) refused.push({ source: id, why })
    else if (!isCovered(new URL(url).hostname.replace(/^www\./, '')))
      links.push(pageOf(id, url, 'primary', 'linked by the rules'))
  }
  return { links, refused }
}

/** A page that is known by its address alone. */
export const pageOf = (id: string, url: string, kind: TextSource['class'], how: string): PlannedSource => {
  const address = new URL(url)
  address.hash = ''
  const description = `${address.hostname}, ${how}`
  return {
    source: { id, provider: 'web', url: address.href, class: kind, description, maxTier: 3, topics: [] },
    entry: null,
    headers: {},
  }
}

const isLinked = (links: readonly PlannedSource[], host: string): boolean =>
  links.some(({ source }) => covers({ domain: host }, new URL(source.url).hostname.replace(/^www\./, '')))

const mostWords = 24
const mostSearches = 3

/** One search for each named domain of which no page is known, and one for the question. */
function searchesFor(facts: QuestionFacts, isKnown: (host: string) => boolean): PlannedSearch[] {
  // Marks could be operators of a search engine, and the words are anyone's.
  const words = facts.title
    .split(/[^\p{L}\p{N}.]+/u)
    .filter(Boolean)
    .slice(0, mostWords)
    .join(' ')
    .slice(0, 300)
  const isWhole = (host: string) => !facts.named.some((other) => other.endsWith(`.${host}`))
  const unknown = facts.named.filter(
    (host) => isWhole(host) && !isKnown(host) && whyNotPublic(`https://${host}/`) === null,
  )
  const queries = [...unknown.slice(0, mostSearches - 1).map((host) => `site:${host} ${words}`), words]
  return queries.map((query, i) => ({ id: `search-${i + 1}`, query }))
}
