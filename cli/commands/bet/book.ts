import { type Address, erc20Abi, formatUnits, isAddressEqual, parseUnits, zeroAddress } from 'viem'
import { binaryMarketAbi } from '../../../deployments/abi/index.ts'
import { statuses } from '../../../services/chain/browser/names.ts'
import { now } from '../../chain/connect.ts'
import { addressIn } from '../../chain/deployment.ts'
import { getMarket, type Reader } from '../../chain/marketState.ts'
import { read } from '../../chain/send.ts'
import { parseAmount } from '../../chain/units.ts'
import { UsageError } from '../../terminal/failure.ts'
import { printable } from '../../terminal/printable.ts'

/** What is bet: ether, or the one token of the deployment. */
export type Currency = {
  readonly token: Address | null
  readonly symbol: string
  readonly decimals: number
}

/** The contract that keeps the bets, and in what. */
export type Book = {
  readonly at: { readonly address: Address; readonly abi: typeof binaryMarketAbi }
  readonly currency: Currency
}

const ether: Currency = { token: null, symbol: 'ETH', decimals: 18 }

export async function openBook(from: Reader): Promise<Book> {
  const at = { address: addressIn(from.deployment, 'BinaryMarket'), abi: binaryMarketAbi } as const
  const token = await read(from.client.readContract({ ...at, functionName: 'token' }))
  return { at, currency: isAddressEqual(token, zeroAddress) ? ether : await currencyOf(from, token) }
}

/** Symbol and decimals are optional in ERC-20: without them the token goes by its address, in its smallest units. */
async function currencyOf({ client }: Reader, token: Address): Promise<Currency> {
  const contract = { address: token, abi: erc20Abi } as const
  const [symbol, decimals] = await Promise.all([
    client.readContract({ ...contract, functionName: 'symbol' }).catch(() => ''),
    client.readContract({ ...contract, functionName: 'decimals' }).catch(() => 0),
  ])
  // The token's author chose it, so it may be long, or empty, or call itself ETH.
  const name = printable(symbol).trim().slice(0, 16)
  return { token, symbol: name === '' || name === ether.symbol ? `of token ${token}` : name, decimals }
}

/** How bets on a market stand. */
export async function lookAt(from: Reader, { at }: Book, marketId: bigint) {
  const args = [marketId] as const
  const { client } = from
  const view = await getMarket(from, marketId)
  const [room, margin, placed, time] = await read(
    Promise.all([
      client.readContract({ ...at, functionName: 'roomFor', args }),
      client.readContract({ ...at, functionName: 'closingMargin' }),
      client.readContract({ ...at, functionName: 'bookOf', args }),
      now(from),
    ]),
  )
  const closesAt = Number(view.deadline - margin)
  const isOpen = statuses[view.status] === 'Open' && time < closesAt
  return { view, room, closesAt, isOpen, placed }
}

export const spell = ({ decimals, symbol }: Currency, units: bigint): string =>
  `${formatUnits(units, decimals)} ${symbol}`

/** An amount as people write it: of ether `0.5` or `0.5 ETH`, of a token `12.5`. */
export function parseBet(currency: Currency, text: string): bigint {
  if (currency.token === null) return parseAmount(text)
  const [, whole, fraction = ''] = /^(\d{1,60})(?:\.(\d{1,77}))?$/.exec(text.trim()) ?? []
  if (whole === undefined || fraction.length > currency.decimals) {
    throw new UsageError(`Cannot read "${text}" as an amount of ${currency.symbol}.`, {
      metaMessages: [`Write a number with at most ${currency.decimals} decimals, without a unit.`],
    })
  }
  return parseUnits(text.trim(), currency.decimals)
}

/** What a program must know to read amounts: they are in the smallest units. */
export const currencyFields = ({ token, symbol, decimals }: Currency) => ({
  token,
  symbol: token === null ? 'ETH' : symbol,
  decimals,
})

export const results = ['open', 'yes', 'no', 'refund'] as const
