import { isSameSite } from '../../../services/fetch/isSameSite.ts'
import type { Entry } from '../../source/registry/Entry.ts'
import { whyNotPublic } from '../../source/registry/publicAddress.ts'
import { SearchError, type SearchPort } from '../../source/search/SearchPort.ts'
import { covers, pageOf, spent } from './makePlan.ts'
import type { Plan, PlannedSearch, PlannedSource } from './Plan.ts'
import type { QuestionFacts } from './QuestionFacts.ts'

/** What came of a search: addresses only. What an engine says about a page is kept nowhere, so nothing can quote it. */
export type Searched = {
  readonly id: string
  readonly engine: string
  readonly retrievedAt: number | null
  readonly responseHash: string | null
  /** Why it failed; null where it did not. */
  readonly failure: SearchError['code'] | null
  readonly hits: readonly { readonly url: string; readonly refused: string | null }[]
}

const searchMs = 3_000
const hitsPerSearch = 4

/** Runs the searches of a plan at once. One that fails finds nothing, and says so. */
export function runSearches(
  port: SearchPort,
  searches: readonly PlannedSearch[],
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<Raw[]> {
  return Promise.all(searches.map((search) => runOne(port, search, signal)))
}

type Raw = Omit<Searched, 'hits'> & { readonly urls: readonly string[] }

async function runOne(port: SearchPort, { id, query }: PlannedSearch, outer?: AbortSignal): Promise<Raw> {
  const limit = AbortSignal.timeout(searchMs)
  const signal = outer === undefined ? limit : AbortSignal.any([limit, outer])
  try {
    const { hits, retrievedAt, responseHash } = await port.search(query, { signal })
    return {
      id,
      engine: port.name,
      retrievedAt,
      responseHash,
      failure: null,
      urls: hits.map(({ url }) => url),
    }
  } catch (error) {
    if (outer?.aborted) throw error
    const failure = error instanceof SearchError ? error.code : 'unreachable'
    return { id, engine: port.name, retrievedAt: null, responseHash: null, failure, urls: [] }
  }
}

/** The plan with the pages that were found, as far as its budget goes, and a record of every hit. */
export function addHits(
  plan: Plan,
  found: readonly Raw[],
  facts: QuestionFacts,
  entries: readonly Entry[],
): { readonly plan: Plan; readonly searched: readonly Searched[] } {
  const pages: PlannedSource[] = []
  const left = plan.budget - plan.sources.length - plan.searches.length
  const known = new Set(plan.sources.map(({ source }) => source.url))
  const searched = found.map(({ urls, ...rest }) => {
    let taken = 0
    const hits = urls.map((given) => {
      const url = given.slice(0, 2_048)
      const refused = whyRefused(given, known, taken < hitsPerSearch, pages.length < left, plan.budget)
      if (refused !== null) return { url, refused }
      const page = pageOf(`hit-${pages.length + 1}`, given, classOf(given, facts, entries), 'found by search')
      if (known.has(page.source.url)) return { url, refused: 'it is planned already' }
      known.add(page.source.url)
      pages.push(page)
      taken++
      return { url, refused: null }
    })
    return { ...rest, hits }
  })
  return { plan: { ...plan, sources: [...plan.sources, ...pages] }, searched }
}

function whyRefused(
  url: string,
  known: ReadonlySet<string>,
  hasTurn: boolean,
  hasCalls: boolean,
  budget: number,
): string | null {
  const why = whyNotPublic(url)
  if (why !== null) return why
  if (known.has(url)) return 'it is planned already'
  if (!hasTurn) return `a search gives ${hitsPerSearch} pages at most`
  return hasCalls ? null : spent(budget)
}

/** Secondary, unless the rules or the registry name its domain; where anyone may publish, it stays that. */
function classOf(url: string, { named }: QuestionFacts, entries: readonly Entry[]): Entry['class'] {
  const host = new URL(url).hostname.replace(/^www\./, '')
  const entry = entries.find((one) => covers(one, host))
  if (entry?.shared === true) return 'secondary'
  const isNamed = named.some((one) => host === one || (host.endsWith(`.${one}`) && isSameSite(host, one)))
  return isNamed ? 'primary' : (entry?.class ?? 'secondary')
}
