import type { Address, Hash, Wire } from '../../protocol/index.ts'
import type { Cursor } from '../../services/chain/follow.ts'
import type { Queries, Store } from '../../services/store/Store.ts'
import type { ChallengeKind } from '../sdk/classify.ts'

/** What an agent keeps: answers by request, proofs by root, what it decided to sign, how far it has watched. */
export type Answer = {
  readonly requestHash: Hash.RequestHash
  readonly marketId: number
  /** Where a round is answered for; null for a plain request. */
  readonly round: Round | null
  readonly request: Wire.ResolveRequest
  /** The body of the reply, exactly as it is served. */
  readonly body: string
  readonly responses: Responses
  readonly porRoot: Hash.Root | null
  /** When it was kept, in milliseconds. */
  readonly keptAt: number
}

export type Responses = Readonly<Record<ChallengeKind, string>>

export type Round = { readonly chainId: number; readonly market: Address.Address; readonly round: number }

type Row = {
  request_hash: Hash.RequestHash
  market_id: bigint
  chain_id: bigint | null
  market: Address.Address | null
  round: bigint | null
  request: string
  reply: string
  responses: string
  por_root: Hash.Root | null
  created_at: Date
}

const columns = 'request_hash, market_id, chain_id, market, round, request, reply, responses, por_root'

const fromRow = (row: Row): Answer => ({
  requestHash: row.request_hash,
  marketId: Number(row.market_id),
  round:
    row.chain_id === null
      ? null
      : { chainId: Number(row.chain_id), market: row.market!, round: Number(row.round) },
  request: JSON.parse(row.request),
  body: row.reply,
  responses: JSON.parse(row.responses),
  porRoot: row.por_root,
  keptAt: row.created_at.getTime(),
})

export async function findAnswer(
  store: Queries,
  agentId: number,
  requestHash: string,
): Promise<Answer | undefined> {
  const rows = await store.query<Row>(
    `select ${columns}, created_at from answers where agent_id = $1 and request_hash = $2`,
    [agentId, requestHash],
  )
  return rows.map(fromRow)[0]
}

/** The newest answer, of one market or of all. */
export async function latestAnswer(
  store: Queries,
  agentId: number,
  marketId?: number,
): Promise<Answer | undefined> {
  const rows = await store.query<Row>(
    `select ${columns}, created_at from answers where agent_id = $1 ${marketId === undefined ? '' : 'and market_id = $2'}
     order by created_at desc, request_hash limit 1`,
    marketId === undefined ? [agentId] : [agentId, marketId],
  )
  return rows.map(fromRow)[0]
}

const insert = `insert into answers (agent_id, ${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  on conflict (agent_id, request_hash)`

const values = (agentId: number, answer: Answer) => [
  agentId,
  answer.requestHash,
  answer.marketId,
  answer.round?.chainId ?? null,
  answer.round?.market ?? null,
  answer.round?.round ?? null,
  JSON.stringify(answer.request),
  answer.body,
  JSON.stringify(answer.responses),
  answer.porRoot,
]

/** Keeps an answer with its proof, unless the request has one: whoever is first is served for ever. */
export async function keepAnswer(
  store: Store,
  agentId: number,
  answer: Answer,
  proof: string | null,
): Promise<Answer> {
  const isKept = await store.transaction(async (queries) => {
    if (answer.porRoot !== null && proof !== null) await keepProof(queries, answer.porRoot, proof)
    const rows = await queries.query(`${insert} do nothing returning 1 as one`, values(agentId, answer))
    return rows.length > 0
  })
  return isKept ? answer : ((await findAnswer(store, agentId, answer.requestHash)) ?? answer)
}

/** The answer for a round that was decided: takes the place of an unsigned one to the same request. */
export const bindAnswer = (queries: Queries, agentId: number, answer: Answer): Promise<unknown> =>
  queries.query(
    `${insert} do update set chain_id = excluded.chain_id, market = excluded.market, round = excluded.round,
     reply = excluded.reply, responses = excluded.responses, por_root = excluded.por_root
     where answers.chain_id is null`,
    values(agentId, answer),
  )

export const keepProof = (queries: Queries, root: Hash.Hash, document: string): Promise<unknown> =>
  queries.query('insert into proofs (por_root, document) values ($1, $2) on conflict do nothing', [
    root,
    document,
  ])

export async function findProof(store: Queries, root: string): Promise<string | undefined> {
  const rows = await store.query<{ document: string }>('select document from proofs where por_root = $1', [
    root,
  ])
  return rows[0]?.document
}

/** Forgets the oldest plain answers, so that nobody can fill the disk by asking; rounds are kept. */
export async function prune(store: Store, agentId: number, keep: number): Promise<void> {
  await store.query(
    `delete from answers where agent_id = $1 and chain_id is null and created_at <= (
       select created_at from answers where agent_id = $1 and chain_id is null
       order by created_at desc offset $2 limit 1)`,
    [agentId, keep],
  )
  await store.query(
    `delete from proofs where created_at < now() - interval '1 minute'
     and not exists (select 1 from answers where answers.por_root = proofs.por_root)`,
  )
}

/**
 * When an agent was first asked, in milliseconds since 1970; now, if it was not asked before. It is kept for all processes and
 * restarts; a clock that was set back since does not put it off.
 */
export async function firstAskedAt(
  store: Queries,
  agentId: number,
  requestHash: Hash.RequestHash,
  now: () => number,
): Promise<number> {
  const rows = await store.query<{ asked_at: bigint }>(
    `insert into first_asks (agent_id, request_hash, asked_at) values ($1, $2, $3)
     on conflict (agent_id, request_hash) do update set asked_at = least(first_asks.asked_at, excluded.asked_at)
     returning asked_at`,
    [agentId, requestHash, now()],
  )
  return Number(rows[0]!.asked_at)
}

export async function readCursor(
  store: Queries,
  agentId: number,
  { chainId, market }: Omit<Round, 'round'>,
): Promise<Cursor | undefined> {
  const rows = await store.query<{ block_number: bigint; block_hash: string | null }>(
    'select block_number, block_hash from cursors where agent_id = $1 and chain_id = $2 and market = $3',
    [agentId, chainId, market],
  )
  const [row] = rows
  return row === undefined ? undefined : { block: row.block_number, hash: row.block_hash }
}

export const writeCursor = (
  store: Queries,
  agentId: number,
  { chainId, market }: Omit<Round, 'round'>,
  cursor: Cursor,
): Promise<unknown> =>
  store.query(
    `insert into cursors (agent_id, chain_id, market, block_number, block_hash) values ($1, $2, $3, $4, $5)
     on conflict (agent_id, chain_id, market)
     do update set block_number = excluded.block_number, block_hash = excluded.block_hash, updated_at = now()`,
    [agentId, chainId, market, cursor.block, cursor.hash],
  )
