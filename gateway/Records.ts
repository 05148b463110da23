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
    `select market_id, round from rounds where chain_id = $1 and market = $2 and phase <> 'sealed'
     order by created_at limit 1000`,
    [chainId, market],
  )
  return rows.map(({ market_id, round }) => ({ marketId: Number(market_id), round: Number(round) }))
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

/** Takes all workers of a phase that nobody asks, or whose asker has died. Whoever has claimed one asks it, and nobody else. */
export async function leaseReplies(
  store: Queries,
  place: Place,
  key: Key,
  phase: Phase,
  claim: { readonly by: string; readonly leaseMs: number },
): Promise<number[]> {
  const rows = await store.query<{ place: number }>(
    `update replies set claimed_by = $6, lease_until = now() + $7::bigint * interval '1 millisecond'
     where ${whereRound} and phase = $5 and status is null and (lease_until is null or lease_until < now())
     returning place`,
    [...valuesOf(place, key), phase, claim.by, claim.leaseMs],
  )
  return rows.map((row) => row.place).sort((a, b) => a - b)
}

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
  },
): Promise<boolean> {
  const rows = await store.query(
    `update replies set status = $8, reply = $9
     where ${whereRound} and phase = $5 and place = $6 and claimed_by = $7 and status is null returning 1 as one`,
    [...valuesOf(place, key), phase, said.place, said.by, said.status, said.reply],
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
