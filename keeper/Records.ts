import type { Hex } from 'viem'
import { BaseError } from '../protocol/index.ts'
import type { Queries, Store } from '../services/store/Store.ts'
import type { Fees } from './Budget.ts'
import type { Prepared, Reads, Receipt } from './Chain.ts'
import type { Call, Head, Kind } from './Market.ts'

/** What a keeper keeps: what it has signed, before anything of it is sent. */
export type Place = Pick<Reads, 'chainId' | 'market'>
export type Purse = Place & { readonly sender: string }

export type Attempt = Fees & { readonly hash: Hex; readonly raw: Hex; readonly sentBlock: number }

/** A nonce, what it is used for, and what was signed for that, the first first. */
export type Slot = Prepared & {
  readonly nonce: number
  readonly call: Pick<Call, 'kind' | 'marketId' | 'seat'>
  readonly gas: bigint
  readonly state: 'open' | 'mined'
  readonly minedBlock: number | null
  readonly attempts: readonly Attempt[]
}

type CallRow = {
  nonce: bigint
  kind: Kind
  market_id: bigint
  seat: number | null
  target: Hex
  data: Hex
  gas: bigint
  state: 'open' | 'mined'
  mined_block: bigint | null
}
type AttemptRow = { nonce: bigint; hash: Hex; raw: Hex; max_fee: string; max_tip: string; sent_block: bigint }

const whereNonce = 'chain_id = $1 and sender = $2 and nonce = $3'

/** Refuses a store that was kept for another chain of the same number, such as a local one before it was started anew. */
export async function claimPlace(store: Store, { chainId, market }: Place, genesis: string): Promise<void> {
  const rows = await store.query<{ genesis: string }>(
    `insert into places (chain_id, market, genesis) values ($1, $2, $3)
     on conflict (chain_id, market) do update set chain_id = excluded.chain_id returning genesis`,
    [chainId, market, genesis],
  )
  if (rows[0]?.genesis !== genesis) throw new OtherChainStoreError(chainId)
}

/** Nonces that are not over: on their way, or in blocks that may still be replaced; in their order. */
export async function openSlots(store: Queries, { chainId, sender }: Purse): Promise<Slot[]> {
  const calls = await store.query<CallRow>(
    `select nonce, kind, market_id, seat, target, data, gas, state, mined_block from calls
     where chain_id = $1 and sender = $2 and state <> 'closed' order by nonce`,
    [chainId, sender],
  )
  if (calls.length === 0) return []
  const attempts = await store.query<AttemptRow>(
    `select nonce, hash, raw, max_fee, max_tip, sent_block from attempts
     where chain_id = $1 and sender = $2 and nonce = any($3::bigint[]) order by nonce, number`,
    [chainId, sender, calls.map(({ nonce }) => nonce)],
  )
  return calls.map((row) => ({
    nonce: Number(row.nonce),
    call: { kind: row.kind, marketId: Number(row.market_id), seat: row.seat },
    to: row.target,
    data: row.data,
    gas: row.gas,
    state: row.state,
    minedBlock: row.mined_block === null ? null : Number(row.mined_block),
    attempts: attempts.filter(({ nonce }) => nonce === row.nonce).map(attemptOf),
  }))
}

const attemptOf = ({ hash, raw, max_fee, max_tip, sent_block }: AttemptRow): Attempt => ({
  ...{ hash, raw },
  maxFeePerGas: BigInt(max_fee),
  maxPriorityFeePerGas: BigInt(max_tip),
  sentBlock: Number(sent_block),
})

/** Keeps a call with its nonce and what was signed for it: from now on it is sent, or its nonce is used for another call. */
export const keepCall = (
  store: Store,
  { chainId, market, sender }: Purse,
  slot: Prepared & {
    readonly nonce: number
    readonly call: Pick<Call, 'kind' | 'marketId' | 'seat'>
    readonly gas: bigint
    readonly attempt: Attempt
  },
  head: Head,
): Promise<unknown> =>
  store.transaction(async (queries) => {
    const { nonce, call, to, data, gas, attempt } = slot
    const about = [chainId, sender, nonce]
    // On a chain whose blocks were replaced a nonce that was over may be free again.
    await queries.query(`delete from calls where ${whereNonce} and state = 'closed'`, about)
    await queries.query(
      `insert into calls (chain_id, sender, nonce, market, kind, market_id, seat, target, data, gas, sent_at, sent_block, cost)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
      [
        ...about,
        ...[market, call.kind, call.marketId, call.seat, to.toLowerCase(), data, gas],
        ...[head.timestamp, head.number, String(gas * attempt.maxFeePerGas)],
      ],
    )
    await addAttempt(queries, { chainId, sender }, nonce, 0, attempt)
  })

/** Keeps what replaces an earlier attempt: the same call for a higher fee, or another one with its nonce. */
export const keepReplacement = (
  store: Store,
  purse: Purse,
  slot: Slot,
  by: Pick<Slot, 'call' | 'to' | 'data' | 'gas'> & { readonly attempt: Attempt },
): Promise<unknown> =>
  store.transaction(async (queries) => {
    const { call, to, data, gas, attempt } = by
    await addAttempt(queries, purse, slot.nonce, slot.attempts.length, attempt)
    await queries.query(
      `update calls set kind = $4, market_id = $5, seat = $6, target = $7, data = $8, gas = $9, cost = $10 where ${whereNonce}`,
      [
        ...[purse.chainId, purse.sender, slot.nonce, call.kind, call.marketId, call.seat],
        ...[to.toLowerCase(), data, gas, String(gas * attempt.maxFeePerGas)],
      ],
    )
  })

const addAttempt = (
  queries: Queries,
  { chainId, sender }: Pick<Purse, 'chainId' | 'sender'>,
  nonce: number,
  number: number,
  { hash, raw, maxFeePerGas, maxPriorityFeePerGas, sentBlock }: Attempt,
) =>
  queries.query(
    `insert into attempts (chain_id, sender, nonce, number, hash, raw, max_fee, max_tip, sent_block)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...[chainId, sender, nonce, number, hash, raw],
      ...[String(maxFeePerGas), String(maxPriorityFeePerGas), sentBlock],
    ],
  )

/** A block has the call. It counts as over once that block is deep enough. */
export const noteMined = (store: Queries, { chainId, sender }: Purse, nonce: number, receipt: Receipt) =>
  store.query(
    `update calls set state = 'mined', result = $4, mined_block = $5, cost = $6 where ${whereNonce}`,
    [
      ...[chainId, sender, nonce, receipt.isReverted ? 'reverted' : 'ok'],
      ...[receipt.block, String(receipt.cost)],
    ],
  )

/** The nonce was used by something that this keeper did not sign. */
export const noteLost = (store: Queries, { chainId, sender }: Purse, nonce: number) =>
  store.query(`update calls set state = 'closed', result = 'lost', cost = 0 where ${whereNonce}`, [
    ...[chainId, sender, nonce],
  ])

export const close = (store: Queries, { chainId, sender }: Purse, nonce: number) =>
  store.query(`update calls set state = 'closed' where ${whereNonce}`, [chainId, sender, nonce])

/** The block that had it was replaced: it is on its way again. */
export const reopen = (store: Queries, { chainId, sender }: Purse, { nonce, gas, attempts }: Slot) =>
  store.query(
    `update calls set state = 'open', result = null, mined_block = null, cost = $4 where ${whereNonce}`,
    [chainId, sender, nonce, String(gas * attempts.at(-1)!.maxFeePerGas)],
  )

/** Nothing was taken, so the nonce is free. */
export const release = (store: Queries, { chainId, sender }: Purse, nonce: number) =>
  store.query(`delete from calls where ${whereNonce}`, [chainId, sender, nonce])

/** What was spent since a time of the chain, and what calls on their way may cost. */
export async function spentSince(store: Queries, { chainId, sender }: Purse, time: number): Promise<bigint> {
  const [row] = await store.query<{ sum: string }>(
    `select coalesce(sum(cost), 0)::text as sum from calls where chain_id = $1 and sender = $2 and (sent_at > $3 or state = 'open')`,
    [chainId, sender, time],
  )
  return BigInt(row?.sum ?? 0)
}

/** Whether a race was lost since a time of the chain. */
export async function hasLostSince(
  store: Queries,
  { chainId, sender }: Purse,
  time: number,
): Promise<boolean> {
  const rows = await store.query(
    `select 1 as one from calls where chain_id = $1 and sender = $2 and sent_at > $3 and result = 'reverted' limit 1`,
    [chainId, sender, time],
  )
  return rows.length > 0
}

/** Calls that were over before a time of the chain are forgotten. */
export const forgetBefore = (store: Queries, { chainId, sender }: Purse, time: number) =>
  store.query(`delete from calls where chain_id = $1 and sender = $2 and sent_at < $3 and state = 'closed'`, [
    ...[chainId, sender, time],
  ])

/** A seat whose feedback the registry did not take: it is left to a person. */
export const keepRefusal = (store: Queries, { chainId, market }: Place, marketId: number, seat: number) =>
  store.query(
    'insert into refusals (chain_id, market, market_id, seat) values ($1, $2, $3, $4) on conflict do nothing',
    [chainId, market, marketId, seat],
  )

/** The seats of a market whose feedback was refused. */
export async function refusedSeats(
  store: Queries,
  { chainId, market }: Place,
  marketId: number,
): Promise<Set<number>> {
  const rows = await store.query<{ seat: number }>(
    'select seat from refusals where chain_id = $1 and market = $2 and market_id = $3',
    [chainId, market, marketId],
  )
  return new Set(rows.map(({ seat }) => seat))
}

export const keepDone = (store: Queries, { chainId, market }: Place, marketId: number) =>
  store.query('insert into done (chain_id, market, market_id) values ($1, $2, $3) on conflict do nothing', [
    ...[chainId, market, marketId],
  ])

export async function doneMarkets(store: Queries, { chainId, market }: Place): Promise<Set<number>> {
  const rows = await store.query<{ market_id: bigint }>(
    'select market_id from done where chain_id = $1 and market = $2',
    [chainId, market],
  )
  return new Set(rows.map(({ market_id }) => Number(market_id)))
}

export class OtherChainStoreError extends BaseError {
  override readonly name = 'Keeper.OtherChainStoreError'
  constructor(chainId: number) {
    super(`The store was kept for another chain ${chainId}: its first block is not this one's.`, {
      metaMessages: [
        'A local chain that was started anew needs a new store: another `store.folder` or database in the config.',
      ],
    })
  }
}
