import type { Queries } from '../services/store/Store.ts'
import type { Gateway } from './Gateway.ts'
import type { Place } from './Records.ts'

/** Which markets are final: Finalized or Invalid on-chain. Until then a report can be replaced by a reorganisation. */
export async function isFinal(
  store: Queries,
  { chainId, market }: Place,
  marketId: number,
): Promise<boolean> {
  const rows = await store.query(
    'select 1 as one from markets where chain_id = $1 and market = $2 and market_id = $3 and final_at is not null',
    [chainId, market, marketId],
  )
  return rows.length > 0
}

/** So many markets are asked about in one look, whatever their number. */
const mostReads = 16

export type Finality = { stop(): Promise<void> }

/** Finds out which markets with a report are final by now: a few in each look, those not asked about for longest first. */
export function startFinality(gateway: Gateway, options: { readonly everyMs: number }): Finality {
  const { log, stopping } = gateway
  let current: Promise<void> | null = null
  const timer = setInterval(() => {
    if (stopping.aborted) return
    current ??= lookForFinal(gateway)
      .catch((error) => log.warn({ err: error }, 'it could not be seen which markets are final'))
      .finally(() => {
        current = null
      })
  }, options.everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await current
    },
  }
}

export async function lookForFinal({ store, chain, now }: Gateway): Promise<void> {
  const place = [chain.chainId, chain.market]
  await store.query(
    `insert into markets (chain_id, market, market_id, checked_at)
     select distinct chain_id, market, market_id, 'epoch'::timestamptz from rounds
     where chain_id = $1 and market = $2 on conflict do nothing`,
    place,
  )
  const rows = await store.query<{ market_id: bigint }>(
    `select market_id from markets where chain_id = $1 and market = $2 and final_at is null
     order by checked_at, market_id limit ${mostReads}`,
    place,
  )
  const at = new Date(now())
  // In one moment, and so in one question to the node.
  const finals = await Promise.all(rows.map(({ market_id }) => chain.isFinal(Number(market_id))))
  for (const [i, { market_id }] of rows.entries())
    await store.query(
      'update markets set checked_at = $4, final_at = $5 where chain_id = $1 and market = $2 and market_id = $3',
      [...place, market_id, at, finals[i] ? at : null],
    )
}
