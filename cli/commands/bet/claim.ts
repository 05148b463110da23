import type { Command } from 'commander'
import { encodeFunctionData, getAddress, isAddress, parseEventLogs } from 'viem'
import { RefusedError } from '../../chain/failure.ts'
import { actor, tellChange } from '../../chain/marketState.ts'
import { type ChainOptions, signing } from '../../chain/options.ts'
import { read, send } from '../../chain/send.ts'
import { wholeNumber } from '../../chain/units.ts'
import { UsageError } from '../../terminal/failure.ts'
import { currencyFields, openBook, results, spell } from './book.ts'

type Options = ChainOptions & { to?: string }

export function register(group: Command): void {
  signing(group.command('claim'))
    .description('take out what your bets have won, or a refund')
    .argument('<marketId>', 'which market', wholeNumber)
    .option('--to <address>', 'where to (default: your account)')
    .addHelpText(
      'after',
      `
Once the market is Finalized or Invalid. Where the bets have not been settled yet, this settles them first. Invalid, and a
winning side without bets, refund everyone.

Example:
  $ cresolver bet claim 1 --account 5`,
    )
    .action(async (marketId: bigint, options: Options) => {
      const me = await actor(options)
      if (options.to !== undefined && !isAddress(options.to))
        throw new UsageError(`${options.to} is not an address, or its checksum is wrong.`)
      const to = options.to === undefined ? me.account.address : getAddress(options.to)
      const { at, currency } = await openBook(me)
      const book = { ...at, functionName: 'bookOf', args: [marketId] } as const
      const { result: before } = await read(me.client.readContract(book))
      if (results[before] === 'open') {
        // Nobody should pay for settling who has nothing to claim afterwards.
        const mine = [marketId, me.account.address] as const
        const { yes, no } = await read(me.client.readContract({ ...at, functionName: 'betOf', args: mine }))
        if (yes + no === 0n) throw new RefusedError({ name: 'NothingToClaim', args: mine })
        const data = encodeFunctionData({ ...at, functionName: 'settle', args: [marketId] })
        await send(me, { to: at.address, data })
      }
      const data = encodeFunctionData({ ...at, functionName: 'claim', args: [marketId, to] })
      const receipt = await send(me, { to: at.address, data })
      const [event] = parseEventLogs({ abi: at.abi, eventName: 'BetPaid', logs: receipt.logs })
      const { amount } = event!.args
      const { result } = await read(me.client.readContract(book))
      await tellChange(me, marketId, receipt, options, {
        text: `${spell(currency, amount)} went to ${to}.`,
        fields: {
          result: results[result],
          to,
          amount_units: String(amount),
          ...currencyFields(currency),
        },
      })
    })
}
