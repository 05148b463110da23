import type { Reported } from '../services/chain/Chain.ts'
import type { Queries } from '../services/store/Store.ts'
import type { Key } from './Gateway.ts'
import { type Place, valuesOf, whereRound } from './Records.ts'

/** What a gateway knows of reports: those that events told of, and the rounds that still wait for one. */
export const keepReport = (store: Queries, place: Place, report: Reported): Promise<unknown> =>
  store.query(
    `insert into reports (chain_id, market, market_id, round, outcome, round_root, records_and_docket, block_number)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (chain_id, market, market_id, round) do update set outcome = excluded.outcome,
     round_root = excluded.round_root, records_and_docket = excluded.records_and_docket, block_number = excluded.block_number`,
    [
      ...valuesOf(place, report),
      report.outcome,
      report.roundRoot,
      report.recordsAndDocket.toLowerCase(),
      report.block,
    ],
  )

/**
 * Forgets reports of blocks that were read again and have them no more: such a block was replaced, and their rounds wait for a
 * report again.
 */
export async function withdrawReports(
  store: Queries,
  { chainId, market }: Place,
  blocks: { readonly from: bigint; readonly to: bigint },
  found: readonly Key[],
): Promise<Key[]> {
  const rows = await store.query<{ market_id: bigint; round: bigint }>(
    `delete from reports where chain_id = $1 and market = $2 and block_number between $3 and $4
     and not exists (select 1 from unnest($5::bigint[], $6::bigint[]) as found (market_id, round)
       where found.market_id = reports.market_id and found.round = reports.round)
     returning market_id, round`,
    [
      ...[chainId, market, blocks.from, blocks.to],
      found.map(({ marketId }) => marketId),
      found.map(({ round }) => round),
    ],
  )
  return rows.map(({ market_id, round }) => ({ marketId: Number(market_id), round: Number(round) }))
}

type Row = {
  outcome: Reported['outcome']
  round_root: Reported['roundRoot']
  records_and_docket: Reported['recordsAndDocket']
  block_number: bigint
}

export async function findReport(store: Queries, place: Place, key: Key): Promise<Reported | undefined> {
  const [row] = await store.query<Row>(
    `select outcome, round_root, records_and_docket, block_number from reports where ${whereRound}`,
    valuesOf(place, key),
  )
  return row === undefined
    ? undefined
    : {
        ...key,
        outcome: row.outcome,
        roundRoot: row.round_root,
        recordsAndDocket: row.records_and_docket,
        block: row.block_number,
      }
}

export type Waiting = Key & { readonly pokes: number; readonly askedBlock: bigint }

/** Sealed rounds of which no report is known and that are not left alone, newest first. */
export async function unreported(store: Queries, { chainId, market }: Place): Promise<Waiting[]> {
  const rows = await store.query<{ market_id: bigint; round: bigint; count: number; asked_block: bigint }>(
    `select market_id, round, coalesce(pokes.count, 0) as count, asked_block from rounds
     left join pokes using (chain_id, market, market_id, round)
     left join reports using (chain_id, market, market_id, round)
     where chain_id = $1 and market = $2 and phase = 'sealed' and left_at is null and reports.round_root is null
     order by sealed_at desc limit 500`,
    [chainId, market],
  )
  return rows.map(({ market_id, round, count, asked_block }) => ({
    marketId: Number(market_id),
    round: Number(round),
    pokes: count,
    askedBlock: asked_block,
  }))
}

/** Whether the DON may be told something now. */
export async function isDue(store: Queries, { chainId, market }: Place): Promise<boolean> {
  const rows = await store.query(
    'select 1 as one from poke_slots where chain_id = $1 and market = $2 and next_at > now()',
    [chainId, market],
  )
  return rows.length === 0
}

/** Takes the one turn of all processes to tell the DON something, for so long; false where it is not due. */
export async function takeTurn(
  store: Queries,
  { chainId, market }: Place,
  everyMs: number,
): Promise<boolean> {
  const rows = await store.query(
    `insert into poke_slots (chain_id, market, next_at) values ($1, $2, now() + $3::bigint * interval '1 millisecond')
     on conflict (chain_id, market) do update set next_at = excluded.next_at where poke_slots.next_at <= now()
     returning 1 as one`,
    [chainId, market, everyMs],
  )
  return rows.length > 0
}

export const countPoke = (store: Queries, place: Place, key: Key): Promise<unknown> =>
  store.query(
    `insert into pokes (chain_id, market, market_id, round, count) values ($1, $2, $3, $4, 1)
     on conflict (chain_id, market, market_id, round) do update set count = pokes.count + 1`,
    valuesOf(place, key),
  )
