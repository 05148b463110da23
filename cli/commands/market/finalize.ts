import type { Command } from 'commander'
import { encodeFunctionData } from 'viem'
import { at } from '../../../services/chain/browser/market.ts'
import { actor, tellChange } from '../../chain/marketState.ts'
import { type ChainOptions, signing } from '../../chain/options.ts'
import { send } from '../../chain/send.ts'
import { wholeNumber } from '../../chain/units.ts'

export function register(group: Command): void {
  signing(group.command('finalize'))
    .description('make a settled market irreversible, so that bets and conditions can follow it')
    .argument('<marketId>', 'which market', wholeNumber)
    .addHelpText(
      'after',
      `
Anyone may, at any time after settle.

Example:
  $ cresolver market finalize 1 --account 0`,
    )
    .action(async (marketId: bigint, options: ChainOptions) => {
      const me = await actor(options)
      const data = encodeFunctionData({ ...at(me.market), functionName: 'finalize', args: [marketId] })
      await tellChange(me, marketId, await send(me, { to: me.market, data }), options)
    })
}
