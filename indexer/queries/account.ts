import type { Account } from '../../protocol/Catalog.ts'
import type { Vote } from '../../protocol/index.ts'
import { type Row as AgentTableRow, toAgentRows } from './agents.ts'
import { columns, type Row as MarketTableRow, toRows } from './markets.ts'
import { paymentsOf } from './payments.ts'
import { asOfBlock, cut, numbersOf, type Page, type Reading } from './Reading.ts'

const mostPayments = 100
const mostAgents = 100

type Position = Account['positions'][number]

/** `GET /v1/accounts/{address}`: everything that an account has to do with, market by market, the youngest first. */
export async function showAccount(reading: Reading, address: string, page: Page): Promise<Account> {
  const { queries, seen } = reading
  const account = address.toLowerCase()
  const place = page.after === null ? null : numbersOf(page.after, 1)
  const [ids, agents, sums, payments] = await Promise.all([
    queries.query<{ market_id: bigint }>(
      `select distinct market_id from roles where account = $1 and ($2::bigint is null or market_id < $2)
       order by market_id desc limit $3`,
      [account, place?.[0] ?? null, page.limit + 1],
    ),
    queries.query<AgentTableRow>(
      `select * from agents where owner = $1 or wallet = $1
         or id in (select agent_id from workers where signer = $1) order by id limit ${mostAgents}`,
      [account],
    ),
    queries.query<{ credited: string; withdrawn: string }>(
      `select coalesce(sum(amount) filter (where kind like 'credit %'), 0)::numeric as credited,
         coalesce(sum(amount) filter (where kind = 'withdrawn'), 0)::numeric as withdrawn
       from payments where account = $1`,
      [account],
    ),
    paymentsOf(reading, { account }, mostPayments),
  ])
  const { items, next } = cut(ids, page.limit, ({ market_id }) => String(market_id))
  return {
    as_of: asOfBlock(seen),
    address: account as Account['address'],
    agents: await toAgentRows(reading, agents),
    ...sums[0]!,
    positions: await positionsOf(
      reading,
      account,
      items.map(({ market_id }) => Number(market_id)),
    ),
    next,
    payments,
  }
}

type SeatRow = {
  market_id: bigint
  agent_id: bigint
  seat: number | null
  stake: string
  payout: string | null
  paid: string | null
  has_left: boolean
}

async function positionsOf(reading: Reading, account: string, ids: readonly number[]): Promise<Position[]> {
  const { queries } = reading
  const [rows, roles, money, seats] = await Promise.all([
    queries.query<MarketTableRow>(
      `select ${columns} from markets where id = any($1::bigint[]) order by id desc`,
      [ids],
    ),
    queries.query<{ market_id: bigint; role: Position['roles'][number] }>(
      'select market_id, role from roles where account = $1 and market_id = any($2::bigint[]) order by role',
      [account, ids],
    ),
    queries.query<{ market_id: bigint; kind: string; side: Vote.YesOrNo | null; amount: string }>(
      `select market_id, kind, side, sum(amount)::numeric as amount from payments
       where account = $1 and market_id = any($2::bigint[]) and (kind in ('bet', 'bet paid') or kind like 'credit %')
       group by 1, 2, 3`,
      [account, ids],
    ),
    queries.query<SeatRow>(
      `select market_id, agent_id, seat, stake, payout, paid, has_left from workers
       where signer = $1 and market_id = any($2::bigint[]) order by market_id, cohort, place`,
      [account, ids],
    ),
  ])
  return (await toRows(reading, rows)).map((market): Position => {
    const isOf = (one: { market_id: bigint }) => Number(one.market_id) === market.id
    const own = money.filter(isOf)
    const sum = (match: (one: (typeof own)[number]) => boolean) =>
      String(own.filter(match).reduce((total, { amount }) => total + BigInt(amount), 0n))
    return {
      market_id: market.id,
      title: market.asked.title,
      state: market.state,
      outcome: market.outcome,
      deadline: market.deadline,
      window_end: market.window_end,
      roles: roles.filter(isOf).map(({ role }) => role),
      bets: {
        yes: sum(({ kind, side }) => kind === 'bet' && side === 'YES'),
        no: sum(({ kind, side }) => kind === 'bet' && side === 'NO'),
        paid: sum(({ kind }) => kind === 'bet paid'),
      },
      bet_result: market.book?.result ?? null,
      seats: seats.filter(isOf).map(({ market_id: _, agent_id, ...seat }) => ({
        agent_id: Number(agent_id),
        ...seat,
      })),
      credited: sum(({ kind }) => kind.startsWith('credit ')),
    }
  })
}
