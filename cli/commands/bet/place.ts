import type { Command } from 'commander'
import { type Address, encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { BaseError, Vote } from '../../../protocol/index.ts'
import { RefusedError } from '../../chain/failure.ts'
import { type Actor, actor, tellChange } from '../../chain/marketState.ts'
import { type ChainOptions, signing } from '../../chain/options.ts'
import { read, send } from '../../chain/send.ts'
import { wholeNumber } from '../../chain/units.ts'
import { UsageError } from '../../terminal/failure.ts'
import { type Book, type Currency, currencyFields, lookAt, openBook, parseBet, spell } from './book.ts'

type Side = 'YES' | 'NO'

export function register(group: Command): void {
  signing(group.command('place'))
    .description('bet on what a market will say')
    .argument('<marketId>', 'which market', wholeNumber)
    .argument('<side>', 'yes or no', sideOf)
    .argument('<amount>', 'how much: 0.5, or "0.5 ETH"; of a token the number alone')
    .addHelpText(
      'after',
      `
Bets are in ether, or in the one token of the deployment, and close shortly before the deadline. All bets on a market
together are bounded by a part of what a wrong outcome would cost the workers that make it, so there is room only where
agents have joined: see \`cresolver bet show\`. Of a token exactly the amount is approved first; if the bet fails, the
approval is taken back.

Example:
  $ cresolver bet place 1 yes 0.05 --account 5`,
    )
    .action(async (marketId: bigint, side: Side, amount: string, options: ChainOptions) => {
      const me = await actor(options)
      const book = await openBook(me)
      const { currency } = book
      const units = parseBet(currency, amount)
      await checkRoom(me, book, marketId, units)
      const receipt = await bet(me, book, marketId, side, units)
      const { room } = await lookAt(me, book, marketId)
      await tellChange(me, marketId, receipt, options, {
        text: `${spell(currency, units)} is on ${side}. There is room for ${spell(currency, room)} more.`,
        fields: {
          side,
          amount_units: String(units),
          room_units: String(room),
          ...currencyFields(currency),
          bettor: me.account.address,
        },
      })
    })
}

function sideOf(text: string): Side {
  const side = text.toUpperCase()
  if (side === 'YES' || side === 'NO') return side
  throw new UsageError(`"${text}" is not a side.`, { metaMessages: ['Bet on yes or on no.'] })
}

/** Before anything is approved. */
async function checkRoom(me: Actor, book: Book, marketId: bigint, units: bigint): Promise<void> {
  if (units === 0n) throw new UsageError('The amount is zero.', { metaMessages: ['Bet more than zero.'] })
  const { room, isOpen } = await lookAt(me, book, marketId)
  if (!isOpen) throw new RefusedError({ name: 'BetsClosed', args: [marketId] })
  if (units > room) throw new NoRoomError(marketId, book.currency, units, room)
}

async function bet(me: Actor, { at, currency }: Book, marketId: bigint, side: Side, units: bigint) {
  const args = [marketId, Vote.code(side), units] as const
  const call = { to: at.address, data: encodeFunctionData({ ...at, functionName: 'bet', args }) }
  if (currency.token === null) return send(me, { ...call, value: units })
  const isApproved = await approve(me, currency, at.address, units)
  try {
    return await send(me, call)
  } catch (error) {
    if (isApproved) await setAllowance(me, currency.token, at.address, 0n)
    throw error
  }
}

/** Approves exactly the amount, unless as much is approved; whether it did. */
async function approve(me: Actor, currency: Currency, spender: Address, units: bigint): Promise<boolean> {
  const token = currency.token!
  const contract = { address: token, abi: erc20Abi } as const
  const owner = me.account.address
  const [held, allowed] = await read(
    Promise.all([
      me.client.readContract({ ...contract, functionName: 'balanceOf', args: [owner] }),
      me.client.readContract({ ...contract, functionName: 'allowance', args: [owner, spender] }),
    ]),
  )
  if (held < units) throw new PoorBettorError(currency, units, held)
  if (allowed >= units) return false
  // Some tokens change an approval only from nothing.
  if (allowed > 0n) await setAllowance(me, token, spender, 0n)
  await setAllowance(me, token, spender, units)
  return true
}

// Without a return value: some tokens give none.
const approval = parseAbi(['function approve(address spender, uint256 amount)'])

const setAllowance = (me: Actor, token: Address, spender: Address, units: bigint) =>
  send(me, {
    to: token,
    data: encodeFunctionData({ abi: approval, functionName: 'approve', args: [spender, units] }),
  })

export class NoRoomError extends BaseError {
  override readonly name = 'Bet.NoRoomError'
  constructor(marketId: bigint, currency: Currency, units: bigint, room: bigint) {
    super(`${spell(currency, units)} is too much for market ${marketId}.`, {
      metaMessages: [
        room === 0n
          ? 'There is no room: it is taken, or no agents have joined whose stakes would cover bets.'
          : `There is room for ${spell(currency, room)}.`,
        `See \`cresolver bet show ${marketId}\`.`,
      ],
      docsPath: 'docs/contracts.md',
    })
  }
}

export class PoorBettorError extends BaseError {
  override readonly name = 'Bet.PoorBettorError'
  constructor(currency: Currency, units: bigint, held: bigint) {
    super(`The account has ${spell(currency, held)}, and the bet is ${spell(currency, units)}.`, {
      metaMessages: ['Fund it, or sign with another: --key-env, or --account on a local chain.'],
    })
  }
}
