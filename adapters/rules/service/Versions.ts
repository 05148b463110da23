import { Hash } from '../../../protocol/index.ts'
import type { Queries } from '../../../services/store/Store.ts'
import type { Market, ParsedRule } from '../index.ts'
import type { Decision } from './decide.ts'
import type { Version } from './ObservationReport.ts'

/** Everything that a market's rule ever said, each link naming the hash of the one before: nothing can be slipped in or left out. */
export type VersionRow = {
  readonly condition_id: string
  readonly number: number
  readonly hash: string
  readonly previous: string | null
  readonly rules_hash: string
  readonly raw_hash: string
  readonly resolution_source: string
  readonly change: Decision['kind']
  /** JSON of the market as it was read. */
  readonly market: string
  readonly seen_at: Date
}

/** The hash of a link: of all that it says, the one before included. */
export const hashOf = (link: Omit<VersionRow, 'hash'>): Hash.Hash =>
  Hash.ofJson({
    condition_id: link.condition_id,
    number: link.number,
    previous: link.previous,
    rules_hash: link.rules_hash,
    raw_hash: link.raw_hash,
    resolution_source: link.resolution_source,
    change: link.change,
    market_hash: Hash.ofText(link.market),
    seen_at_ms: link.seen_at.getTime(),
  })

export async function appendVersion(
  queries: Queries,
  conditionId: string,
  last: { readonly number: number; readonly hash: string | null },
  seen: {
    readonly market: Market
    readonly parsed: ParsedRule
    readonly change: Decision['kind']
    readonly at: Date
  },
): Promise<Version> {
  const link = {
    condition_id: conditionId,
    number: last.number + 1,
    previous: last.hash,
    rules_hash: seen.parsed.rules_hash,
    raw_hash: seen.parsed.raw_hash,
    resolution_source: seen.parsed.structured.mechanism,
    change: seen.change,
    market: JSON.stringify(seen.market),
    seen_at: seen.at,
  }
  const hash = hashOf(link)
  await queries.query(
    `insert into versions
       (condition_id, number, hash, previous, rules_hash, raw_hash, resolution_source, change, market, seen_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      link.condition_id,
      link.number,
      hash,
      link.previous,
      link.rules_hash,
      link.raw_hash,
      link.resolution_source,
      link.change,
      link.market,
      link.seen_at,
    ],
  )
  return { number: link.number, hash, previous: link.previous }
}

/** The newest link of a market that has one. */
export async function lastVersion(queries: Queries, conditionId: string): Promise<Version> {
  const [row] = await queries.query<Version>(
    'select number, hash, previous from versions where condition_id = $1 order by number desc limit 1',
    [conditionId],
  )
  return row!
}

export const versionsOf = (store: Queries, conditionId: string): Promise<VersionRow[]> =>
  store.query<VersionRow>(
    `select condition_id, number, hash, previous, rules_hash, raw_hash, resolution_source, change, market, seen_at
     from versions where condition_id = $1 order by number`,
    [conditionId],
  )

/** The number of the first link that does not follow from the one before; null for a whole chain. */
export function firstBroken(links: readonly VersionRow[]): number | null {
  let previous: string | null = null
  for (const [i, link] of links.entries()) {
    if (link.number !== i + 1 || link.previous !== previous || link.hash !== hashOf(link)) return i + 1
    previous = link.hash
  }
  return null
}
