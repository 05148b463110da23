import type { Kept } from '../services/store/retention.ts'
import type { Queries } from '../services/store/Store.ts'
import type { Config } from './Config.ts'
import type { Place } from './Records.ts'

/** What a gateway forgets after a market is final: first what workers said, which the published round has, then the round. */
export function keptByGateway(
  store: Queries,
  { chainId, market }: Place,
  { repliesDays, roundsDays }: Config['retention'],
): Kept[] {
  /** One market after the other, so that no statement is long. */
  const forget =
    (watched: string, tables: readonly string[]): Kept['forget'] =>
    async (before, most) => {
      const rows = await store.query<{ market_id: bigint }>(
        `select market_id from markets where chain_id = $1 and market = $2 and final_at < $3
         and exists (select 1 from ${watched} one where one.chain_id = markets.chain_id
           and one.market = markets.market and one.market_id = markets.market_id)
         order by final_at limit $4`,
        [chainId, market, before, most],
      )
      for (const { market_id } of rows)
        for (const table of tables)
          await store.query(`delete from ${table} where chain_id = $1 and market = $2 and market_id = $3`, [
            ...[chainId, market, market_id],
          ])
      return rows.length
    }
  const told = ['publications', 'pokes', 'replies']
  return [
    { name: 'replies', days: repliesDays, forget: forget('replies', told) },
    { name: 'rounds', days: roundsDays, forget: forget('rounds', [...told, 'files', 'reports', 'rounds']) },
  ]
}
