import { BaseError } from '../protocol/index.ts'
import type { Queries, Store } from '../services/store/Store.ts'
import type { Agent } from './agentOf.ts'
import type { Block, Chain } from './Chain.ts'
import type { Event } from './Event.ts'
import type { Market } from './marketOf.ts'
import { movedBy } from './Payment.ts'
import { wordsOf } from './wordsOf.ts'

/** What an indexer keeps, and how it is written: everything follows from the chain. */
export type Place = {
  /** Up to which block events are kept; null before the first look. */
  readonly kept: Pick<Block, 'number' | 'hash'> | null
  /** Of which block all else is. */
  readonly seen: Block | null
}

type PlaceRow = {
  chain_id: bigint
  market: string
  genesis: string
  block: bigint | null
  hash: string | null
  seen_block: bigint | null
  seen_hash: string | null
  seen_time: bigint | null
}

const derived = 'events, payments, markets, workers, rounds, roles, agents, tallies, source_keys, unread'

/**
 * Takes the store for a contract. A local chain that was started anew makes all be read again; a store of another contract is
 * refused, since it may be somebody's.
 */
export async function claimPlace(
  store: Store,
  { chainId, market }: Pick<Chain, 'chainId' | 'market'>,
  genesis: string,
): Promise<void> {
  await store.transaction(async (queries) => {
    const [row] = await queries.query<PlaceRow>('select * from places for update')
    if (row !== undefined && (Number(row.chain_id) !== chainId || row.market !== market))
      throw new OtherPlaceError(Number(row.chain_id), row.market)
    if (row?.genesis === genesis) return
    await queries.query(`truncate ${derived}`)
    await queries.query('delete from places')
    await queries.query('insert into places (chain_id, market, genesis) values ($1, $2, $3)', [
      chainId,
      market,
      genesis,
    ])
  })
}

export async function readPlace(queries: Queries): Promise<Place> {
  const [row] = await queries.query<PlaceRow>('select * from places')
  const { block, hash, seen_block, seen_hash, seen_time } = row!
  return {
    kept: block === null ? null : { number: Number(block), hash: hash! },
    seen:
      seen_block === null ? null : { number: Number(seen_block), hash: seen_hash!, time: Number(seen_time) },
  }
}

export const setKept = (queries: Queries, { number, hash }: Pick<Block, 'number' | 'hash'>) =>
  queries.query('update places set block = $1, hash = $2', [number, hash])

export const setSeen = (queries: Queries, { number, hash, time }: Block) =>
  queries.query('update places set seen_block = $1, seen_hash = $2, seen_time = $3', [number, hash, time])

/** What is stored of some blocks. */
export const keysBetween = async (queries: Queries, from: number, to: number): Promise<Set<string>> =>
  new Set(
    (
      await queries.query<{ block: bigint; log: number; block_hash: string }>(
        'select block, log, block_hash from events where block between $1 and $2',
        [from, to],
      )
    ).map(keyOf),
  )

export const keyOf = (one: { block: number | bigint; log: number } & Hashed): string =>
  `${one.block} ${one.log} ${'blockHash' in one ? one.blockHash : one.block_hash}`
type Hashed = { readonly blockHash: string } | { readonly block_hash: string }

/** The numbers and hashes of blocks that events were kept of, the newest first. */
export const eventBlocks = (queries: Queries, below: number, most: number) =>
  queries.query<{ block: bigint; block_hash: string }>(
    'select distinct block, block_hash from events where block < $1 order by block desc limit $2',
    [below, most],
  )

const atOnce = 500

/** Keeps events that are new, with the money they move, and notes what is to be read again because of them. */
export async function keepEvents(queries: Queries, events: readonly Event[]): Promise<void> {
  for (let i = 0; i < events.length; i += atOnce) {
    const some = events.slice(i, i + atOnce)
    const of = <value>(pick: (event: Event) => value) => some.map(pick) as never[]
    await queries.query(
      `insert into events (block, log, block_hash, time, transaction, contract, name, market_id, agent_id, args)
       select * from unnest($1::bigint[], $2::int[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[],
         $8::bigint[], $9::bigint[], $10::text[])`,
      [
        of(({ block }) => block),
        of(({ log }) => log),
        of(({ blockHash }) => blockHash),
        of(({ time }) => time),
        of(({ transaction }) => transaction),
        of(({ contract }) => contract),
        of(({ name }) => name),
        of(({ marketId }) => marketId),
        of(({ agentId }) => agentId),
        of(({ args }) => JSON.stringify(args)),
      ],
    )
    const moves = some.flatMap((event) => {
      const moved = movedBy(event)
      return moved === null ? [] : [{ ...event, ...moved }]
    })
    if (moves.length > 0) await keepPayments(queries, moves)
  }
  await noteUnread(queries, events)
}

type Move = Event & NonNullable<ReturnType<typeof movedBy>>

function keepPayments(queries: Queries, moves: readonly Move[]) {
  const of = <value>(pick: (move: Move) => value) => moves.map(pick) as never[]
  return queries.query(
    `insert into payments (block, log, time, transaction, market_id, kind, account, amount, agent_id, seat, side)
     select * from unnest($1::bigint[], $2::int[], $3::bigint[], $4::text[], $5::bigint[], $6::text[], $7::text[],
       $8::numeric[], $9::bigint[], $10::int[], $11::text[])`,
    [
      of(({ block }) => block),
      of(({ log }) => log),
      of(({ time }) => time),
      of(({ transaction }) => transaction),
      of(({ marketId }) => marketId),
      of(({ kind }) => kind),
      of(({ account }) => account),
      of(({ amount }) => amount),
      of(({ agentId }) => agentId),
      of(({ seat }) => seat),
      of(({ side }) => side),
    ],
  )
}

/** Forgets events of blocks that are no part of the chain any more. */
export async function forgetEvents(queries: Queries, keys: readonly string[]): Promise<void> {
  const places = keys.map((key) => key.split(' '))
  const gone = await queries.query<EventRow>(
    `delete from events using unnest($1::bigint[], $2::int[]) as one (block, log)
     where events.block = one.block and events.log = one.log returning events.*`,
    [places.map(([block]) => Number(block)), places.map(([, log]) => Number(log))],
  )
  await noteUnread(queries, gone.map(toEvent))
}

/** The same for all blocks above one. */
export async function forgetAbove(queries: Queries, block: number): Promise<number> {
  const gone = await queries.query<EventRow>('delete from events where block > $1 returning *', [block])
  await noteUnread(queries, gone.map(toEvent))
  return gone.length
}

/** Markets that something happened to; agents that joined, and all of a market whose records were written. */
async function noteUnread(queries: Queries, events: readonly Event[]): Promise<void> {
  const markets = events.filter(({ contract }) => contract === 'market' || contract === 'bets')
  const joined = events.filter(({ name }) => name === 'WorkerJoined')
  const recorded = events.filter(({ contract }) => contract === 'reputation')
  await note(
    queries,
    'market',
    markets.map(({ marketId }) => marketId),
  )
  await note(
    queries,
    'agent',
    joined.map(({ agentId }) => agentId),
  )
  const settled = recorded.flatMap(({ marketId }) => (marketId === null ? [] : [marketId]))
  if (settled.length > 0)
    await queries.query(
      `insert into unread (kind, id) select distinct 'agent', agent_id from events
       where market_id = any($1::bigint[]) and name = 'WorkerJoined' and agent_id is not null on conflict do nothing`,
      [settled],
    )
  if (events.some(({ contract }) => contract === 'source_keys')) await writeSourceKeys(queries)
}

async function note(queries: Queries, kind: 'market' | 'agent', ids: readonly (number | null)[]) {
  const some = [...new Set(ids.filter((id) => id !== null))]
  if (some.length === 0) return
  await queries.query(
    'insert into unread (kind, id) select $1, id from unnest($2::bigint[]) as one (id) on conflict do nothing',
    [kind, some],
  )
}

/** Agents that joined a market, of some that a registry told of: others use the registry, too. */
export async function noteAgents(queries: Queries, ids: readonly number[]): Promise<void> {
  await queries.query(
    `insert into unread (kind, id) select distinct 'agent', agent_id from events
     where agent_id = any($1::bigint[]) and name = 'WorkerJoined' on conflict do nothing`,
    [ids],
  )
}

async function writeSourceKeys(queries: Queries): Promise<void> {
  const rows = await queries.query<EventRow>(
    "select * from events where contract = 'source_keys' order by block, log",
  )
  await queries.query('delete from source_keys')
  for (const { name, args, time } of rows.map(toEvent)) {
    const { sourceId, key } = args as { sourceId: string; key: string }
    if (name === 'SourceKeyRegistered')
      await queries.query(
        'insert into source_keys (source_id, key, registered_at, is_revoked) values ($1, $2, $3, false) on conflict do nothing',
        [sourceId, key, time],
      )
    else await queries.query('update source_keys set is_revoked = true where source_id = $1', [sourceId])
  }
}

export type EventRow = {
  block: bigint
  log: number
  block_hash: string
  time: bigint
  transaction: string
  contract: Event['contract']
  name: string
  market_id: bigint | null
  agent_id: bigint | null
  args: string
}

export const toEvent = (row: EventRow): Event => ({
  block: Number(row.block),
  log: row.log,
  blockHash: row.block_hash,
  time: Number(row.time),
  transaction: row.transaction,
  contract: row.contract,
  name: row.name,
  marketId: row.market_id === null ? null : Number(row.market_id),
  agentId: row.agent_id === null ? null : Number(row.agent_id),
  args: JSON.parse(row.args),
})

export async function unread(queries: Queries, kind: 'market' | 'agent', most: number): Promise<number[]> {
  const rows = await queries.query<{ id: bigint }>(
    'select id from unread where kind = $1 order by id limit $2',
    [kind, most],
  )
  return rows.map(({ id }) => Number(id))
}

const isRead = (queries: Queries, kind: 'market' | 'agent', id: number) =>
  queries.query('delete from unread where kind = $1 and id = $2', [kind, id])

/** Events of one market in their order; bets aside, which may be many. */
export async function eventsOf(queries: Queries, marketId: number): Promise<Event[]> {
  const rows = await queries.query<EventRow>(
    `select * from events where market_id = $1 and contract = 'market' order by block, log`,
    [marketId],
  )
  return rows.map(toEvent)
}

export async function bettorsOf(queries: Queries, marketId: number): Promise<string[]> {
  const rows = await queries.query<{ account: string }>(
    `select distinct account from payments where market_id = $1 and kind = 'bet' order by account`,
    [marketId],
  )
  return rows.map(({ account }) => account)
}

const ofMarket = ['workers', 'rounds', 'roles'] as const

/** Forgets a market that is no part of the chain any more. */
export async function forgetMarket(queries: Queries, id: number): Promise<void> {
  await tally(queries, id, -1)
  for (const table of ofMarket) await queries.query(`delete from ${table} where market_id = $1`, [id])
  await queries.query('delete from markets where id = $1', [id])
  await isRead(queries, 'market', id)
}

/** Writes a market anew, with all that is its own. */
export async function writeMarket(queries: Queries, market: Market): Promise<void> {
  const { id, asked } = market
  await forgetMarket(queries, id)
  const { title, event, category } = asked.shown
  await queries.query(
    `insert into markets (id, view, asked, title, event, category, picture, creator, status, outcome, deadline, window_end,
       is_appealing, draw_block, seats, recorded_at, answered_before, value, words)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, array_to_tsvector($19::text[]))`,
    [
      ...[
        id,
        JSON.stringify(market.view),
        JSON.stringify(asked.shown),
        title,
        event,
        category,
        asked.picture,
      ],
      ...[market.creator, market.status, market.outcome, market.deadline, market.windowEnd],
      ...[
        market.isAppealing,
        market.drawBlock,
        market.view.seats,
        market.recordedAt,
        market.view.answered_before,
        market.value,
        wordsOf(market.view.question),
      ],
    ],
  )
  if (market.workers.length > 0) await writeWorkers(queries, id, market.workers)
  for (const { round, cohort, requestedAt, report } of market.rounds)
    await queries.query(
      `insert into rounds (market_id, round, cohort, requested_at, reported_at, reported_block, transaction, round_root, outcome,
         is_void, records, decided)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        ...[id, round, cohort, requestedAt, report?.time ?? null, report?.block ?? null],
        ...[
          report?.transaction ?? null,
          report?.root ?? null,
          report?.outcome ?? null,
          report?.isVoid ?? false,
        ],
        report === null ? null : JSON.stringify(report.records),
        report?.decided ? JSON.stringify(report.decided) : null,
      ],
    )
  await queries.query(
    'insert into roles (account, market_id, role) select account, $1, role from unnest($2::text[], $3::text[]) as one (account, role)',
    [id, market.roles.map(([account]) => account), market.roles.map(([, role]) => role)],
  )
  await tally(queries, id, 1)
}

function writeWorkers(queries: Queries, id: number, workers: Market['workers']) {
  const of = <value>(pick: (one: Market['workers'][number]) => value) => workers.map(pick) as never[]
  return queries.query(
    `insert into workers (market_id, cohort, agent_id, place, joined_at, signer, has_left, seat, stake, factor_bps, vote,
       reason, res, src, depth, weight, share, payout, paid, strike)
     select $1, * from unnest($2::int[], $3::bigint[], $4::int[], $5::bigint[], $6::text[], $7::boolean[], $8::int[],
       $9::numeric[], $10::int[], $11::text[], $12::text[], $13::int[], $14::int[], $15::int[], $16::bigint[], $17::bigint[],
       $18::numeric[], $19::numeric[], $20::text[])`,
    [
      id,
      of(({ cohort }) => cohort),
      of(({ agentId }) => agentId),
      of(({ place }) => place),
      of(({ joinedAt }) => joinedAt),
      of(({ signer }) => signer),
      of(({ hasLeft }) => hasLeft),
      of(({ seat }) => seat),
      of(({ stake }) => stake),
      of(({ factorBps }) => factorBps),
      of(({ vote }) => vote),
      of(({ reason }) => reason),
      of(({ res }) => res),
      of(({ src }) => src),
      of(({ depth }) => depth),
      of(({ weight }) => weight),
      of(({ share }) => share),
      of(({ payout }) => payout),
      of(({ paid }) => paid),
      of(({ strike }) => (strike === null ? null : JSON.stringify(strike))),
    ],
  )
}

const isOpen = "markets.status in ('open', 'requested', 'resolved') and not has_left"

/** Adds what agents have in a market to what they have in all, or takes it away again. */
async function tally(queries: Queries, id: number, sign: 1 | -1): Promise<void> {
  await queries.query(
    `insert into tallies (agent_id, joined, open, strikes, at_stake, earned)
     select agent_id, ${sign} * count(*), ${sign} * count(*) filter (where ${isOpen}),
       ${sign} * count(*) filter (where strike is not null), ${sign} * coalesce(sum(stake) filter (where ${isOpen}), 0),
       ${sign} * coalesce(sum(payout - stake) filter (where payout is not null), 0)
     from workers join markets on markets.id = workers.market_id where workers.market_id = $1 group by agent_id
     on conflict (agent_id) do update set joined = tallies.joined + excluded.joined, open = tallies.open + excluded.open,
       strikes = tallies.strikes + excluded.strikes, at_stake = tallies.at_stake + excluded.at_stake,
       earned = tallies.earned + excluded.earned`,
    [id],
  )
  if (sign < 0) await queries.query('delete from tallies where joined = 0')
}

export async function writeAgent(queries: Queries, id: number, agent: Agent | null): Promise<void> {
  await queries.query('delete from agents where id = $1', [id])
  await isRead(queries, 'agent', id)
  if (agent === null) return
  const { name, owner, wallet, uri, endpoint, settled, correct, sums, factorBps } = agent
  await queries.query(
    `insert into agents (id, name, owner, wallet, uri, endpoint, settled, correct, sum_res, sum_src, sum_depth, factor_bps)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [id, name, owner, wallet, uri, endpoint, settled, correct, ...sums, factorBps],
  )
}

/** Whether an agent has joined any market that is still part of the chain. */
export const hasJoined = async (queries: Queries, id: number): Promise<boolean> =>
  (
    await queries.query("select 1 as one from events where agent_id = $1 and name = 'WorkerJoined' limit 1", [
      id,
    ])
  ).length > 0

export class OtherPlaceError extends BaseError {
  override readonly name = 'Indexer.OtherPlaceError'
  constructor(chainId: number, market: string) {
    super(`The store is that of an indexer of market contract ${market} on chain ${chainId}.`, {
      metaMessages: ['Give this indexer a store of its own: another `store.folder`, or another database.'],
    })
  }
}
