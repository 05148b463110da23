import { Address, Question } from '../../protocol/index.ts'
import type { Transport } from '../../services/fetch/Transport.ts'
import { makePlan } from '../pipeline/plan/makePlan.ts'
import { openPlanning } from '../pipeline/plan/openPlanning.ts'
import type { PlannedSource } from '../pipeline/plan/Plan.ts'
import { type QuestionFacts, questionFacts } from '../pipeline/plan/QuestionFacts.ts'
import type { Entry } from '../source/registry/Entry.ts'
import { readReply } from '../source/registry/readReply.ts'
import type { SourceRegistry } from '../source/registry/SourceRegistry.ts'
import type { SearchPort } from '../source/search/SearchPort.ts'
import type { Config } from './Config.ts'
import type { Call, DoctorOptions, Seen } from './doctor.ts'
import { textInFolder } from './personality.ts'

/** The calls that show whether what plans are made with works: each source of the registry once, and the search engine once. */
export function planCalls(
  config: Config,
  transport: Transport,
  options: Pick<DoctorOptions, 'env' | 'network' | 'now'>,
): Call[] {
  const { text, folder, sources } = config
  if (text?.registry === undefined && text?.search === undefined) return []
  const isReplay = sources.transport === 'replay'
  try {
    const planning = openPlanning(textInFolder(folder, text), {
      environment: options.env,
      network: options.network,
    })!
    const { registry, search, contact } = planning
    const now = Math.floor((options.now ?? Date.now)() / 1_000)
    return [
      ...(registry === null
        ? []
        : isReplay
          ? [skipped('registry', 'recordings are replayed, nobody is asked')]
          : registry.entries.map((entry) => entryCall(entry, { registry, contact, transport, now }))),
      ...(search === null ? [] : [searchCall(search)]),
    ]
  } catch (error) {
    return [{ kind: 'source', name: 'text', run: () => Promise.reject(error) }]
  }
}

const skipped = (name: string, seen: string): Call => ({
  kind: 'source',
  name,
  run: async () => ({ status: 'skipped', seen }),
})

type Asking = {
  readonly registry: SourceRegistry
  readonly contact: string | null
  readonly transport: Transport
  readonly now: number
}

const week = 604_800

/** Asks for the last week, about the first subject that the entry itself knows. */
function entryCall(entry: Entry, { registry, contact, transport, now }: Asking): Call {
  const alone = { ...registry, entries: [entry] }
  const limits = { registry: alone, budget: 1, contact, searches: false, inline: [] }
  const { sources, skipped: left } = makePlan(factsFor(entry, now), limits)
  const [planned] = sources
  // A page beyond the budget is no reason: the first one shows enough.
  if (planned === undefined)
    return skipped(entry.id, `only with a question: ${left[0]?.why ?? 'nothing is asked'}`)
  return { kind: 'source', name: entry.id, run: (signal) => askEntry(entry, planned, transport, signal) }
}

function factsFor(entry: Entry, now: number): QuestionFacts {
  const name = entry.subjects[0]?.names[0] ?? entry.topics[0] ?? entry.name
  const question = `What about ${name}?`
  const place = { chain_id: 0, market: Address.zero, market_id: '0', round: 1 }
  const times = { deadline: now, created: now - week }
  const facts = questionFacts({ ...Question.pose({ question, deadline: now }), ...place, ...times })
  return { ...facts, named: [entry.domain] }
}

async function askEntry(
  entry: Entry,
  { source, headers }: PlannedSource,
  transport: Transport,
  signal: AbortSignal,
): Promise<Seen> {
  const {
    status,
    body,
    headers: said,
  } = await transport({ method: 'GET', url: source.url, headers }, { signal })
  const contentType = said['content-type']
  const reading = readReply(entry, { status, body, ...(contentType === undefined ? {} : { contentType }) })
  if (reading.ok)
    return {
      status: 'ok',
      seen: entry.facts === undefined ? `${body.length} characters` : `${reading.rows.length} rows`,
    }
  const { code, message } = reading.fault
  const todo =
    code === 'schema-mismatch'
      ? 'Its layout has changed: mend its entry in the registry, or take it out.'
      : 'Look at the status page of the source, at its quota, and at sources.keys.'
  return { status: 'failed', seen: message, todo: [todo] }
}

const searchCall = (search: SearchPort): Call => ({
  kind: 'source',
  name: `search ${search.name}`,
  async run(signal) {
    if (search.name === 'recorded')
      return { status: 'skipped', seen: 'recordings are replayed, nobody is asked' }
    const { hits } = await search.search('election results', { signal })
    if (hits.length > 0) return { status: 'ok', seen: `${hits.length} hits` }
    return {
      status: 'failed',
      seen: 'no hits for a common query',
      todo: ['Look at the engines that it asks.'],
    }
  },
})
