import type { Command } from 'commander'
import { encodeFunctionData } from 'viem'
import { at } from '../../../services/chain/browser/market.ts'
import { actor, tellChange } from '../../chain/marketState.ts'
import { type ChainOptions, signing } from '../../chain/options.ts'
import { send } from '../../chain/send.ts'
import { wholeNumber } from '../../chain/units.ts'

export function register(group: Command): void {
  signing(group.command('settle'))
    .description('fix who is paid what, once the challenge window is over')
    .argument('<marketId>', 'which market', wholeNumber)
    .addHelpText(
      'after',
      `
Anyone may. Reputations are written here, once.

Example:
  $ cresolver market settle 1 --account 0`,
    )
    .action(async (marketId: bigint, options: ChainOptions) => {
      const me = await actor(options)
      const data = encodeFunctionData({ ...at(me.market), functionName: 'settle', args: [marketId] })
      await tellChange(me, marketId, await send(me, { to: me.market, data }), options)
    })
}
