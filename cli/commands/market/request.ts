import type { Command } from 'commander'
import { encodeFunctionData } from 'viem'
import { at } from '../../../services/chain/browser/market.ts'
import { actor, tellChange } from '../../chain/marketState.ts'
import { type ChainOptions, signing } from '../../chain/options.ts'
import { send } from '../../chain/send.ts'
import { wholeNumber } from '../../chain/units.ts'

export function register(group: Command): void {
  signing(group.command('request'))
    .description('ask the DON for an answer, at or after the deadline')
    .argument('<marketId>', 'which market', wholeNumber)
    .addHelpText(
      'after',
      `
Anyone may, and again after the cooldown where no report came. With fewer workers than needed the market ends
Invalid and everybody has their money back. In an appeal it asks the agents who joined for it.

Example:
  $ cresolver market request 1 --account 0`,
    )
    .action(async (marketId: bigint, options: ChainOptions) => {
      const me = await actor(options)
      const data = encodeFunctionData({
        ...at(me.market),
        functionName: 'requestResolution',
        args: [marketId],
      })
      await tellChange(me, marketId, await send(me, { to: me.market, data }), options)
    })
}
