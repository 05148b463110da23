import type { TransactionReceipt } from 'viem'
import * as Contract from '../../services/chain/browser/market.ts'
import { endings, outcomeName, statuses } from '../../services/chain/browser/names.ts'
import { print, write } from '../terminal/output.ts'
import {
  type Connection,
  connect,
  connectSigned,
  type DeployedMarket,
  type Signed,
  standing,
} from './connect.ts'
import type { ChainOptions } from './options.ts'
import { cost, read } from './send.ts'

/** A market as its contract tells it, and how commands that changed it say so. */
export type Reader = Connection & DeployedMarket
export type Actor = Signed & DeployedMarket

export async function reader(options: ChainOptions): Promise<Reader> {
  const connection = await connect(options)
  return { ...connection, ...(await standing(connection)) }
}

export async function actor(options: ChainOptions): Promise<Actor> {
  const signed = await connectSigned(options)
  return { ...signed, ...(await standing(signed)) }
}

export const getMarket = (from: Reader, marketId: bigint): Promise<Contract.MarketView> =>
  read(Contract.getMarket(from, marketId))

export const getParameters = (from: Reader): Promise<Contract.Parameters> =>
  read(Contract.getParameters(from))

export function statusName({ status, isAppealing, drawBlock }: Contract.MarketView): string {
  const appeal = isAppealing ? ', under appeal' : ''
  return `${statuses[status]}${appeal}${drawBlock === 0n ? '' : ', its seats to be drawn'}`
}

/** `Resolved: YES`, or the status alone where nothing is decided. */
export function stateOf(view: Contract.MarketView): string {
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
