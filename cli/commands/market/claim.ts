import type { Command } from 'commander'
import { encodeFunctionData, isAddressEqual, parseEventLogs, type TransactionReceipt } from 'viem'
import { at } from '../../../services/chain/browser/market.ts'
import { type Actor, actor, getMarket, getWorkers, tellChange } from '../../chain/marketState.ts'
import { type ChainOptions, signing } from '../../chain/options.ts'
import { send } from '../../chain/send.ts'
import { eth, wholeNumber } from '../../chain/units.ts'
import { UsageError } from '../../terminal/failure.ts'

type Options = ChainOptions & { worker?: bigint; all?: boolean }

// A payee may be a contract that needs some gas to take its money.
const leastGas = 200_000n

export function register(group: Command): void {
  signing(group.command('claim'))
    .description('pay workers of a market that is over')
    .argument('<marketId>', 'which market', wholeNumber)
    .option('--worker <index>', 'this worker, whoever it is', wholeNumber)
    .option('--all', 'every worker that was not paid yet')
    .addHelpText(
      'after',
      `
Without --worker or --all: the workers for which your account is paid. Anyone may call it for anyone: the money goes to whom
it belongs.

Example:
  $ cresolver market claim 1 --account 2`,
    )
    .action(async (marketId: bigint, options: Options) => {
      const me = await actor(options)
      const paid: Paid[] = []
      let last: TransactionReceipt | undefined
      for (const worker of await chosen(me, marketId, options)) {
        const data = encodeFunctionData({
          ...at(me.market),
          functionName: 'claim',
          args: [marketId, worker],
        })
        last = await send(me, { to: me.market, data, leastGas })
        paid.push(readPayment(me, last))
      }
      await tellChange(me, marketId, last!, options, {
        text: paid
          .map(({ worker, payee, amount }) => `Worker ${worker}: ${eth(amount)} to ${payee}.`)
          .join('\n'),
        fields: {
          paid: paid.map(({ worker, payee, amount }) => ({
            worker_index: worker,
            payee,
            amount_wei: String(amount),
          })),
        },
      })
    })
}

type Paid = { worker: number; payee: string; amount: bigint }

function readPayment(me: Actor, { logs }: TransactionReceipt): Paid {
  const [event] = parseEventLogs({ abi: at(me.market).abi, eventName: 'WorkerPaid', logs })
  const { workerIndex, payee, amount } = event!.args
  return { worker: Number(workerIndex), payee, amount }
}

async function chosen(me: Actor, marketId: bigint, options: Options): Promise<bigint[]> {
  if (options.worker !== undefined) return [options.worker]
  const { workers: count } = await getMarket(me, marketId)
  const workers = await getWorkers(me, marketId, count)
  const mine = workers.flatMap(({ signer, isClaimed }, i) => {
    const isMine = options.all === true || isAddressEqual(signer, me.account.address)
    return isMine && !isClaimed ? [BigInt(i)] : []
  })
  if (mine.length > 0) return mine
  throw new UsageError(
    `No worker of market ${marketId} is left to pay${options.all ? '' : ` to ${me.account.address}`}.`,
    {
      metaMessages: [`See \`cresolver market show ${marketId}\`, or name a worker with --worker.`],
    },
  )
}
