import type { Publication } from '../protocol/index.ts'
import type { Queries, Store } from '../services/store/Store.ts'
import type { Key } from './Gateway.ts'
import { type Place, valuesOf, whereRound } from './Records.ts'

/** Published rounds, and what others say the DON knows of rounds that are not published whole yet. */
export type PublishedFile = {
  /** Exactly as it is served. */
  readonly document: string
  readonly roundRoot: string
  /** Whether it gives the reported root when it is done again. */
  readonly rebuilds: boolean
}

export async function findFile(store: Queries, place: Place, key: Key): Promise<PublishedFile | undefined> {
  const [row] = await store.query<{ document: string; round_root: string; rebuilds: boolean }>(
    `select document, round_root, rebuilds from files where ${whereRound}`,
    valuesOf(place, key),
  )
  return row === undefined
    ? undefined
    : { document: row.document, roundRoot: row.round_root, rebuilds: row.rebuilds }
}

/** Publishes a round. What rebuilds to the reported root stays as it is, as long as that root does. */
export async function keepFile(store: Store, place: Place, key: Key, file: PublishedFile): Promise<void> {
  await store.transaction(async (queries) => {
    await queries.query(
      `insert into files (chain_id, market, market_id, round, round_root, rebuilds, document)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (chain_id, market, market_id, round) do update set round_root = excluded.round_root,
       rebuilds = excluded.rebuilds, document = excluded.document, created_at = now()
       where files.round_root <> excluded.round_root or not files.rebuilds`,
      [...valuesOf(place, key), file.roundRoot, file.rebuilds, file.document],
    )
    if (file.rebuilds)
      await queries.query(`delete from publications where ${whereRound}`, valuesOf(place, key))
  })
}

/** Reported and sealed rounds that are not published, or as of another report. */
export async function unpublished(store: Queries, { chainId, market }: Place): Promise<Key[]> {
  const rows = await store.query<{ market_id: bigint; round: bigint }>(
    `select market_id, round from rounds
     join reports using (chain_id, market, market_id, round)
     left join files using (chain_id, market, market_id, round)
     where chain_id = $1 and market = $2 and phase = 'sealed'
     and files.round_root is distinct from reports.round_root
     order by block_number limit 100`,
    [chainId, market],
  )
  return rows.map(({ market_id, round }) => ({ marketId: Number(market_id), round: Number(round) }))
}

/** How many callers are heard on one round. */
const mostCallers = 16

/** Keeps what a caller says, in place of what it said before. When too many speak, the one who spoke first is forgotten. */
export async function keepPublication(
  store: Store,
  place: Place,
  key: Key,
  caller: string,
  publication: Publication.Publication,
): Promise<void> {
  await store.transaction(async (queries) => {
    await queries.query(
      `insert into publications (chain_id, market, market_id, round, caller, body) values ($1, $2, $3, $4, $5, $6)
       on conflict (chain_id, market, market_id, round, caller)
       do update set body = excluded.body, turn = excluded.turn, created_at = clock_timestamp()`,
      [...valuesOf(place, key), caller, JSON.stringify(publication)],
    )
    await queries.query(
      `delete from publications where ${whereRound} and caller not in
       (select caller from publications where ${whereRound} order by turn desc limit ${mostCallers})`,
      valuesOf(place, key),
    )
  })
}

export async function publicationsOf(
  store: Queries,
  place: Place,
  key: Key,
): Promise<Publication.Publication[]> {
  const rows = await store.query<{ body: string }>(
    `select body from publications where ${whereRound} order by turn desc`,
    valuesOf(place, key),
  )
  return rows.map(({ body }) => JSON.parse(body))
}
