import { BaseError, Question } from '../protocol/index.ts'
import type { FullChain, RoundView } from '../services/chain/Chain.ts'
import type { Cursor } from '../services/chain/follow.ts'
import type { Queries, Value } from '../services/store/Store.ts'
import type { Key, Phase } from './Gateway.ts'

/** What a gateway keeps of rounds: who is asked, who asks, what came of it. */
export type Place = Pick<FullChain, 'chainId' | 'market'>

export type RoundRow = {
  readonly view: RoundView
  readonly phase: Phase | 'sealed'
  readonly askedBlock: bigint
}

export type ReplyRow = {
  readonly place: number
  readonly agent_id: bigint
  readonly status: string | null
  readonly reply: string | null
}

/** When a worker was first asked, and when what came of it was kept. */
export type TimesRow = { readonly asked_at: Date | null; readonly said_at: Date | null }

export const whereRound = 'chain_id = $1 and market = $2 and market_id = $3 and round = $4'

export const valuesOf = ({ chainId, market }: Place, { marketId, round }: Key): Value[] => [
  chainId,
  market,
  marketId,
  round,
]

export async function findRound(
  store: Queries,
  place: Place,
  key: Key,
  options: { readonly lock?: boolean } = {},
): Promise<RoundRow | undefined> {
  const rows = await store.query<{ view: string; phase: RoundRow['phase']; asked_block: bigint }>(
    `select view, phase, asked_block from rounds where ${whereRound} ${options.lock ? 'for update' : ''}`,
    valuesOf(place, key),
  )
  const [row] = rows
  return row === undefined
    ? undefined
    : {
        view: Question.pose(JSON.parse(row.view) as Omit<RoundView, 'parsed'>),
        phase: row.phase,
        askedBlock: row.asked_block,
      }
}

/**
 * Refuses a store with rounds of the first edition under the same market. No contract has two editions, so this is a local chain
 * that was started anew: its old rounds would be taken for new ones of the same number.
 */
export async function refuseFirstEdition(store: Queries, { chainId, market }: Place): Promise<void> {
  const rows = await store.query(
    'select 1 as one from rounds where chain_id = $1 and market = $2 and edition < 2 limit 1',
    [chainId, market],
  )
  if (rows.length > 0) throw new FirstEditionStoreError(market)
}

/** Rounds whose replies are still collected, the oldest first. */
export async function openRounds(store: Queries, { chainId, market }: Place): Promise<Key[]> {
  const rows = await store.query<{ market_id: bigint; round: bigint }>(
    `select market_id, round from rounds
     where chain_id = $1 and market = $2 and phase <> 'sealed' and left_at is null
     order by created_at limit ${mostOpen}`,
    [chainId, market],
  )
  return rows.map(({ market_id, round }) => ({ marketId: Number(market_id), round: Number(round) }))
}

/** How many rounds are looked after; more than that are not collected at once. */
export const mostOpen = 10_000

/** Leaves a round alone: it was reported, or its market expired or moved on. It is not collected or told of any more. */
export const leaveRound = (store: Queries, place: Place, key: Key): Promise<unknown> =>
  store.query(
    `update rounds set left_at = now() where ${whereRound} and left_at is null`,
    valuesOf(place, key),
  )

/** The same for a round that was reported before it was sealed here: what this gateway has of it helps nobody any more. */
export const leaveUnsealed = (store: Queries, place: Place, key: Key): Promise<unknown> =>
  store.query(
    `update rounds set left_at = now() where ${whereRound} and phase <> 'sealed' and left_at is null`,
    valuesOf(place, key),
  )

/** Goes on with a round that the chain asks after all, and leaves earlier ones of its market that are still open alone. */
export async function resumeRound(store: Queries, place: Place, key: Key): Promise<void> {
  const values = valuesOf(place, key)
  await store.query(
    `update rounds set left_at = null where ${whereRound} and left_at is not null and not exists
     (select 1 from reports where reports.chain_id = $1 and reports.market = $2 and reports.market_id = $3 and reports.round = $4)`,
    values,
  )
  await store.query(
    `update rounds set left_at = now() where chain_id = $1 and market = $2 and market_id = $3 and round < $4
     and phase <> 'sealed' and left_at is null`,
    values,
  )
}

// What the question says is read again when the row is: it follows from the text.
const asText = ({ parsed, ...view }: RoundView): string => JSON.stringify(view)

/** Begins a round, unless it has begun. */
export async function beginRound(
  queries: Queries,
  place: Place,
  view: RoundView,
  block: bigint,
): Promise<boolean> {
  const rows = await queries.query(
    `insert into rounds (chain_id, market, market_id, round, view, asked_block) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing returning 1 as one`,
    [...valuesOf(place, view), asText(view), block],
  )
  if (rows.length === 0) return false
  await expectReplies(
    queries,
    place,
    view,
    'answers',
    view.workers.map((_, i) => i),
  )
  return true
}

/** Who will be asked in a phase. */
export const expectReplies = (
  queries: Queries,
  place: Place,
  view: RoundView,
  phase: Phase,
  places: readonly number[],
): Promise<unknown> =>
  queries.query(
    `insert into replies (chain_id, market, market_id, round, phase, place, agent_id)
     select $1, $2, $3, $4, $5, one.place, one.agent_id from unnest($6::smallint[], $7::bigint[]) as one (place, agent_id)`,
    [...valuesOf(place, view), phase, places, places.map((i) => view.workers[i]!.agentId)],
  )

export const repliesOf = (store: Queries, place: Place, key: Key, phase: Phase): Promise<ReplyRow[]> =>
  store.query<ReplyRow>(
    `select place, agent_id, status, reply from replies where ${whereRound} and phase = $5 order by place`,
    [...valuesOf(place, key), phase],
  )

/** The times of the same rows. */
export const timesOf = (store: Queries, place: Place, key: Key, phase: Phase): Promise<TimesRow[]> =>
  store.query<TimesRow>(
    `select asked_at, said_at from replies where ${whereRound} and phase = $5 order by place`,
    [...valuesOf(place, key), phase],
  )

/** Takes all workers of a phase that nobody asks, or whose asker has died. Whoever has claimed one asks it, and nobody else. */
export async function leaseReplies(
  store: Queries,
  place: Place,
  key: Key,
  phase: Phase,
  claim: { readonly by: string; readonly now: number; readonly until: number },
): Promise<number[]> {
  const rows = await store.query<{ place: number }>(
    `update replies set claimed_by = $6, lease_until = $8
     where ${whereRound} and phase = $5 and status is null and (lease_until is null or lease_until <= $7)
     returning place`,
    [...valuesOf(place, key), phase, claim.by, new Date(claim.now), new Date(claim.until)],
  )
  return rows.map((row) => row.place).sort((a, b) => a - b)
}

/** Takes a worker for one more request, and notes when it was first asked; false where another process has taken over. */
export async function renewReply(
  store: Queries,
  place: Place,
  key: Key,
  phase: Phase,
  claim: { readonly place: number; readonly by: string; readonly now: number; readonly until: number },
): Promise<boolean> {
  const rows = await store.query(
    `update replies set claimed_by = $7, lease_until = $9, asked_at = coalesce(asked_at, $8)
     where ${whereRound} and phase = $5 and place = $6 and status is null
     and (claimed_by = $7 or lease_until is null or lease_until <= $8) returning 1 as one`,
    [...valuesOf(place, key), phase, claim.place, claim.by, new Date(claim.now), new Date(claim.until)],
  )
  return rows.length > 0
}

/** Ends the leases of processes that are gone: for a store that has one owner. */
export const releaseAll = (store: Queries, { chainId, market }: Place): Promise<unknown> =>
  store.query(
    `update replies set claimed_by = null, lease_until = null
     where chain_id = $1 and market = $2 and status is null and claimed_by is not null`,
    [chainId, market],
  )

/** Keeps what came of asking; nothing where another process has taken over. */
export async function keepReply(
  store: Queries,
  place: Place,
  key: Key,
  phase: Phase,
  said: {
    readonly place: number
    readonly by: string
    readonly status: string
    readonly reply: string | null
    readonly now: number
  },
): Promise<boolean> {
  const rows = await store.query(
    `update replies set status = $8, reply = $9, said_at = $10
     where ${whereRound} and phase = $5 and place = $6 and claimed_by = $7 and status is null returning 1 as one`,
    [...valuesOf(place, key), phase, said.place, said.by, said.status, said.reply, new Date(said.now)],
  )
  return rows.length > 0
}

/** Leaves workers to whoever comes next. */
export const releaseReplies = (store: Queries, place: Place, key: Key, phase: Phase, by: string) =>
  store.query(
    `update replies set claimed_by = null, lease_until = null
     where ${whereRound} and phase = $5 and claimed_by = $6 and status is null`,
    [...valuesOf(place, key), phase, by],
  )

/** Moves a round on. */
export const setPhase = (queries: Queries, place: Place, key: Key, phase: RoundRow['phase']) =>
  queries.query(
    `update rounds set phase = $5, sealed_at = case when $5 = 'sealed' then now() end where ${whereRound}`,
    [...valuesOf(place, key), phase],
  )

export async function readCursor(store: Queries, { chainId, market }: Place): Promise<Cursor | undefined> {
  const rows = await store.query<{ block_number: bigint; block_hash: string | null }>(
    'select block_number, block_hash from cursors where chain_id = $1 and market = $2',
    [chainId, market],
  )
  const [row] = rows
  return row === undefined ? undefined : { block: row.block_number, hash: row.block_hash }
}

export const writeCursor = (store: Queries, { chainId, market }: Place, cursor: Cursor): Promise<unknown> =>
  store.query(
    `insert into cursors (chain_id, market, block_number, block_hash) values ($1, $2, $3, $4)
     on conflict (chain_id, market)
     do update set block_number = excluded.block_number, block_hash = excluded.block_hash, updated_at = now()`,
    [chainId, market, cursor.block, cursor.hash],
  )

export class FirstEditionStoreError extends BaseError {
  override readonly name = 'Gateway.FirstEditionStoreError'
  constructor(market: string) {
    super(`The store has rounds of market ${market} from the first edition.`, {
      metaMessages: [
        'Give this gateway an empty store: another `store.folder` or database in its config.',
        'The rounds published in the old one are still served by cresolver 0.1.',
      ],
    })
  }
}
