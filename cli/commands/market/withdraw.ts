import type { Command } from 'commander'
import { encodeFunctionData, getAddress, isAddress, parseEventLogs } from 'viem'
import { at } from '../../../services/chain/browser/market.ts'
import { actor } from '../../chain/marketState.ts'
import { type ChainOptions, signing } from '../../chain/options.ts'
import { cost, send } from '../../chain/send.ts'
import { eth } from '../../chain/units.ts'
import { UsageError } from '../../terminal/failure.ts'
import { print, write } from '../../terminal/output.ts'

type Options = ChainOptions & { to?: string }

export function register(group: Command): void {
  signing(group.command('withdraw'))
    .description("take out what you were credited: a creator's rest, a bond, a reward, fees")
    .option('--to <address>', 'where to (default: your account)')
    .addHelpText('after', '\nExample:\n  $ cresolver market withdraw --account 1')
    .action(async (options: Options) => {
      const me = await actor(options)
      if (options.to !== undefined && !isAddress(options.to))
        throw new UsageError(`${options.to} is not an address, or its checksum is wrong.`)
      const to = options.to === undefined ? me.account.address : getAddress(options.to)
      const data = encodeFunctionData({ ...at(me.market), functionName: 'withdraw', args: [to] })
      const receipt = await send(me, { to: me.market, data })
      const [event] = parseEventLogs({
        abi: at(me.market).abi,
        eventName: 'Withdrawn',
        logs: receipt.logs,
      })
      const { amount } = event!.args
      if (options.json) await print({ to, amount_wei: String(amount), ...cost(receipt) }, options)
      else await write(`${eth(amount)} went to ${to}.\n`)
    })
}
