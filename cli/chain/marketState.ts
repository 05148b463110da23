import type { Address, TransactionReceipt } from 'viem'
import { cresolverMarketAbi } from '../../deployments/abi/index.ts'
import { print, write } from '../terminal/output.ts'
import { type Connection, connect, connectSigned, type Signed, type Standing, standing } from './connect.ts'
import { endings, outcomeName, statuses } from './names.ts'
import type { ChainOptions } from './options.ts'
import { cost, read } from './send.ts'

/** A market as its contract tells it, and how commands that changed it say so. */
export type Reader = Connection & Standing
export type Actor = Signed & Standing

export async function reader(options: ChainOptions): Promise<Reader> {
  const connection = await connect(options)
  return { ...connection, ...(await standing(connection)) }
}

export async function actor(options: ChainOptions): Promise<Actor> {
  const signed = await connectSigned(options)
  return { ...signed, ...(await standing(signed)) }
}

/** What `readContract` needs to ask the market. */
export const at = (address: Address) => ({ address, abi: cresolverMarketAbi }) as const

export const getMarket = ({ client, market }: Reader, marketId: bigint) =>
  read(client.readContract({ ...at(market), functionName: 'getMarket', args: [marketId] }))
export type MarketView = Awaited<ReturnType<typeof getMarket>>

export const getWorker = ({ client, market }: Reader, marketId: bigint, index: number) =>
  read(client.readContract({ ...at(market), functionName: 'getWorker', args: [marketId, BigInt(index)] }))
export type WorkerView = Awaited<ReturnType<typeof getWorker>>

export const getWorkers = async (from: Reader, marketId: bigint, count: number): Promise<WorkerView[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => getWorker(from, marketId, i)))

export const statusName = ({ status, isAppealing }: MarketView): string =>
  isAppealing ? `${statuses[status]}, under appeal` : statuses[status]!

/** `Resolved: YES`, or the status alone where nothing is decided. */
export function stateOf(view: MarketView): string {
  const outcome = outcomeName(view.outcome)
  if (outcome === null) return statusName(view)
  const how = outcome === 'INVALID' ? ` (${endings[view.ending]})` : ''
  return `${statusName(view)}: ${outcome}${how}`
}

/** Says what a transaction did to a market: a line for eyes, or JSON with what is in `more`. */
export async function tellChange(
  from: Reader,
  marketId: bigint,
  receipt: TransactionReceipt,
  options: { json?: boolean },
  more: { text?: string; fields?: object } = {},
): Promise<void> {
  const view = await getMarket(from, marketId)
  if (options.json) {
    const state = { status: statuses[view.status], outcome: outcomeName(view.outcome), round: view.round }
    await print({ market_id: Number(marketId), ...state, ...more.fields, ...cost(receipt) }, { json: true })
    return
  }
  const lines = [...(more.text === undefined ? [] : [more.text]), `Market ${marketId} is ${stateOf(view)}.`]
  await write(`${lines.join('\n')}\n`)
}
