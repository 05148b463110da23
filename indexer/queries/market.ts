import type { Market, Worker } from '../../protocol/Catalog.ts'
import type { Vote } from '../../protocol/index.ts'
import type { Kept } from '../marketOf.ts'
import { columns, type Row, toRows } from './markets.ts'
import { paymentsOf } from './payments.ts'
import { asOfBlock, type Reading } from './Reading.ts'
import { roundsOf } from './rounds.ts'

const mostPayments = 1_000
const mostBets = 500

/** `GET /v1/markets/{marketId}`: one market with all that is its own; null where there is none. */
export async function showMarket(reading: Reading, marketId: number): Promise<Market | null> {
  const [row] = await reading.queries.query<Row>(`select ${columns} from markets where id = $1`, [marketId])
  if (row === undefined) return null
  const [[shown], workers, rounds, payments, bets] = await Promise.all([
    toRows(reading, [row]),
    workersOf(reading, marketId),
    roundsOf(reading, marketId),
    paymentsOf(reading, { marketId }, mostPayments),
    betsOf(reading, marketId),
  ])
  const { question, answered_before, appeals_raised } = JSON.parse(row.view) as Kept
  return {
    as_of: asOfBlock(reading.seen),
    market: {
      ...shown!,
      ...{ question, answered_before, workers, rounds, payments, bets },
      appeals_raised: appeals_raised as Market['market']['appeals_raised'],
    },
  }
}

export type WorkerRow = {
  market_id: bigint
  agent_id: bigint
  name: string | null
  signer: string
  cohort: number
  joined_at: bigint
  seat: number | null
  has_left: boolean
  stake: string
  factor_bps: number
  vote: Vote.Outcome | null
  reason: Vote.Reason | null
  res: number
  src: number
  depth: number
  weight: bigint
  share: bigint
  strike: string | null
  payout: string | null
  paid: string | null
}

async function workersOf({ queries }: Reading, marketId: number): Promise<Worker[]> {
  const rows = await queries.query<WorkerRow>(
    `select workers.*, agents.name from workers left join agents on agents.id = workers.agent_id
     where workers.market_id = $1 order by workers.cohort, workers.seat nulls last, workers.place`,
    [marketId],
  )
  return rows.map((row) => ({
    agent_id: Number(row.agent_id),
    name: row.name,
    signer: row.signer as Worker['signer'],
    cohort: row.cohort,
    joined_at: Number(row.joined_at),
    seat: row.seat,
    has_left: row.has_left,
    stake: row.stake,
    factor_bps: row.factor_bps,
    vote: row.vote,
    reason: row.reason,
    scores: { result: row.res, sources: row.src, depth: row.depth },
    weight: Number(row.weight),
    share: Number(row.share),
    strike: row.strike === null ? null : JSON.parse(row.strike),
    payout: row.payout,
    paid: row.paid,
  }))
}

async function betsOf({ queries }: Reading, marketId: number): Promise<Market['market']['bets']> {
  const rows = await queries.query<{ account: string; side: 'YES' | 'NO'; amount: string; time: bigint }>(
    `select account, side, amount, time from payments where kind = 'bet' and market_id = $1
     order by block desc, log desc limit $2`,
    [marketId, mostBets],
  )
  return rows.reverse().map(({ account, side, amount, time }) => ({
    bettor: account as never,
    side,
    amount,
    time: Number(time),
  }))
}

/** The address of a market's picture; null where its question names none. */
export async function pictureOf({ queries }: Pick<Reading, 'queries'>, marketId: number) {
  const [row] = await queries.query<{ picture: string | null }>('select picture from markets where id = $1', [
    marketId,
  ])
  return row?.picture ?? null
}
