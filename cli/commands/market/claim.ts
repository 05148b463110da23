import type { Command } from 'commander'
import { encodeFunctionData, isAddressEqual, parseEventLogs, type TransactionReceipt } from 'viem'
import { at } from '../../../services/chain/browser/market.ts'
import { type Actor, actor, getMarket, tellChange } from '../../chain/marketState.ts'
import { type ChainOptions, signing } from '../../chain/options.ts'
import { getMember, getSeats, joinedAgents, seatOf } from '../../chain/seats.ts'
import { send } from '../../chain/send.ts'
import { eth, wholeNumber } from '../../chain/units.ts'
import { UsageError } from '../../terminal/failure.ts'

type Options = ChainOptions & { seat?: bigint; agent?: bigint; all?: boolean }

// A payee may be a contract that needs some gas to take its money.
const leastGas = 200_000n

export function register(group: Command): void {
  signing(group.command('claim'))
    .description('pay workers of a market that is over')
    .argument('<marketId>', 'which market', wholeNumber)
    .option('--seat <number>', 'this seat, no matter whose it is', wholeNumber)
    .option('--agent <id>', 'the seat of this agent', wholeNumber)
    .option('--all', 'every seat that was not paid yet')
    .addHelpText(
      'after',
      `
Without --seat, --agent or --all: the seats for which your account is paid. Anyone may call it for anyone: the money goes to
whom it belongs. Agents that joined and drew no seat are paid by \`market leave\`.

Example:
  $ cresolver market claim 1 --account 2`,
    )
    .action(async (marketId: bigint, options: Options) => {
      const me = await actor(options)
      const paid: Paid[] = []
      let last: TransactionReceipt | undefined
      for (const seat of await chosen(me, marketId, options)) {
        const data = encodeFunctionData({ ...at(me.market), functionName: 'claim', args: [marketId, seat] })
        last = await send(me, { to: me.market, data, leastGas })
        paid.push(readPayment(me, last))
      }
      await tellChange(me, marketId, last!, options, {
        text: paid.map(({ seat, payee, amount }) => `Seat ${seat}: ${eth(amount)} to ${payee}.`).join('\n'),
        fields: {
          paid: paid.map(({ seat, payee, amount }) => ({ seat, payee, amount_wei: String(amount) })),
        },
      })
    })
}

type Paid = { seat: number; payee: string; amount: bigint }

function readPayment(me: Actor, { logs }: TransactionReceipt): Paid {
  const [event] = parseEventLogs({ abi: at(me.market).abi, eventName: 'WorkerPaid', logs })
  const { seat, payee, amount } = event!.args
  return { seat: Number(seat), payee, amount }
}

async function chosen(me: Actor, marketId: bigint, options: Options): Promise<bigint[]> {
  if (options.seat !== undefined) return [options.seat]
  if (options.agent !== undefined) return [await seatOfAgent(me, marketId, options.agent)]
  const seats = await getSeats(me, marketId, await getMarket(me, marketId))
  const mine = seats.flatMap(({ seat, signer, isClaimed }) => {
    const isMine = options.all === true || isAddressEqual(signer, me.account.address)
    return isMine && !isClaimed ? [BigInt(seat)] : []
  })
  if (mine.length > 0) return mine
  throw new UsageError(
    `No seat of market ${marketId} is left to pay${options.all ? '' : ` to ${me.account.address}`}.`,
    {
      metaMessages: [
        ...(options.all ? [] : await leavers(me, marketId)),
        `See \`cresolver market show ${marketId}\`, or name a seat with --seat.`,
      ],
    },
  )
}

async function seatOfAgent(me: Actor, marketId: bigint, agentId: bigint): Promise<bigint> {
  const seat = seatOf(await getMember(me, marketId, agentId))
  if (seat !== null) return BigInt(seat)
  throw new UsageError(`Agent ${agentId} has no seat in market ${marketId}.`, {
    metaMessages: [leaving(marketId, agentId)],
  })
}

/** What to do for agents of the account that joined and drew no seat. */
async function leavers(me: Actor, marketId: bigint): Promise<string[]> {
  const agents = await joinedAgents(me, marketId, me.account.address)
  const members = await Promise.all(agents.map((agentId) => getMember(me, marketId, agentId)))
  return members
    .filter((member) => member.canLeave && !member.isPaid)
    .map(({ agentId }) => leaving(marketId, agentId))
}

const leaving = (marketId: bigint, agentId: bigint): string =>
  `Agent ${agentId} has its stake back with \`cresolver market leave ${marketId} --agent ${agentId}\`.`
