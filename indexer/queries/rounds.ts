import type * as z from 'zod'
import type { deskList, Round, roundList } from '../../protocol/Catalog.ts'
import type { Record as Said } from '../rounds.ts'
import { asOfBlock, cut, numbersOf, type Page, type Reading } from './Reading.ts'
import { type StateRow, stateOf } from './state.ts'

type Row = {
  market_id: bigint
  round: number
  cohort: number
  requested_at: bigint | null
  reported_at: bigint | null
  reported_block: bigint | null
  transaction: string | null
  round_root: string | null
  outcome: 'YES' | 'NO' | 'INVALID' | null
  is_void: boolean
  records: string | null
  decided: string | null
  gateway: string | null
  confidences: string | null
}

const columns = `rounds.market_id, rounds.round, rounds.cohort, rounds.requested_at, rounds.reported_at, rounds.reported_block,
  rounds.transaction, rounds.round_root, rounds.outcome, rounds.is_void, rounds.records, rounds.decided,
  files.gateway, files.confidences`
const tables = 'rounds left join files on files.round_root = rounds.round_root'

const seatsPerCohort = 32

/** All rounds of a market, the first first. */
export async function roundsOf({ queries }: Reading, marketId: number): Promise<Round[]> {
  const [rows, seats, markets] = await Promise.all([
    queries.query<Row>(`select ${columns} from ${tables} where rounds.market_id = $1 order by rounds.round`, [
      marketId,
    ]),
    queries.query<{ seat: number; agent_id: bigint }>(
      'select seat, agent_id from workers where market_id = $1 and seat is not null',
      [marketId],
    ),
    queries.query<StateRow>(
      'select status, is_appealing, draw_block, seats, deadline from markets where id = $1',
      [marketId],
    ),
  ])
  const agents = new Map(seats.map(({ seat, agent_id }) => [seat, Number(agent_id)]))
  const isAsked = markets.length > 0 && stateOf(markets[0]!, 0) === 'answering'
  const last = rows.at(-1)?.round
  return rows.map((row) => toRound(row, agents, isAsked && row.round === last))
}

/** `GET /v1/markets/{marketId}/rounds` */
export const listRounds = async (reading: Reading, marketId: number): Promise<z.infer<typeof roundList>> => ({
  as_of: asOfBlock(reading.seen),
  items: await roundsOf(reading, marketId),
})

function toRound(row: Row, agents: ReadonlyMap<number, number>, isAsked: boolean): Round {
  const said = (row.records === null ? [] : JSON.parse(row.records)) as readonly Said[]
  const confidences = (row.confidences === null ? [] : JSON.parse(row.confidences)) as (number | null)[]
  return {
    market_id: Number(row.market_id),
    round: row.round,
    cohort: row.cohort,
    requested_at: row.requested_at === null ? null : Number(row.requested_at),
    is_open: isAsked && row.round_root === null,
    report:
      row.round_root === null
        ? null
        : {
            time: Number(row.reported_at),
            block: Number(row.reported_block),
            transaction: row.transaction as never,
            outcome: row.outcome,
            round_root: row.round_root as never,
            is_void: row.is_void,
            decided: row.decided === null ? null : JSON.parse(row.decided),
            file: row.gateway === null ? null : `${row.gateway}/rounds/${row.market_id}/${row.round}`,
            records: said.map(({ vote, reason, res, src, depth }, i) => ({
              seat: row.cohort * seatsPerCohort + i,
              agent_id: agents.get(row.cohort * seatsPerCohort + i) ?? 0,
              vote,
              reason,
              scores: { result: res, sources: src, depth },
              confidence_bps: confidences[i] ?? null,
            })),
          },
  }
}

type DeskRow = Row & {
  title: string | null
  standing: Row['outcome']
  window_end: bigint
  value: string
  bets: string
}

/** The last reported round of each market whose window is open at the time of the block, least time first. */
export async function listDesk(reading: Reading, page: Page): Promise<z.infer<typeof deskList>> {
  const { queries, seen } = reading
  const place = page.after === null ? null : numbersOf(page.after, 2)
  const rows = await queries.query<DeskRow>(
    `select ${columns}, markets.title, markets.outcome as standing, markets.window_end, markets.value,
       coalesce((select sum(amount) from payments where kind = 'bet' and payments.market_id = markets.id), 0)::numeric as bets
     from markets join ${tables} on rounds.market_id = markets.id
     where markets.status = 'resolved' and not markets.is_appealing and markets.window_end > $1
       and rounds.round = (select max(round) from rounds one where one.market_id = markets.id and one.round_root is not null)
       and ($2::bigint is null or (markets.window_end, markets.id) > ($2, $3))
     order by markets.window_end, markets.id limit $4`,
    [seen.time, place?.[0] ?? null, place?.[1] ?? null, page.limit + 1],
  )
  const { items, next } = cut(rows, page.limit, ({ window_end, market_id }) => `${window_end}-${market_id}`)
  const seats = await queries.query<{
    market_id: bigint
    seat: number
    agent_id: bigint
    is_struck: boolean
  }>(
    `select market_id, seat, agent_id, strike is not null as is_struck from workers
     where seat is not null and market_id = any($1::bigint[]) order by seat`,
    [items.map(({ market_id }) => market_id)],
  )
  return {
    as_of: asOfBlock(seen),
    next,
    items: items.map((row) => {
      const own = seats.filter(({ market_id }) => market_id === row.market_id)
      const agents = new Map(own.map(({ seat, agent_id }) => [seat, Number(agent_id)]))
      return {
        ...toRound(row, agents, false),
        title: row.title,
        outcome: row.standing,
        window_end: Number(row.window_end),
        at_stake: String(BigInt(row.value) + BigInt(row.bets)),
        struck: own.filter(({ is_struck }) => is_struck).map(({ seat }) => seat),
      }
    }),
  }
}
