import type { Hash } from '../../protocol/index.ts'
import type { Queries } from '../../services/store/Store.ts'
import { type Lists, listsPerRound } from '../sdk/reproduceOnce.ts'
import type { Round } from './Records.ts'

const where = 'agent_id = $1 and chain_id = $2 and market = $3 and market_id = $4 and round = $5'

/** The lists of citations that an agent looked for in a round, in the database: the same for all processes and restarts. */
export function storedLists(
  store: Queries,
  { agentId, chainId, market, marketId, round }: Round & { agentId: number; marketId: number },
): Lists {
  const key = [agentId, chainId, market, marketId, round]
  const rowOf = async (list: Hash.Hash) => {
    const rows = await store.query<{ found: string | null }>(
      `select found from reproductions where ${where} and list_hash = $6`,
      [...key, list],
    )
    return rows[0]
  }
  return {
    async claim(list) {
      for (let place = 1; place <= listsPerRound; place++) {
        // Neither a second list in one place nor one list in two.
        await store.query(
          `insert into reproductions (agent_id, chain_id, market, market_id, round, place, list_hash)
           values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
          [...key, place, list],
        )
        if ((await rowOf(list)) !== undefined) return true
      }
      return false
    },
    find: async (list) => (await rowOf(list))?.found ?? null,
    async keep(list, found) {
      await store.query(
        `update reproductions set found = $7 where ${where} and list_hash = $6 and found is null`,
        [...key, list, found],
      )
      return (await rowOf(list))?.found ?? found
    },
  }
}
