import type { Payment } from '../../protocol/Catalog.ts'
import type { Reading } from './Reading.ts'

type Row = {
  block: bigint
  log: number
  time: bigint
  transaction: string
  market_id: bigint | null
  kind: Payment['kind']
  account: string
  amount: string
  agent_id: bigint | null
  seat: number | null
}

/** Money that moved because of a market, or to and from an account; the last ones, in their order. */
export async function paymentsOf(
  { queries }: Reading,
  of: { readonly marketId: number } | { readonly account: string },
  most: number,
): Promise<Payment[]> {
  const [column, value] = 'marketId' in of ? ['market_id', of.marketId] : ['account', of.account]
  const rows = await queries.query<Row>(
    `select payments.block, payments.log, payments.time, payments.transaction, payments.market_id, payments.kind, payments.account,
       payments.amount, coalesce(payments.agent_id, workers.agent_id) as agent_id, payments.seat
     from payments left join workers on workers.market_id = payments.market_id and workers.seat = payments.seat
     where payments.${column} = $1 order by payments.block desc, payments.log desc limit $2`,
    [value!, most],
  )
  return rows.reverse().map((row) => ({
    id: `${row.block}-${row.log}`,
    time: Number(row.time),
    transaction: row.transaction as Payment['transaction'],
    market_id: row.market_id === null ? null : Number(row.market_id),
    kind: row.kind,
    account: row.account as Payment['account'],
    amount: row.amount,
    agent_id: row.agent_id === null ? null : Number(row.agent_id),
    seat: row.seat,
  }))
}
