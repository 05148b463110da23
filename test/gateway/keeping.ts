import type { Place } from '../../gateway/Records.ts'
import { beginRound } from '../../gateway/Records.ts'
import { openTemporaryStore } from '../../local/openStores.ts'
import type { RoundView } from '../../services/chain/Chain.ts'
import type { Store } from '../../services/store/Store.ts'
import { roundOf } from '../helpers/round.ts'

/** A gateway's store of its own, for tests of what it keeps. */
export const openGatewayStore = (): Promise<Store> => openTemporaryStore('gateway')

const { chainId, market } = roundOf(1)
export const place: Place = { chainId, market }

export const viewOf = (marketId: number, round = 1): RoundView => ({
  ...roundOf(1, { marketId, round }),
  isAsked: true,
  isRepeat: false,
  requestedAt: 0,
  now: 0,
})

/** A round of which all replies are there. */
export async function seal(store: Store, marketId: number, round = 1): Promise<void> {
  await store.transaction((queries) => beginRound(queries, place, viewOf(marketId, round), 5n))
  await store.query(
    `update rounds set phase = 'sealed', sealed_at = clock_timestamp() where market_id = $1 and round = $2`,
    [marketId, round],
  )
}
